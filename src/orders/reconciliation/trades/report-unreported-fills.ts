import { RECONCILER } from '../../../infra/audit/actor.js';
import type { Database } from '../../../infra/database/database.js';
import { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import { unreportedDeadline, unreportedBreak } from '../../order/changes/unreported-fills.js';
import type { OrderStore } from '../../order/order-store.js';

/** Most breaks opened in one run, oldest first; an order that has one gets no other. */
const TOLD_AT_ONCE = 100;
/** Closed orders are looked at for so long only: their number grows for ever, and older ones have had their break. */
const LONG_TOLD_MS = 60 * 24 * 3_600_000;

/** Opens a break for each order of which more is matched than booked, and whose trades have not followed. */
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
      const draft = new OrderChangeDraft(state, at);
      draft.openBreak(told);
      return draft.change();
    });
  }
}
