import { RECONCILER } from '../../infra/auth/actor.js';
import type { Database } from '../../infra/database/database.js';
import { nextOpening, startOfDay, tradingDatesFrom } from '../../market/trading-day.js';
import type { Sessions } from '../../market/trading-day.js';
import { DAY_ORDER, ENDED_BY_THEN_MS, tellUnended } from '../domain/day-end.js';
import { Draft } from '../domain/draft.js';
import type { OrderStore } from '../store/order-store.js';

/** So many of them are told of at one time: what keeps a whole book from its end is one thing to see. */
const TOLD_MOST = 100;
/** Three enquiries without a record end an order: with fewer it was not asked for often enough to end. */
const ASKED_OFTEN = 3;
/** No holidays take longer. */
const LONGEST_BREAK_MS = 30 * 24 * 3_600_000;

interface Unended {
  readonly id: string;
  readonly orderNumber: string | null;
}

/** When a pass looks, by which calendar, and how often it has asked for orders whose day is over. */
interface Looked {
  readonly now: number;
  readonly sessions: Sessions;
  readonly asked: ReadonlyMap<string, number>;
}

/**
 * Tells of day orders that have outlived their day, that were asked for, and of which no break is open; the
 * oldest come first. People may have ended the break that explained one before its day was over, or nothing
 * may ever have opened one. What they say of it counts until the next session.
 */
export async function tellOfUnended(
  database: Database,
  store: OrderStore,
  { now, sessions, asked }: Looked,
): Promise<void> {
  const session = sessionOf(sessions, now);
  if (session === null) return;
  const { date, since } = session;
  const rows = await database.reading.query<Unended>(
    `SELECT o.id AS id, o.order_number AS "orderNumber" FROM orders o
      WHERE o.status IN ('Posted', 'Open', 'Amended') AND o.trading_date < ?
        AND o.time_in_force = ? AND o.updated_at <= ?
        AND NOT EXISTS (SELECT 1 FROM breaks b WHERE b.order_id = o.id AND (b.closed_at IS NULL
          OR (b.type = 'OpenAfterClose' AND b.status = 'Resolved' AND b.closed_at >= ?)))
      ORDER BY o.trading_date, o.id`,
    [date, DAY_ORDER, now - ENDED_BY_THEN_MS, since],
  );
  const wasAsked = ({ id, orderNumber }: Unended): boolean =>
    orderNumber === null || (asked.get(id) ?? 0) >= ASKED_OFTEN;
  const due = rows.filter(wasAsked);
  if (due.length === 0) return;
  for (const { id } of due.slice(0, Math.max(0, TOLD_MOST - (await openNow(database))))) {
    await store.change(id, RECONCILER, (state, at) => {
      const told = tellUnended(state, date);
      if (told === null) return null;
      const draft = new Draft(state, at);
      draft.raise(told);
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

async function openNow(database: Database): Promise<number> {
  const [row] = await database.reading.query<{ open: number }>(
    `SELECT count(*) AS open FROM breaks
      WHERE closed_at IS NULL AND type = 'OpenAfterClose' AND identity LIKE '%/not ended %'`,
  );
  return row?.open ?? 0;
}
