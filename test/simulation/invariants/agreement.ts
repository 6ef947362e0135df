import { compare } from '../../../src/infra/decimal.js';
import { TOLD_AFTER_MS } from '../../../src/orders/reconciliation/unknown-outcomes/inferred-numbers.js';
import type { Order } from '../../../simulator/orders/order-ledger.js';
import type { BookedFill, BookedOrder, BookedRequest } from '../books.js';
import {
  chainOf,
  latestOf,
  mayHideEdits,
  sameNumber,
  showsEachOnce,
  takenFor,
  type InvariantName,
  type Report,
  type Scene,
} from './violation.js';

/**
 * What must hold once faults have stopped and an hour has passed at most: I7, I8, and that what is
 * certain and unbroken is as the exchange has it.
 */
export function checkAgreement(scene: Scene, report: Report): void {
  const orders = scene.books.orders();
  const requests = byOrder(scene.books.requests());
  const fills = byOrder(scene.books.fills());
  const taken = takenFor(scene.exchange);
  const explained = scene.books.ordersExplained();
  const otherwise = scene.books.ordersExplainedOtherwise();
  for (const order of orders) {
    const own = requests.get(order.id) ?? [];
    stuck(order, own, report);
    const certain = own.every(({ state }) => state !== 'Sent' && state !== 'Unknown');
    // What people have ended is their care: units changed elsewhere, an order that is over.
    if (!certain || order.open_breaks > 0 || otherwise.has(order.id)) continue;
    const chain = (taken.get(order.order_ref) ?? []).flatMap(chainOf);
    const compared = { order, chain, fills: fills.get(order.id) ?? [] };
    // Of one of whose trades they have decided, the executions are what they have decided.
    if (explained.has(order.id)) filled(scene, compared, differsBy(report, order));
    else agreed(scene, compared, report);
  }
  orphans(scene, orders, report);
  inferredLongAgo(scene, report);
}

/** So long a number may stay inferred before people are told, with a minute or two to look. */
const INFERRED_MOST_MS = TOLD_AFTER_MS + 120_000;

function inferredLongAgo({ books, world }: Scene, report: Report): void {
  for (const { id, order_number: number, linkedAt } of books.inferredUntold()) {
    if (linkedAt > world.now - INFERRED_MOST_MS) continue;
    report('I8 nothing is stuck', `nothing proves ${number} of ${id}, and nobody is told`);
  }
}

function byOrder<T extends { readonly order_id: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row.order_id);
    if (group === undefined) groups.set(row.order_id, [row]);
    else group.push(row);
  }
  return groups;
}

function stuck(order: BookedOrder, requests: readonly BookedRequest[], report: Report): void {
  const owned = order.open_breaks > 0;
  for (const { id, kind, state } of requests) {
    if (state === 'Sent' || (state === 'Unknown' && !owned)) {
      report('I8 nothing is stuck', `${kind} ${id} of ${order.id} is ${state}, and nobody is told`);
    }
    if (state === 'Queued' && !owned) {
      report('I8 nothing is stuck', `${kind} ${id} of ${order.id} is still Queued`);
    }
  }
}

interface Compared {
  readonly order: BookedOrder;
  /** The exchange's order and what replaced it, oldest first; empty when it has none. */
  readonly chain: readonly Order[];
  readonly fills: readonly BookedFill[];
}

const OURS: Readonly<Record<Order['state'], readonly string[]>> = {
  Working: ['Posted', 'Open', 'Amended'],
  Filled: ['Filled'],
  Cancelled: ['Cancelled'],
  // In the exchange's words an order that ended with its day may be a cancelled one.
  Expired: ['Expired', 'Cancelled'],
  Removed: ['Expired', 'Cancelled'],
  Replaced: [],
};
/** Of an order that never came to the exchange. */
const NOWHERE = ['New', 'Rejected', 'Cancelled', 'Expired'];

function differsBy(report: Report, { id, client_order_id: name }: BookedOrder) {
  return (what: string, invariant: InvariantName = 'agreement'): void =>
    report(invariant, `${id} (${name}): ${what}`);
}

function agreed(scene: Scene, compared: Compared, report: Report): void {
  const { order, chain } = compared;
  const differs = differsBy(report, order);
  const first = chain[0];
  if (first === undefined) {
    if (!NOWHERE.includes(order.status)) differs(`is ${order.status}, the exchange has none`);
    return;
  }
  const last = latestOf(first);
  if (['New', 'Rejected'].includes(order.status)) {
    differs(
      `is ${order.status}, the exchange has ${first.orderNumber}`,
      'I4 ambiguous is no failure',
    );
    return;
  }
  if (!OURS[last.state].includes(order.status) && !hasLapsed(scene, order, last)) {
    differs(`is ${order.status}, at the exchange ${last.state}`);
  }
  const matched = chain.reduce((sum, one) => sum + one.matched, 0);
  // What replaced it may have been cancelled before any answer could show it; nothing was traded of either.
  const isOver = order.status === 'Cancelled' && last.state === 'Cancelled' && matched === 0;
  if (!isOver && !sameNumber(order.order_number, last)) {
    differs(`has number ${order.order_number ?? 'none'}, at the exchange ${last.orderNumber}`);
  }
  const earlier = chain.slice(0, -1).reduce((sum, one) => sum + one.matched, 0);
  if (compare(order.matched_units, String(matched)) !== 0) {
    differs(`has ${order.matched_units} matched, at the exchange ${matched}`);
  }
  // Where nothing of a closed order is shown, nobody can learn what its units were in the end.
  const ended = last.state === 'Expired' || last.state === 'Removed';
  const shown = last.state === 'Working' || (!ended && !isOver && showsUnits(scene, last));
  if (shown && compare(order.units, String(last.units + earlier)) !== 0) {
    differs(`has ${order.units} units, at the exchange ${last.units + earlier}`);
  }
  const kobo = Math.round(Number(order.price) * 100);
  const isKnown = saysItsPrice(scene, compared) && !mayHideEdits(scene);
  if (last.state === 'Working' && isKnown && kobo !== last.price) {
    differs(`has a price of ${order.price}, at the exchange ${last.price / 100}`);
  }
  filled(scene, compared, differs);
}

/** Some exchanges cancel day orders at the close; where nothing shows that in a word that is known, ours have expired. */
function hasLapsed(scene: Scene, { status }: BookedOrder, { versions }: Order): boolean {
  const { closedOrderEnquiry, statusWords, cancelledPending } = scene.exchange.venue.parameters;
  const isUnexplained = statusWords === 'codes' && cancelledPending === 'left';
  if (closedOrderEnquiry === 'record' && !isUnexplained) return false;
  return status === 'Expired' && versions.at(-1)?.cause === 'session closed';
}

/**
 * Whether the order's price claims to be the exchange's; an inferred one does not where prices come and go by
 * themselves, nor where no edit of it was done: nothing has shown then that `BasePrice` is the limit.
 */
function saysItsPrice({ exchange, plan }: Scene, { order, chain }: Compared): boolean {
  const { price_grade: grade } = order;
  if (grade !== 'Inferred' && grade !== null) return grade !== 'Doubtful';
  const { editTakes, editTakesEffect, postedPrice } = exchange.venue.parameters;
  const prices = chain.flatMap(({ versions }) => versions.map(({ price }) => price));
  if (editTakesEffect === 'not-always' && new Set(prices).size === 1) return false;
  return postedPrice !== 'rounded' && editTakes === 'both' && plan.repriced === 0;
}

function showsUnits(scene: Scene, { state }: Order): boolean {
  const { closedOrderEnquiry, quantityMeans } = scene.exchange.venue.parameters;
  const showsExecuted = quantityMeans === 'executed-once-over' && state === 'Cancelled';
  return closedOrderEnquiry === 'record' && !showsExecuted;
}

/** Fills can only be booked where the exchange's rows tell executions apart. */
function filled(scene: Scene, { chain, fills }: Compared, differs: (what: string) => void): void {
  if (!showsEachOnce(scene)) return;
  const trades = scene.exchange.venue.floor.tape.all().flatMap((trade) =>
    trade.sides
      .filter((side) => chain.includes(side.order))
      .flatMap((side) => {
        const counts = scene.corrections.truthOf(trade, side);
        if (counts === null) return [];
        return `${trade.matchingId} ${side.orderNumber} ${counts.units}@${counts.price / 100}`;
      }),
  );
  const booked = fills.map(
    (fill) =>
      `${fill.matching_id} ${withoutZeros(fill.order_number)} ${fill.units}@${Number(fill.price)}`,
  );
  if (trades.sort().join() !== booked.sort().join()) {
    differs(`has fills ${booked.join() || 'none'}, at the exchange ${trades.join() || 'none'}`);
  }
}

function orphans(scene: Scene, orders: readonly BookedOrder[], report: Report): void {
  const { ledger } = scene.exchange.venue.floor;
  if (scene.exchange.venue.parameters.listCap !== 'none') return;
  const bound = new Set(
    scene.books
      .all<{ number: string }>('SELECT order_number AS number FROM order_numbers')
      .map(({ number }) => withoutZeros(number)),
  );
  const told = new Set(scene.books.numbersTold().map(withoutZeros));
  const doubted = new Set(
    orders.filter((order) => order.open_breaks > 0).map((order) => order.order_ref),
  );
  for (const order of ledger.all()) {
    const number = order.orderNumber.toString();
    if (order.terms.brokerCode !== 'MARINA' || order.state !== 'Working') continue;
    if (bound.has(number) || told.has(number) || doubted.has(order.terms.orderRef)) continue;
    report('I7 no orphan', `${number} (${order.origin}) works at the exchange, and nobody is told`);
  }
}

function withoutZeros(number: string): string {
  return number.replace(/^0+/, '');
}
