import { RECONCILER } from '../../../infra/audit/actor.js';
import type { Database } from '../../../infra/database/database.js';
import { OrderChange } from '../../order/order-change.js';
import { unreportedDeadline, unreportedBreak } from '../../order/unreported-fills.js';
import type { OrderStore } from '../../order/order-store.js';

/** The oldest of them first come to be told; what is told of is not told again. */
const TOLD_AT_ONCE = 100;
/** Of orders that have ended there is ever more: what is left behind for longer was told of long ago. */
const LONG_TOLD_MS = 60 * 24 * 3_600_000;

/** Tells of the orders of which more is matched than booked, and which no trades have followed. */
export async function reportUnreportedFills(
  database: Database,
  store: OrderStore,
  now: number,
): Promise<void> {
  // COALESCE: by its index SQLite would find every order that is not closed.
  const rows = await database.reading.query<{ id: string }>(
    `SELECT o.id AS id FROM orders o
      WHERE o.unreported_since <= ? AND (COALESCE(o.closed_at, 0) = 0 OR o.unreported_since > ?)
        AND NOT EXISTS (SELECT 1 FROM breaks b WHERE b.order_id = o.id AND b.kind = 'UnreportedFill'
          AND b.status <> 'AutoResolved')
      ORDER BY o.unreported_since LIMIT ${TOLD_AT_ONCE}`,
    [unreportedDeadline(now), now - LONG_TOLD_MS],
  );
  for (const { id } of rows) {
    await store.change(id, RECONCILER, (state, at) => {
      const told = unreportedBreak(state.order, at.wall);
      if (told === null) return null;
      const draft = new OrderChange(state, at);
      draft.openBreak(told);
      return draft.change();
    });
  }
}
