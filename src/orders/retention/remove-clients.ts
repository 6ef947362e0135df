import { lockTrail, type AuditLog } from '../../infra/audit/audit-log.js';
import type { Actor } from '../../infra/audit/actor.js';
import type { Database } from '../../infra/database/database.js';
import type { Reading } from '../../infra/database/reads.js';
import type { Unit } from '../../infra/database/units/unit-of-work.js';
import type { ReplyStore } from '../../infra/exchange/client/reply-store.js';
import { startOfDay } from '../../market/trading-calendar/trading-day.js';
import { accountKey, REMOVED } from '../order/order.js';
import { lastVerdictOn } from './closed-days.js';
import { LegalHoldRow } from './legal-hold.entity.js';

/** Orders looked at in one unit of work: a service beside it writes between two units. */
const BATCH = 200;
const DAY_MS = 86_400_000;
/** Replies to other questions may show an order for so long after its end. */
const SHOWN_AFTER_MS = 14 * DAY_MS;

/** What a removal finds, or has done. */
export interface Removal {
  /** Orders of earlier trading days, Lagos; it is not itself removed. */
  readonly cutoff: string;
  /** Whose client is removed, or would be. */
  readonly orders: number;
  /** Kept, because they are under legal hold. */
  readonly onHold: number;
  /** Kept, because they, a request, a break or their trading day is open. */
  readonly open: number;
}

interface Candidate {
  readonly id: string;
  readonly accountNumber: string;
  readonly tradingDate: string;
  readonly isOpen: number;
}

type Place = Pick<Candidate, 'id' | 'tradingDate'>;

/** The first trading day that is kept. */
export function cutoffOf(today: string, years: number): string {
  const [year = 0, ...rest] = today.split('-').map(Number);
  const [month = 1, day = 1] = rest;
  return new Date(Date.UTC(year - years, month - 1, day)).toISOString().slice(0, 10);
}

/** What would be removed. Only reads. */
export async function findRemovable(reading: Reading, cutoff: string): Promise<Removal> {
  const total = { orders: 0, onHold: 0, open: 0 };
  let after: Place | null = { id: '', tradingDate: '' };
  while (after !== null) {
    const found: Sorted = await sorted(reading, cutoff, after);
    total.orders += found.removable.length;
    total.onHold += found.onHold;
    total.open += found.open;
    after = found.last;
  }
  return { cutoff, ...total };
}

/**
 * Removes client name, account number and salt of old orders, with all that was sent to the exchange and received about
 * them. The audit trail keeps its commitments to the clients, and so verifies as before; without the salt they tell
 * nothing. Each unit of work leaves an entry with what it has removed.
 */
export class ClientRemoval {
  constructor(
    private readonly database: Pick<Database, 'units'>,
    private readonly audit: AuditLog,
    private readonly replies: Pick<ReplyStore, 'prune'>,
  ) {}

  async apply(cutoff: string, actor: Actor): Promise<Removal> {
    const total = { orders: 0, onHold: 0, open: 0 };
    let after: Place | null = { id: '', tradingDate: '' };
    while (after !== null) {
      const from: Place = after;
      const found: Sorted = await this.inTurn((unit) => this.next(unit, { cutoff, from }, actor));
      total.orders += found.removable.length;
      total.onHold += found.onHold;
      total.open += found.open;
      after = found.last;
    }
    await this.inTurn((unit) => this.removeShared(unit, cutoff, actor));
    return { cutoff, ...total };
  }

  private async next(
    unit: Unit,
    { cutoff, from }: { readonly cutoff: string; readonly from: Place },
    actor: Actor,
  ): Promise<Sorted> {
    const found = await sorted(unit, cutoff, from);
    const ids = found.removable;
    if (ids.length === 0) return found;
    const marks = ids.map(() => '?').join(', ');
    await unit.execute(
      `UPDATE orders SET client_name = ?, account_number = ?, client_salt = '', fingerprint = ?
        WHERE id IN (${marks})`,
      [REMOVED, REMOVED, REMOVED, ...ids],
    );
    await unit.execute(
      `UPDATE order_requests SET match_key = NULL WHERE order_id IN (${marks})`,
      ids,
    );
    await unit.execute(
      `UPDATE audit_subjects SET account_number = NULL
        WHERE order_id IN (${marks}) AND account_number IS NOT NULL`,
      ids,
    );
    // Seen under its number before the number was known to be the order's.
    await unit.execute(
      `UPDATE sightings SET account_number = NULL
        WHERE account_number IS NOT NULL AND (broker_code, trading_date, order_number) IN
          (SELECT broker_code, trading_date, order_number FROM order_numbers WHERE order_id IN (${marks}))`,
      ids,
    );
    const calls = await unit.execute(`${EMPTY_CALLS} WHERE order_id IN (${marks})`, [
      REMOVED,
      REMOVED,
      ...ids,
    ]);
    const body = { cutoff, orders: ids.length, calls };
    await this.audit.append(unit, 'retention', actor, [{ type: 'CLIENTS_REMOVED', body }]);
    return found;
  }

  /** Lists, trades and samples name many clients: they are kept as long as an order that they may show. */
  private async removeShared(unit: Unit, cutoff: string, actor: Actor): Promise<void> {
    const before = startOfDay(cutoff);
    const calls = await unit.execute(
      `${EMPTY_CALLS} WHERE order_id IS NULL AND started_at < ? AND body <> ?
         AND ${showsNoKept('exchange_calls.started_at')}`,
      [REMOVED, REMOVED, before, REMOVED, cutoff, REMOVED, SHOWN_AFTER_MS],
    );
    const samples = await unit.execute(
      `UPDATE schema_drift SET sample = ? WHERE first_seen_at < ? AND sample <> ?
         AND ${showsNoKept('schema_drift.first_seen_at')}`,
      [REMOVED, before, REMOVED, cutoff, REMOVED, SHOWN_AFTER_MS],
    );
    const now = await unit.now();
    let pruned: number;
    do pruned = await this.replies.prune(unit, now);
    while (pruned > 0);
    if (calls + samples === 0) return;
    const body = { cutoff, orders: 0, calls, samples };
    await this.audit.append(unit, 'retention', actor, [{ type: 'CLIENTS_REMOVED', body }]);
  }

  /** Serialised with legal holds over all instances. */
  private inTurn<T>(act: (unit: Unit) => Promise<T>): Promise<T> {
    return this.database.units.runAlone(async (unit) => {
      await lockTrail(unit);
      return act(unit);
    });
  }
}

/** That there was a reply stays known. */
const EMPTY_CALLS = `UPDATE exchange_calls SET body = ?, reply_digest = NULL,
  reply = CASE WHEN reply IS NULL AND reply_digest IS NULL THEN NULL ELSE ? END`;

/** No old order that is kept lived then, or had ended shortly before. */
function showsNoKept(at: string): string {
  return `NOT EXISTS (SELECT 1 FROM orders o WHERE o.trading_date < ? AND o.account_number <> ?
    AND o.created_at <= ${at} AND (o.closed_at IS NULL OR o.closed_at + ? >= ${at}))`;
}

interface Sorted {
  /** Ids of orders. */
  readonly removable: readonly string[];
  readonly onHold: number;
  readonly open: number;
  /** Null: there are no more. */
  readonly last: Place | null;
}

/** The next candidates, and what becomes of each. */
async function sorted(reading: Reader, cutoff: string, after: Place): Promise<Sorted> {
  const rows = await reading.query<Candidate>(
    `SELECT o.id AS id, o.account_number AS "accountNumber", o.trading_date AS "tradingDate",
            CASE WHEN o.closed_at IS NULL OR o.closed_at >= ? OR o.open_breaks > 0
              OR o.pending IS NOT NULL THEN 1 ELSE 0 END AS "isOpen"
       FROM orders o
      WHERE o.trading_date < ? AND o.account_number <> ? AND (o.trading_date, o.id) > (?, ?)
      ORDER BY o.trading_date, o.id LIMIT ?`,
    [startOfDay(cutoff), cutoff, REMOVED, after.tradingDate, after.id, BATCH],
  );
  const holds = await reading.find(LegalHoldRow, 'released_at IS NULL');
  const accounts = new Set(holds.map(({ accountNumber }) => accountKey(accountNumber ?? '')));
  const orders = new Set(holds.map(({ orderId }) => orderId));
  const held = rows.filter(
    ({ id, accountNumber }) => orders.has(id) || accounts.has(accountKey(accountNumber)),
  );
  const others = rows.filter((row) => !held.includes(row));
  const reopened = await reopenedDays(reading, others);
  const removable = others.filter(
    ({ isOpen, tradingDate }) => isOpen === 0 && !reopened.has(tradingDate),
  );
  return {
    removable: removable.map(({ id }) => id),
    onHold: held.length,
    open: others.length - removable.length,
    last: rows.length < BATCH ? null : (rows.at(-1) ?? null),
  };
}

type Reader = Pick<Unit, 'query' | 'find'>;

/** Days whose certificate does not hold: their report is still worked on, and names accounts. */
async function reopenedDays(
  reading: Reader,
  rows: readonly Candidate[],
): Promise<ReadonlySet<string>> {
  const reopened = new Set<string>();
  for (const tradingDate of new Set(rows.map((row) => row.tradingDate))) {
    if ((await lastVerdictOn(reading, tradingDate)) === 'DAY_REOPENED') reopened.add(tradingDate);
  }
  return reopened;
}
