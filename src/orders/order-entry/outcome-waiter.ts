import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { AuditTail } from '../../infra/audit/audit-tail.js';
import { Clock } from '../../infra/runtime/clock.js';
import { Database } from '../../infra/database/database.js';
import { OrderRow } from '../order/order.entity.js';
import { OrderRequestRow } from '../order/requests/order-request.entity.js';

/** Changes by another instance give no signal here, so look at least this often. */
const LOOK_MS = 250;

/** For `Prefer: wait`: waits until the exchange has answered the order's requests. */
@Injectable()
export class OutcomeWaiter implements OnModuleDestroy {
  private stopping = false;

  constructor(
    private readonly database: Database,
    private readonly tail: AuditTail,
    private readonly clock: Clock,
  ) {}

  /** True once the outcome is known; false if the time is over first, or the outcome is unknown. */
  async settled(orderId: string, waitMs: number): Promise<boolean> {
    const until = this.clock.steady() + waitMs;
    for (;;) {
      const answered = await this.answered(orderId);
      const left = until - this.clock.steady();
      if (answered !== null || left <= 0 || this.stopping) return answered ?? false;
      await this.nextChange(Math.min(left, LOOK_MS));
    }
  }

  onModuleDestroy(): void {
    this.stopping = true;
    this.tail.notify();
  }

  /** Null while the answer may still come. */
  private answered(orderId: string): Promise<boolean | null> {
    return this.database.read(async (manager) => {
      const order = await manager.findOneBy(OrderRow, { id: orderId });
      if (order?.pending == null) return true;
      const unknown = await manager.existsBy(OrderRequestRow, { orderId, state: 'Unknown' });
      return unknown ? false : null;
    });
  }

  private nextChange(mostMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        endListening();
        endTimer();
        resolve();
      };
      const endListening = this.tail.subscribe(done);
      const endTimer = this.clock.after(mostMs, done);
    });
  }
}
