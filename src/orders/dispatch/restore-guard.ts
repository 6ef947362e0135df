import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { AuditCheckpoint } from '../../infra/audit/audit-checkpoint.js';
import { DISPATCHER } from '../../infra/audit/actor.js';
import { Config } from '../../infra/config/config.js';
import { Database } from '../../infra/database/database.js';
import { DeskSwitch } from '../desk-switch/desk-switch.js';
import { ExchangeKeys } from '../../infra/exchange/client/exchange-keys.js';
import { latestEnd, freeAfter } from '../../infra/exchange/client/rate-limiter.js';
import { faultPoint } from '../../infra/runtime/fault-point.js';
import { AppLogger } from '../../infra/observability/logging.js';
import { doubtUnsent } from './restored-orders.js';
import { OrderStore } from '../order/order-store.js';
import { Outbox } from './outbox.js';

/**
 * Compares the audit chain with its mark outside the database, at the start and every few seconds. A
 * database that is older has forgotten what was sent: nothing is sent, the minute counts as full,
 * and what it holds as unsent is doubted. `CatchUp` ends that.
 */
@Injectable()
export class RestoreGuard {
  private readonly logger: Logger;

  constructor(
    private readonly database: Database,
    private readonly mark: AuditCheckpoint,
    private readonly desk: DeskSwitch,
    private readonly keys: ExchangeKeys,
    private readonly queue: Outbox,
    private readonly store: OrderStore,
    private readonly config: Config,
    logger: AppLogger,
  ) {
    this.logger = logger.for('restored-desk');
  }

  /** The mark follows only when all that the finding asks for is durable, so it is found again. */
  async look(): Promise<void> {
    const lost = await this.mark.missing();
    if (lost !== null) {
      await this.database.units.run(async (unit) => {
        if (!(await this.desk.foundOlder(unit, lost))) return;
        // The journal has forgotten calls: each key rests as long as a call of unknown end is held.
        const until = freeAfter(latestEnd(await unit.now(), this.config.exchangeTimeoutMs));
        await this.keys.coolDown(unit, until);
      });
    }
    const { doubtsOwed } = await this.desk.read();
    if (doubtsOwed === 1) await this.doubtAll();
    await this.mark.write();
  }

  /** Whoever dies half way begins again: what is doubted twice is still only doubted. */
  private async doubtAll(): Promise<void> {
    const rules = { quietMs: this.config.exchangeQuietMs };
    let last = '';
    for (;;) {
      const orders = await this.queue.ordersWithOpenRequests(last);
      const end = orders.at(-1);
      if (end === undefined) break;
      for (const orderId of orders) {
        await this.store.change(orderId, DISPATCHER, (state, at) => doubtUnsent(state, at, rules));
        faultPoint('order-doubted');
      }
      last = end;
    }
    await this.desk.doubted();
    this.logger.warn('everything unsent in the restored database is doubted');
  }
}
