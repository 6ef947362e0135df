import { RECONCILER } from '../../../infra/audit/actor.js';
import type { Database } from '../../../infra/database/database.js';
import { inList } from '../../../infra/database/in-list.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import {
  nextOpening,
  startOfDay,
  tradingDatesFrom,
  type Sessions,
} from '../../../market/trading-calendar/trading-day.js';
import { roomForUnprovenEnds } from './unproven-ends.js';
import { ENDED_BY_THEN_MS, reportUnended } from '../order-records/day-end.js';
import { dayOrderCondition } from '../../order/order.js';
import { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import type { OrderStore } from '../../order/order-store.js';

/** Three enquiries without a record end an order; one that was asked for less often could not end yet. */
const ASKED_OFTEN = 3;
/** No holidays take longer. */
const LONGEST_BREAK_MS = 30 * 24 * 3_600_000;

/** The time of the run, its calendar, and the orders that may get a break. */
interface UnendedCheck {
  readonly now: number;
  readonly sessions: Sessions;
  /** How often it has asked for orders whose day is over. */
  readonly asked: ReadonlyMap<string, number>;
  /** Orders that have no number, and cannot be asked for. */
  readonly numberless: readonly string[];
}

/**
 * Opens a break for day orders that still look open after their day, were enquired, and have no open break;
 * oldest first. Somebody may have closed their break before the day was over, or none was ever opened. A break
 * that somebody closes stays closed until the next session.
 */
export async function reportUnendedOrders(
  database: Database,
  store: OrderStore,
  { now, sessions, asked, numberless }: UnendedCheck,
): Promise<void> {
  const session = sessionOf(sessions, now);
  const often = [...asked].filter(([, times]) => times >= ASKED_OFTEN).map(([id]) => id);
  // Ids are in the order in which orders were accepted.
  const mayBe = [...new Set([...numberless, ...often])].sort();
  if (session === null || mayBe.length === 0) return;
  const { date, since } = session;
  const room = await roomForUnprovenEnds(database);
  if (room === 0) return;
  const due: string[] = [];
  for await (const ids of inBatches(mayBe)) {
    const { marks, values } = inList(ids);
    const rows = await database.reading.query<{ id: string }>(
      `SELECT o.id AS id FROM orders o
        WHERE o.id IN (${marks}) AND o.status IN ('Posted', 'Open', 'Amended')
          AND o.trading_date < ? AND ${dayOrderCondition('o')} AND o.updated_at <= ?
          AND NOT EXISTS (SELECT 1 FROM breaks b WHERE b.order_id = o.id AND (b.closed_at IS NULL
            OR (b.type = 'OpenAfterClose' AND b.status = 'Resolved' AND b.closed_at >= ?)))
        ORDER BY o.id`,
      [...values, date, now - ENDED_BY_THEN_MS, since],
    );
    due.push(...rows.map(({ id }) => id));
    if (due.length >= room) break;
  }
  for (const id of due.slice(0, room)) {
    await store.change(id, RECONCILER, (state, at) => {
      const told = reportUnended(state, date);
      if (told === null) return null;
      const draft = new OrderChangeDraft(state, at);
      draft.openBreak(told);
      return draft.change();
    });
  }
}

/** The last session that has been open long enough, and since when it has. */
function sessionOf(
  sessions: Sessions,
  now: number,
): { readonly date: string; readonly since: number } | null {
  const dates = tradingDatesFrom(sessions, now - LONGEST_BREAK_MS, now);
  for (const date of dates.reverse()) {
    const since = nextOpening(sessions, startOfDay(date)) + ENDED_BY_THEN_MS;
    if (since <= now) return { date, since };
  }
  return null;
}
