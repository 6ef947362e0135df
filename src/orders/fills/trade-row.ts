import { add, compare, larger } from '../../infra/decimal.js';

/**
 * What a row of the day's trades is. The endpoint shows "open posted plus matched orders" and does not
 * say which quantity means what, so a row is classified by the only meaning that fits all its quantities:
 *   - `Trade`: its units were traded, and at least as many are matched; only these are booked;
 *   - `Order`: it shows an order, and none of its quantities is a trade;
 *   - `Unread`: it says too little to be either;
 *   - `Contradiction`: its quantities cannot all be true, or it has a matching id but no traded units.
 * A row of all units of its order, without `MatchedQuantity`, may show it at rest or traded: where the order can have had
 * no trade that leaves so much, it is at rest, else the row is not read.
 */
export type RowKind = 'Trade' | 'Order' | 'Unread' | 'Contradiction';

export interface RowQuantities {
  /** `Volume`. */
  readonly units: string | null;
  readonly matchedUnits: string | null;
  readonly pendingUnits: string | null;
  readonly matchingId: string | null;
}

/** What is known of the order that a row is shown of. */
export interface OrderOfRow {
  /** All that it has ever been asked to have. */
  readonly units: readonly string[];
  readonly matchedUnits: string;
}

export function kindOfRow(row: RowQuantities, order: OrderOfRow | null = null): RowKind {
  const { units, matchedUnits, pendingUnits, matchingId } = row;
  // Fast path: mostly a row is one plain trade.
  const isPlain = units !== null && units === matchedUnits && units !== '0';
  if (isPlain && !isNegative(units) && !isNegative(pendingUnits)) return 'Trade';
  if ([units, matchedUnits, pendingUnits].some(isNegative)) return 'Contradiction';
  const isMatched = matchedUnits !== null && compare(matchedUnits, '0') > 0;
  if (units === null || compare(units, '0') === 0) {
    if (matchingId === null || !isMatched) return 'Order';
    return units === null ? 'Unread' : 'Contradiction';
  }
  if (matchedUnits === null) return kindWithoutMatched({ ...row, units }, order);
  if (!isMatched) return 'Order';
  if (compare(units, matchedUnits) <= 0) return 'Trade';
  const isRest = pendingUnits !== null && compare(pendingUnits, '0') > 0;
  const isWholeOrder = isRest && compare(add(matchedUnits, pendingUnits), units) === 0;
  return matchingId === null && isWholeOrder ? 'Order' : 'Contradiction';
}

/** Whether only its order tells what the row is. */
export function needsOrder({ units, matchedUnits, pendingUnits }: RowQuantities): boolean {
  if (units === null || matchedUnits !== null || compare(units, '0') <= 0) return false;
  return pendingUnits === null || compare(pendingUnits, units) === 0;
}

function kindWithoutMatched(
  row: RowQuantities & { readonly units: string },
  order: OrderOfRow | null,
): RowKind {
  const { units, pendingUnits, matchingId } = row;
  const isOrders = order?.units.some((asked) => compare(asked, units) === 0) === true;
  if (order === null || !isOrders || !needsOrder(row))
    return matchingId === null ? 'Unread' : 'Trade';
  // Traded or at rest: only a row that shows what is matched tells.
  if (pendingUnits === null) return 'Unread';
  return leavesTooMuch(row, unitsAtMost(order)) ? 'Order' : 'Unread';
}

/** An exchange may add the units of an edit to what was matched by then. */
function unitsAtMost({ units, matchedUnits }: OrderOfRow): string {
  const most = units.reduce(larger);
  const isEdited = units.some((asked) => compare(asked, most) !== 0);
  return isEdited ? add(most, matchedUnits) : most;
}

/** The limit in the row of a working order. A zero may just fill the field, and is no price. */
export function limitShown({ price }: { readonly price: string | null }): string | null {
  return price === null || compare(price, '0') <= 0 ? null : price;
}

/** Whether a trade leaves more pending than an order of at most so many units can have left. */
export function leavesTooMuch(
  { units, pendingUnits }: { readonly units: string; readonly pendingUnits: string | null },
  unitsAtMost: string,
): boolean {
  if (pendingUnits === null || compare(pendingUnits, '0') === 0) return false;
  return compare(add(units, pendingUnits), unitsAtMost) > 0;
}

function isNegative(quantity: string | null): boolean {
  return quantity?.startsWith('-') === true;
}
