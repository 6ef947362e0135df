import { RECONCILER } from '../../infra/auth/actor.js';
import type { Database } from '../../infra/database/database.js';
import { closeOf, nextOpening, startOfDay, tradingDateOf } from '../../market/trading-day.js';
import type { Sessions } from '../../market/trading-day.js';
import { DAY_ORDER, ENDED_BY_THEN_MS, tellUnended } from '../domain/day-end.js';
import { Draft } from '../domain/draft.js';
import type { OrderStore } from '../store/order-store.js';

/** So many of them are told of at one time: what keeps a whole book from its end is one thing to see. */
const TOLD_MOST = 100;

interface Unended {
  readonly id: string;
  readonly tradingDate: string;
}

/** When a pass looks, and by which calendar. */
interface Looked {
  readonly now: number;
  readonly sessions: Sessions;
}

/**
 * Tells of day orders that have outlived their day and of which no break is open; the oldest come
 * first. People may have ended the break that explained one before its day was over, or nothing may
 * ever have opened one. What they say of it counts until the next day.
 */
export async function tellOfUnended(
  database: Database,
  store: OrderStore,
  { now, sessions }: Looked,
): Promise<void> {
  const today = tradingDateOf(now);
  const rows = await database.reading.query<Unended>(
    `SELECT o.id AS id, o.trading_date AS "tradingDate" FROM orders o
      WHERE o.status IN ('Posted', 'Open', 'Amended') AND o.trading_date < ?
        AND o.time_in_force = ?
        AND NOT EXISTS (SELECT 1 FROM breaks b WHERE b.order_id = o.id AND (b.closed_at IS NULL
          OR (b.type = 'OpenAfterClose' AND b.status = 'Resolved' AND b.closed_at >= ?)))
      ORDER BY o.trading_date, o.id LIMIT ${TOLD_MOST}`,
    [today, DAY_ORDER, startOfDay(today)],
  );
  const due = rows.filter(({ tradingDate }) => mayBeTold(tradingDate, { now, sessions }));
  if (due.length === 0) return;
  for (const { id } of due.slice(0, Math.max(0, TOLD_MOST - (await openNow(database))))) {
    await store.change(id, RECONCILER, (state, at) => {
      const told = tellUnended(state, today);
      if (told === null) return null;
      const draft = new Draft(state, at);
      draft.raise(told);
      return draft.change();
    });
  }
}

function mayBeTold(tradingDate: string, { now, sessions }: Looked): boolean {
  return now >= nextOpening(sessions, closeOf(sessions, tradingDate)) + ENDED_BY_THEN_MS;
}

async function openNow(database: Database): Promise<number> {
  const [row] = await database.reading.query<{ open: number }>(
    `SELECT count(*) AS open FROM breaks
      WHERE closed_at IS NULL AND type = 'OpenAfterClose' AND identity LIKE '%/not ended %'`,
  );
  return row?.open ?? 0;
}
