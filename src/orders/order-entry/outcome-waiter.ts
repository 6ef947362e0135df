import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { AuditTail } from '../../infra/audit/audit-tail.js';
import { Clock } from '../../infra/runtime/clock.js';
import { Database } from '../../infra/database/database.js';
import { OrderRow } from '../order/order.entity.js';
import { OrderRequestRow } from '../order/order-request.entity.js';

/** Changes by another instance give no signal here, so look at least this often. */
const LOOK_MS = { postgres: 250, sqlite: 5_000 } as const;
/** Each waiting caller holds a connection: whoever comes beyond these gets what is known at once. */
const WAITING_MAX = 400;
const WAITING_PER_CALLER_MAX = 100;

interface Wait {
  readonly waitMs: number;
  readonly caller: string;
}

/** For `Prefer: wait`: waits until the exchange has answered the order's requests. */
@Injectable()
export class OutcomeWaiter implements OnModuleDestroy {
  private stopping = false;
  private waiting = 0;
  private readonly waitingOf = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly tail: AuditTail,
    private readonly clock: Clock,
  ) {}

  /** True once the outcome is known; false if the time is over first, too many wait, or the outcome is unknown. */
  async settled(orderId: string, { waitMs, caller }: Wait): Promise<boolean> {
    const until = this.clock.steady() + (this.hasRoom(caller) ? waitMs : 0);
    this.count(caller, 1);
    try {
      for (;;) {
        const answered = await this.answered(orderId);
        const left = until - this.clock.steady();
        if (answered !== null || left <= 0 || this.stopping) return answered ?? false;
        await this.nextChange(orderId, Math.min(left, LOOK_MS[this.database.engine]));
      }
    } finally {
      this.count(caller, -1);
    }
  }

  private hasRoom(caller: string): boolean {
    const own = this.waitingOf.get(caller) ?? 0;
    return this.waiting < WAITING_MAX && own < WAITING_PER_CALLER_MAX;
  }

  private count(caller: string, by: 1 | -1): void {
    this.waiting += by;
    const left = (this.waitingOf.get(caller) ?? 0) + by;
    if (left === 0) this.waitingOf.delete(caller);
    else this.waitingOf.set(caller, left);
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

  private nextChange(orderId: string, mostMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        endListening();
        endTimer();
        resolve();
      };
      const endListening = this.tail.subscribe((stream) => {
        if (stream === null || stream === orderId) done();
      });
      const endTimer = this.clock.after(mostMs, done);
    });
  }
}
