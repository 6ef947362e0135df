import { compare, isDecimal } from '../../src/infra/decimal.js';
import type { Break, Order } from '../api/answers.js';
import { grouped, money } from '../parts/figures.js';

/** What could be the other side of a break, with what speaks for it and against it. The person decides. */
export interface Candidate {
  /** An order number of the exchange, or the id of an order of ours. */
  readonly id: string;
  readonly name: string;
  readonly fits: readonly string[];
  readonly differs: readonly string[];
}

/** A row of the account's orders at the exchange. */
export interface ListedOrder {
  readonly orderNumber: string | null;
  readonly side: string | null;
  readonly security: string | null;
  readonly units: string | null;
  readonly status: string | null;
}

/** Orders at the exchange that may be this one of ours; `held` says which numbers our orders of the account have. */
export function numbersFor(
  order: Order,
  listed: readonly ListedOrder[],
  held: ReadonlyMap<string, Order>,
): readonly Candidate[] {
  const rows = listed.flatMap((row) => {
    const { orderNumber, side, security, units, status } = row;
    if (orderNumber === null) return [];
    const marks = [
      mark('side', order.side, side),
      mark('security', order.security, security),
      mark('units', order.units, units, grouped),
    ];
    const owner = held.get(orderNumber);
    const taken =
      owner === undefined || owner.id === order.id
        ? []
        : [`it is our ${owner.side} ${grouped(owner.units)} ${owner.security} already`];
    const name = `${orderNumber}: ${side ?? ''} ${grouped(units)} ${security ?? ''} ${status ?? ''}`;
    return [candidate(orderNumber, name.trim(), marks, taken)];
  });
  return bestFirst(rows);
}

/** Orders of ours without a proven number that an order or trade of the exchange may be. */
export function ordersFor(of: Break, orders: readonly Order[]): readonly Candidate[] {
  const trade = of.trade?.shown ?? null;
  const side = of.shown?.side ?? of.trade?.side ?? null;
  const units = of.shown?.units ?? null;
  const price = trade?.price ?? null;
  const rows = orders.map((order) => {
    const marks = [
      mark('side', order.side, side),
      mark('security', order.security, of.shown?.security ?? null),
      mark('units', order.units, units, grouped),
      mark('limit', order.price, price, money),
    ];
    const numbered = order.orderNumber === null ? [] : [`it has number ${order.orderNumber}`];
    const name = `${order.side} ${grouped(order.units)} ${order.security} at ${money(order.price)}, ${order.clientOrderId}`;
    return candidate(order.id, name, marks, numbered);
  });
  return bestFirst(rows);
}

interface Marked {
  readonly field: string;
  /** Null: it fits. */
  readonly differs: string | null;
}

/** Null: one of both is not known, so it says nothing. */
function mark(
  field: string,
  ours: string,
  theirs: string | null,
  shown: (text: string) => string = (text) => text,
): Marked | null {
  if (theirs === null || theirs === '') return null;
  const same =
    isDecimal(ours) && isDecimal(theirs)
      ? compare(ours, theirs) === 0
      : ours.trim().toUpperCase() === theirs.trim().toUpperCase();
  return { field, differs: same ? null : `${field} ${shown(theirs)} instead of ${shown(ours)}` };
}

function candidate(
  id: string,
  name: string,
  marks: readonly (Marked | null)[],
  against: readonly string[],
): Candidate {
  const known = marks.filter((one) => one !== null);
  return {
    id,
    name,
    fits: known.filter(({ differs }) => differs === null).map(({ field }) => field),
    differs: [...known.flatMap(({ differs }) => (differs === null ? [] : [differs])), ...against],
  };
}

function bestFirst(rows: readonly Candidate[]): readonly Candidate[] {
  return rows.toSorted(
    (a, b) =>
      a.differs.length - b.differs.length ||
      b.fits.length - a.fits.length ||
      (a.id < b.id ? -1 : 1),
  );
}
