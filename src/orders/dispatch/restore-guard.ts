import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import {
  AuditCheckpoint,
  type Checkpoint,
} from '../../infra/audit/checkpoints/audit-checkpoint.js';
import { SigningKey, type SignRestore } from '../../infra/audit/checkpoints/signing-key.js';
import { SignedCheckpoints } from '../../infra/audit/checkpoints/signed-checkpoints.js';
import { DISPATCHER } from '../../infra/audit/actor.js';
import { Config } from '../../infra/config/config.js';
import { Database } from '../../infra/database/database.js';
import { DeskSwitch } from '../desk-switch/desk-switch.js';
import { ExchangeKeys } from '../../infra/exchange/keys/exchange-keys.js';
import { latestEnd, freeAfter } from '../../infra/exchange/keys/rate-limiter.js';
import { faultPoint } from '../../infra/runtime/fault-point.js';
import { AppLogger } from '../../infra/observability/logging.js';
import { doubtUnsent } from './restored-orders.js';
import { OrderStore } from '../order/order-store.js';
import { Outbox } from './outbox.js';

/**
 * Compares the audit chain with its checkpoint outside the database, at the start and every few seconds.
 * An older database has forgotten what was sent: nothing is sent, the keys cool down, and unsent requests
 * become Unknown. `CatchUp` ends that.
 */
@Injectable()
export class RestoreGuard {
  private readonly logger: Logger;
  /** The trail whose signed checkpoints were compared. */
  private compared: string | null = null;

  constructor(
    private readonly database: Database,
    private readonly checkpoint: AuditCheckpoint,
    private readonly signed: SignedCheckpoints,
    private readonly signingKey: SigningKey,
    private readonly desk: DeskSwitch,
    private readonly keys: ExchangeKeys,
    private readonly outbox: Outbox,
    private readonly store: OrderStore,
    private readonly config: Config,
    logger: AppLogger,
  ) {
    this.logger = logger.for('restore-guard');
  }

  /** The checkpoint is written only after all this is durable: a crash on the way finds it again. */
  async check(): Promise<void> {
    const lost = (await this.checkpoint.missing()) ?? (await this.missingSigned());
    if (lost !== null) {
      const sign = await this.signer();
      if (sign === null && (await this.isSigned()))
        this.logger.error('the key of the trail is not here: the restore cannot be signed');
      await this.database.units.runAlone(async (unit) => {
        if (!(await this.desk.markRestored(unit, lost, sign))) return;
        // The journal has forgotten calls: each key cools down as long as an unanswered call could hold a slot.
        const until = freeAfter(latestEnd(await unit.now(), this.config.exchangeTimeoutMs));
        await this.keys.coolDown(unit, until);
      });
    }
    const { doubtsPending } = await this.desk.read();
    if (doubtsPending === 1) await this.doubtAll();
    if (lost !== null) await this.signed.supersede();
    await this.checkpoint.write();
  }

  /** A trail that names no key, and of which nothing signed is known, lacks none: the first checkpoint makes it. */
  private async isSigned(): Promise<boolean> {
    if ((await this.signingKey.keys()).length > 0) return true;
    return (await this.signed.known()).length > 0;
  }

  private async signer(): Promise<SignRestore | null> {
    return this.signingKey.restoreSigner(await this.signed.knownHeads());
  }

  /**
   * At the start, and when the trail has got another name: else the newest copy of the head tells sooner. Without the
   * key nothing signed replaces the checkpoint outside, so a restore that is in the trail counts until the key is here.
   */
  private async missingSigned(): Promise<Checkpoint | null> {
    const name = await this.signed.name();
    if (name === this.compared) return null;
    const missing = await this.signed.missing();
    this.compared = name;
    if (missing === null || (await this.signer()) !== null) return missing;
    return (await this.desk.hasFound(missing)) ? null : missing;
  }

  /** A crash on the way starts again, which does no harm. */
  private async doubtAll(): Promise<void> {
    const rules = { quietMs: this.config.exchangeQuietMs };
    let last = '';
    for (;;) {
      const orders = await this.outbox.ordersWithOpenRequests(last);
      const end = orders.at(-1);
      if (end === undefined) break;
      for (const orderId of orders) {
        await this.store.change(orderId, DISPATCHER, (state, at) => doubtUnsent(state, at, rules));
        faultPoint('order-doubted');
      }
      last = end;
    }
    await this.desk.endDoubting();
    this.logger.warn('all unsent requests of the restored database are now Unknown');
  }
}
