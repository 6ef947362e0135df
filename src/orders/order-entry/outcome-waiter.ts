import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { AuditTail } from '../../infra/audit/audit-tail.js';
import { Clock } from '../../infra/runtime/clock.js';
import { Database } from '../../infra/database/database.js';
import { inList } from '../../infra/database/in-list.js';

/** Changes by another instance give no signal here, so look at least this often. */
const LOOK_MS = 250;
/** After a look so many times as long as it took, and no longer than {@link LOOK_MS}: every commit wants another one. */
const RESTS = 4;

interface Waiter {
  readonly orderId: string;
  readonly end: (settled: boolean) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * For `Prefer: wait`: waits until the exchange has answered the order's requests. One look serves all who wait, however
 * many there are: each change would otherwise be read as often as there are callers.
 */
@Injectable()
export class OutcomeWaiter implements OnModuleDestroy {
  private readonly waiters = new Set<Waiter>();
  private isLooking = false;
  private isLookWanted = false;
  private isStopping = false;
  private endListening = (): void => undefined;
  private endTimer = (): void => undefined;

  constructor(
    private readonly database: Database,
    private readonly tail: AuditTail,
    private readonly clock: Clock,
  ) {}

  /** True once the outcome is known; false if the time is over or `until` aborted first, or the outcome is unknown. */
  async settled(orderId: string, waitMs: number, until?: AbortSignal): Promise<boolean> {
    if (waitMs <= 0 || this.isStopping) return !(await this.unanswered([orderId])).has(orderId);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        endWait();
        until?.removeEventListener('abort', giveUp);
        this.waiters.delete(waiter);
        if (this.waiters.size === 0) this.rest();
      };
      const waiter: Waiter = {
        orderId,
        end: (settled) => {
          leave();
          resolve(settled);
        },
        fail: (error) => {
          leave();
          // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- what the database has thrown
          reject(error);
        },
      };
      const giveUp = (): void => waiter.end(false);
      const endWait = this.clock.after(waitMs, giveUp);
      until?.addEventListener('abort', giveUp);
      this.waiters.add(waiter);
      if (this.waiters.size === 1) this.endListening = this.tail.subscribe(() => this.look());
      this.look();
    });
  }

  onModuleDestroy(): void {
    this.isStopping = true;
    for (const waiter of [...this.waiters]) waiter.end(false);
  }

  /** One look at a time; what comes meanwhile leads to one more. */
  private look(): void {
    this.isLookWanted = true;
    if (this.isLooking) return;
    this.isLooking = true;
    void this.lookAsLongAsWanted().finally(() => {
      this.isLooking = false;
      if (this.waiters.size === 0) return;
      this.endTimer();
      this.endTimer = this.clock.after(LOOK_MS, () => this.look());
    });
  }

  private async lookAsLongAsWanted(): Promise<void> {
    while (this.isLookWanted && this.waiters.size > 0) {
      this.isLookWanted = false;
      const asked = [...this.waiters];
      const startedAt = this.clock.steady();
      try {
        tell(asked, await this.unanswered(asked.map(({ orderId }) => orderId)));
      } catch (error) {
        for (const waiter of asked) waiter.fail(error);
      }
      const took = this.clock.steady() - startedAt;
      await this.clock.sleep(Math.min(LOOK_MS, RESTS * took));
    }
  }

  /** Those whose answer has not come, and whether it may come no more. */
  private async unanswered(orderIds: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
    const { marks, values } = inList([...new Set(orderIds)]);
    const rows = await this.database.reading.query<{ id: string; unknown: number }>(
      `SELECT id, CASE WHEN EXISTS (SELECT 1 FROM order_requests r WHERE r.order_id = o.id AND r.state = 'Unknown')
        THEN 1 ELSE 0 END AS unknown FROM orders o WHERE id IN (${marks}) AND pending IS NOT NULL`,
      values,
    );
    return new Map(rows.map(({ id, unknown }) => [id, unknown === 1]));
  }

  private rest(): void {
    this.endListening();
    this.endTimer();
  }
}

function tell(asked: readonly Waiter[], open: ReadonlyMap<string, boolean>): void {
  for (const { orderId, end } of asked) {
    const isUnknown = open.get(orderId);
    if (isUnknown !== false) end(isUnknown === undefined);
  }
}
