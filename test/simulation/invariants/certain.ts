import { compare } from '../../../src/infra/decimal.js';
import { tradingDateOf } from '../../../src/market/trading-calendar/trading-day.js';
import type { Order, OrderState, OrderVersion } from '../../../simulator/orders/order-ledger.js';
import type { BookedOrder } from '../books.js';
import {
  areAlike,
  chainOf,
  mayHideEdits,
  showsEach,
  type Report,
  type Scene,
  type Taken,
} from './violation.js';

/**
 * I29: whatever is certain is true at the exchange or was true within two
 * poll intervals, or has been claimed for no longer. Each claim is compared with the whole history of the order
 * in the exchange's own books.
 *
 * An interval is over when the next poll begins. A poll is what the exchange has answered whole: the trades
 * and the broker's list, and of an order that is said to work an enquiry, because trades and list need not
 * show how many of its units are matched, and what became of it.
 */
const POLLS = 3;

/** One order as the exchange had it from an instant on, over all the numbers it has had. */
export interface ExchangeView {
  readonly from: number;
  readonly state: OrderState | 'None';
  readonly number: string | null;
  readonly units: number;
  /** In kobo. */
  readonly price: number;
  readonly matched: number;
}

const NOT_THERE: ExchangeView = {
  from: -Infinity,
  state: 'None',
  number: null,
  units: 0,
  price: 0,
  matched: 0,
};

/** Oldest first, beginning before the order came. */
export function historyOf(chain: readonly Order[]): readonly ExchangeView[] {
  const notes = chain.flatMap((order, place) =>
    order.versions.map((version) => ({ order, place, version })),
  );
  notes.sort((a, b) => a.version.at - b.version.at || a.place - b.place);
  const newest = new Map<Order, OrderVersion>();
  const views = [NOT_THERE];
  for (const { order, version } of notes) {
    newest.set(order, version);
    const last = chain.findLast((one) => newest.has(one)) ?? order;
    const { state, units, price, matched } = newest.get(last) ?? version;
    const sum = [...newest.values()].reduce((total, one) => total + one.matched, 0);
    const number = last.orderNumber.toString();
    views.push({
      from: version.at,
      state,
      number,
      units: units + sum - matched,
      price,
      matched: sum,
    });
  }
  return views;
}

const STATES: Readonly<Record<string, readonly ExchangeView['state'][]>> = {
  New: ['None'],
  Rejected: ['None'],
  Posted: ['Working'],
  Open: ['Working'],
  Amended: ['Working'],
  Filled: ['Filled'],
  // In the exchange's words an order that ended with its day may be a cancelled one.
  Cancelled: ['None', 'Cancelled', 'Expired', 'Removed'],
  Expired: ['None', 'Expired', 'Removed', 'Cancelled'],
};
const WORKING: readonly string[] = ['Posted', 'Open', 'Amended'];

type Claim = (view: ExchangeView) => boolean;

/** Each compared by itself: two of them may be read in two answers. */
function claimsOf(order: BookedOrder, isRepriced: boolean): ReadonlyMap<string, Claim> {
  const number = order.order_number?.replace(/^0+/, '') ?? null;
  const ifThere =
    (claim: Claim): Claim =>
    (view) =>
      view.state === 'None' || claim(view);
  const price = Math.round(Number(order.price) * 100);
  // The desk tells with it how it knows the price; whether an edit, or another desk, came before the end, nobody can learn.
  const works = WORKING.includes(order.status);
  const isPriceKnown =
    (order.price_grade === 'Shown' && (works || !isRepriced)) ||
    (order.price_grade === 'Acknowledged' && works);
  return new Map<string, Claim>([
    [order.status, ({ state }) => STATES[order.status]?.includes(state) === true],
    [`number ${number ?? 'none'}`, (view) => number === null || number === view.number],
    [
      `${order.matched_units} matched`,
      ({ matched }) => compare(order.matched_units, String(matched)) === 0,
    ],
    [`${order.units} units`, ifThere(({ units }) => compare(order.units, String(units)) === 0)],
    [`price ${order.price}`, ifThere((view) => !isPriceKnown || view.price === price)],
  ]);
}

export class Certain {
  /** Since when each claim that is not true now has been made without a pause. */
  private heldSince = new Map<string, number>();

  constructor(
    private readonly scene: Scene,
    private readonly report: Report,
  ) {}

  look(taken: Taken): void {
    const { books, plan } = this.scene;
    // What two people have ended by their word is their care.
    const explained = plan.days.length > 0 ? books.ordersExplained() : new Set<string>();
    const before = this.heldSince;
    this.heldSince = new Map();
    for (const order of books.all<BookedOrder>(CERTAIN)) {
      if (!explained.has(order.id)) this.compare(order, taken.get(order.order_ref) ?? [], before);
    }
  }

  private compare(
    order: BookedOrder,
    roots: readonly Order[],
    before: ReadonlyMap<string, number>,
  ): void {
    const history = historyOf(roots.flatMap(chainOf));
    const now = history.at(-1);
    for (const [what, claim] of claimsOf(order, this.scene.plan.repriced > 0)) {
      if (now === undefined || claim(now) || this.isLeftOut(order, now, what)) continue;
      const key = `${order.id} ${what} ${this.timesSaid(order, what)}`;
      const held = before.get(key) ?? this.scene.world.now;
      this.heldSince.set(key, held);
      const since = Math.max(endOf(history, this.wasTrue(order, what, claim)) ?? held, held);
      if (!this.arePast(order, what, since)) continue;
      const { state, number, units, matched, price } = now;
      const truth = `${state} ${number ?? ''}, ${matched} of ${units} at ${price / 100}`;
      this.report('I29 certain is true', `${order.id}: ${what}, at the exchange ${truth}`);
    }
  }

  /** A price is claimed anew when another edit of the order is acknowledged: that one names it again. */
  private timesSaid({ id }: BookedOrder, what: string): number {
    if (!what.startsWith('price ')) return 0;
    const edits = "order_requests WHERE order_id = ? AND kind = 'Edit' AND state = 'Acknowledged'";
    return this.scene.books.count(edits, id);
  }

  /**
   * Executions whose rows have no id of their own are not booked one by one: what is matched is then a sum
   * that may never have been the exchange's, and is compared as the least that is matched.
   */
  private wasTrue(order: BookedOrder, what: string, claim: Claim): Claim {
    if (showsEach(this.scene) || !what.endsWith(' matched')) return claim;
    return ({ matched }) => compare(order.matched_units, String(matched)) >= 0;
  }

  private isLeftOut(order: BookedOrder, now: ExchangeView, what: string): boolean {
    const { exchange } = this.scene;
    // Records, lists and trades of the order that was given its number read like its own, as long as no less is matched.
    const { orderNumbersInUse } = exchange.venue.parameters;
    if (orderNumbersInUse === 'given-again-when-ended' && areAlike(this.scene, order)) return true;
    // What replaced it may have been cancelled before any answer could show it; nothing was traded of either.
    const isOver = order.status === 'Cancelled' && now.state === 'Cancelled' && now.matched === 0;
    if (isOver && (what.startsWith('number ') || what.endsWith(' units'))) return true;
    if (what.startsWith('price ')) return mayHideEdits(this.scene) || this.hasOddWord(order);
    if (!what.endsWith(' units')) return false;
    // Where nothing of an order that has ended is shown, nobody can learn what its units were.
    const { closedOrderEnquiry } = exchange.venue.parameters;
    const isShown = now.state === 'Working' || closedOrderEnquiry === 'record';
    return !isShown || now.state === 'Removed';
  }

  /** A word that nobody has explained may stand for "Amended", and need show no price. */
  private hasOddWord({ id }: BookedOrder): boolean {
    const open = "breaks WHERE order_id = ? AND type = 'UnmappedValue' AND closed_at IS NULL";
    return this.scene.books.count(open, id) > 0;
  }

  /** Whether two poll intervals are past since then. */
  private arePast(order: BookedOrder, what: string, since: number): boolean {
    const { listLagMs, tradesLagMs, enquiryLagMs, editDelayMs, cancelDelayMs, statusWords } =
      this.scene.exchange.venue.parameters;
    const delay = Math.max(editDelayMs, cancelDelayMs);
    const from = since + Math.max(listLagMs, tradesLagMs, enquiryLagMs) + delay;
    const isOver = !WORKING.includes(order.status);
    const reads = new Map<string, number>();
    for (const { at, read, endpoint, body } of this.scene.network.sent.toReversed()) {
      if (at < from) break;
      const other =
        (endpoint === 'order/enquiry' && !asksFor(order, body)) ||
        (endpoint === 'daily/trades' && isOver && !ofItsDays(order, body));
      if (read && !other) reads.set(endpoint, (reads.get(endpoint) ?? 0) + 1);
    }
    const count = (endpoint: string): number => reads.get(endpoint) ?? 0;
    if (Math.min(count('daily/trades'), count('broker/order/enquiry')) < POLLS) return false;
    // Of an order that is over only an enquiry shows how many units it had in the end; and where the
    // exchange's words are not known, only its quantities show whether it works.
    const needsEnquiry = !isOver || what.endsWith(' units') || statusWords === 'codes';
    return !needsEnquiry || count('order/enquiry') >= POLLS;
  }
}

/** Certain, as callers see it, whatever else people are told about it. */
const CERTAIN = `SELECT * FROM orders WHERE certain = 1
  AND number_doubt IS NULL AND fewer_matched_since IS NULL AND trades_differ_on IS NULL AND (order_number IS NULL OR number_grade <> 'Inferred')`;

function asksFor({ order_number: number }: BookedOrder, body: string | null): boolean {
  return number !== null && body === JSON.stringify({ orderNumber: number });
}

/** Only the trades of the days on which an order has traded show that one of them was taken back. */
function ofItsDays({ trading_date: date, closed_at }: BookedOrder, body: string | null): boolean {
  const { tradeDate = '' } = JSON.parse(body ?? '{}') as { readonly tradeDate?: string };
  return tradeDate === date || (closed_at !== null && tradeDate === tradingDateOf(closed_at));
}

/** When the claim, which does not hold now, ceased to; null when it never did. */
function endOf(history: readonly ExchangeView[], claim: Claim): number | null {
  const last = history.findLastIndex((view) => claim(view));
  return last < 0 ? null : (history[last + 1]?.from ?? null);
}
