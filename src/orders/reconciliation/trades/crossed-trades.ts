import { RECONCILER } from '../../../infra/audit/actor.js';
import { inList } from '../../../infra/database/in-list.js';
import type { Unit } from '../../../infra/database/units/unit-of-work.js';
import { sameTrade } from '../../breaks/trade-difference.js';
import { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import type { Fill } from '../../order/order.js';
import type { OrderStore, StoredOrder } from '../../order/order-store.js';

interface OtherSide {
  readonly matchingId: string;
  readonly tradeDate: string;
  readonly units: string;
  readonly price: string;
  readonly orderId: string;
  readonly accountNumber: string;
}

const BATCH = 100;
/** An id that the exchange gives to more trades than this identifies none. */
const MOST = 200;

/**
 * A trade of which both sides are clients of ours is one execution for each of them, and compliance has to see
 * it: the trail of the order whose side is booked last says so. Looked for once the booking has its place in
 * the trail, so that of two that are booked at the same time one sees the other.
 */
export async function noteCrossedTrades(
  unit: Unit,
  store: OrderStore,
  state: StoredOrder,
  booked: readonly Fill[],
): Promise<void> {
  if (booked.length === 0) return;
  const draft = new OrderChangeDraft(state, await store.moment(unit));
  for (let start = 0; start < booked.length; start += BATCH) {
    const fills = booked.slice(start, start + BATCH);
    for (const { orderId, accountNumber, ...terms } of await otherSides(unit, fills)) {
      const { tradeDate, matchingId } = terms;
      const isThat = (fill: Fill): boolean =>
        fill.matchingId === matchingId && fill.tradeDate === tradeDate && sameTrade(fill, terms);
      if (!fills.some(isThat)) continue;
      const sameAccount = accountNumber === state.order.accountNumber ? 1 : 0;
      draft.fact('CROSSED', { tradeDate, matchingId, with: orderId, sameAccount });
    }
  }
  const change = draft.change();
  if (change.facts.length > 0) await store.write(unit, state, change, RECONCILER);
}

function otherSides(unit: Unit, fills: readonly Fill[]): Promise<OtherSide[]> {
  const [first] = fills;
  const ids = inList(fills.map(({ matchingId }) => matchingId));
  const dates = inList([...new Set(fills.map(({ tradeDate }) => tradeDate))]);
  return unit.query<OtherSide>(
    `SELECT f.matching_id AS "matchingId", f.trade_date AS "tradeDate", f.units AS units,
            f.price AS price, f.order_id AS "orderId", o.account_number AS "accountNumber"
       FROM fills f JOIN orders o ON o.id = f.order_id
      WHERE f.trade_date IN (${dates.marks}) AND f.matching_id IN (${ids.marks})
        AND f.side <> ? AND f.security = ? AND f.reversed_at IS NULL ORDER BY f.id LIMIT ${MOST}`,
    [...dates.values, ...ids.values, first?.side ?? '', first?.security ?? ''],
  );
}
