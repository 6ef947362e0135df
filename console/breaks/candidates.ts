import { compare, isDecimal, multiply } from '../../src/infra/decimal.js';
import type { Break, Order, OrderTrades } from '../api/answers.js';
import { grouped, money } from '../parts/figures.js';

/** What could be the other side of a break, with what speaks for it and against it. The person decides. */
export interface Candidate {
  /** An order number of the exchange, or the id of an order of ours. */
  readonly id: string;
  readonly name: string;
  readonly fits: readonly string[];
  readonly differs: readonly string[];
  /** Nobody can link it: an order never changes its side or security, and another order of ours has the number. */
  readonly impossible: boolean;
  /** The order of ours to open; null: it is none. */
  readonly orderId: string | null;
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

/** Orders of ours of unknown outcome that an order or trade of the exchange may be; those named by their search first. */
export function ordersFor(of: Break, orders: readonly Order[]): readonly Candidate[] {
  const [traded] = of.traded;
  const side = of.shown?.side ?? traded?.side ?? null;
  const security = of.shown?.security ?? traded?.security ?? null;
  const units = of.shown?.units ?? null;
  const rows = orders.map((order) => {
    const isNamed = of.mayBeOf.includes(order.id);
    const marks = [
      mark('side', order.side, side),
      mark('security', order.security, security),
      units === null && traded !== undefined
        ? tradedMark(order, traded)
        : mark('units', order.units, units, grouped),
      traded === undefined ? null : limitMark(order, traded),
      mark('account', order.accountNumber, traded?.accountNumber ?? null),
    ];
    const numbered = order.orderNumber === null ? [] : [`it has number ${order.orderNumber}`];
    const name = `${order.side} ${grouped(order.units)} ${order.security} at ${money(order.price)}, ${order.clientOrderId}${isNamed ? ' (its search has named this number)' : ''}`;
    const found = candidate(order.id, name, marks, numbered);
    return { ...found, orderId: order.id, isNamed };
  });
  const named = rows.filter(({ isNamed }) => isNamed);
  const others = rows.filter(({ isNamed }) => !isNamed);
  return [...bestFirst(named), ...bestFirst(others)].map(({ isNamed: _, ...row }) => row);
}

/** Less than the order has may be a part of it. */
function tradedMark(order: Order, { units }: OrderTrades): Marked | null {
  const compared = compare(units, order.units);
  if (compared < 0) return null;
  if (compared === 0) return { field: 'units', differs: null };
  return { field: 'units', differs: `${grouped(units)} units traded, more than ${grouped(order.units)}` }; // prettier-ignore
}

function limitMark(order: Order, { units, value }: OrderTrades): Marked {
  const compared = compare(value, multiply(units, order.price));
  const isBeyond = order.side === 'BUY' ? compared > 0 : compared < 0;
  const differs = isBeyond ? `traded beyond the limit of ${money(order.price)}` : null;
  return { field: 'price within the limit', differs };
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

const FIXED: readonly string[] = ['side', 'security', 'account'];

function candidate(
  id: string,
  name: string,
  marks: readonly (Marked | null)[],
  against: readonly string[],
): Candidate {
  const known = marks.filter((one) => one !== null);
  const fixed = known.some(({ field, differs }) => differs !== null && FIXED.includes(field));
  return {
    impossible: fixed || against.length > 0,
    orderId: null,
    id,
    name,
    fits: known.filter(({ differs }) => differs === null).map(({ field }) => field),
    differs: [...known.flatMap(({ differs }) => (differs === null ? [] : [differs])), ...against],
  };
}

function bestFirst<T extends Candidate>(rows: readonly T[]): readonly T[] {
  return rows.toSorted(
    (a, b) =>
      a.differs.length - b.differs.length ||
      b.fits.length - a.fits.length ||
      (a.id < b.id ? -1 : 1),
  );
}
