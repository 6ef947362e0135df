import { add, compare } from '../../infra/decimal.js';

/**
 * What a row of the day's trades is. The question for all of them shows "open posted plus matched orders",
 * and which quantity means what is not shown; so a row is what its quantities can only mean together:
 *   - `Trade`: so many units were traded, and no fewer are matched;
 *   - `Order`: it shows an order, and none of its quantities is a trade;
 *   - `Unread`: it says too little to be either;
 *   - `Contradiction`: not all of its quantities can be true, or it has a trade's id and no trade's units.
 * Only a `Trade` is ever booked.
 */
export type RowKind = 'Trade' | 'Order' | 'Unread' | 'Contradiction';

export interface RowQuantities {
  /** `Volume`. */
  readonly units: string | null;
  readonly matchedUnits: string | null;
  readonly pendingUnits: string | null;
  readonly matchingId: string | null;
}

export function kindOfRow({
  units,
  matchedUnits,
  pendingUnits,
  matchingId,
}: RowQuantities): RowKind {
  // Mostly it is one trade alone, which costs nothing to see.
  const isPlain = units !== null && units === matchedUnits && units !== '0';
  if (isPlain && !isNegative(units) && !isNegative(pendingUnits)) return 'Trade';
  if ([units, matchedUnits, pendingUnits].some(isNegative)) return 'Contradiction';
  const isMatched = matchedUnits !== null && compare(matchedUnits, '0') > 0;
  if (units === null || compare(units, '0') === 0) {
    if (matchingId === null || !isMatched) return 'Order';
    return units === null ? 'Unread' : 'Contradiction';
  }
  if (matchedUnits === null) return matchingId === null ? 'Unread' : 'Trade';
  if (!isMatched) return 'Order';
  if (compare(units, matchedUnits) <= 0) return 'Trade';
  const isRest = pendingUnits !== null && compare(pendingUnits, '0') > 0;
  const isWholeOrder = isRest && compare(add(matchedUnits, pendingUnits), units) === 0;
  return matchingId === null && isWholeOrder ? 'Order' : 'Contradiction';
}

/** The limit that a row of an order at work shows. No price is zero: an exchange may fill the field so. */
export function limitShown({ price }: { readonly price: string | null }): string | null {
  return price === null || compare(price, '0') <= 0 ? null : price;
}

/** A trade that leaves more pending than an order of so many units can have left. */
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
