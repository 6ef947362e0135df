import { RECONCILER } from '../../../infra/audit/actor.js';
import type { Database } from '../../../infra/database/database.js';
import { closeOf, type Sessions } from '../../../market/trading-calendar/trading-day.js';
import { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import { dayOrderCondition } from '../../order/order.js';
import type { OrderStore } from '../../order/order-store.js';
import { reportShownNoMore } from '../order-records/missing-orders.js';
import { roomForUnprovenEnds } from './unproven-ends.js';

/** Orders of one run: the rest is looked at in later ones. */
const LOOKED_AT_MOST = 100;

interface Vanished {
  readonly id: string;
  readonly tradingDate: string;
}

/**
 * Opens a break for day orders that a run before this one has found shown no more once their session was over. They may
 * have expired, but that is concluded only when the last trades of the day can be known; until then people see why they are
 * uncertain. One that somebody closes stays closed.
 */
export async function reportOrdersShownNoMore(
  database: Database,
  store: OrderStore,
  { sessions, now, startedAt }: Readonly<{ sessions: Sessions; now: number; startedAt: number }>,
): Promise<void> {
  const vanished = await database.reading.query<Vanished>(
    `SELECT o.id AS id, o.trading_date AS "tradingDate" FROM orders o
      WHERE o.certain = 0 AND o.missing_since < ? AND o.open_breaks = 0
        AND o.status IN ('Posted', 'Open', 'Amended') AND ${dayOrderCondition('o')}
        AND NOT EXISTS (SELECT 1 FROM breaks b WHERE b.order_id = o.id AND b.kind = 'EndUnproven'
          AND b.closed_at >= o.missing_since)
      ORDER BY o.id LIMIT ${LOOKED_AT_MOST}`,
    [startedAt],
  );
  const due = vanished.filter(({ tradingDate }) => closeOf(sessions, tradingDate) <= now);
  if (due.length === 0) return;
  const room = await roomForUnprovenEnds(database);
  for (const { id } of due.slice(0, room)) {
    await store.change(id, RECONCILER, (state, at) => {
      const told = reportShownNoMore(state);
      if (told === null) return null;
      const draft = new OrderChangeDraft(state, at);
      draft.openBreak(told);
      return draft.change();
    });
  }
}
