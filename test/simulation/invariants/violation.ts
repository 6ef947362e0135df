import type { Exchange } from '../../../simulator/exchange.js';
import type { Order } from '../../../simulator/orders/order-ledger.js';
import type { BookedOrder, Books } from '../books.js';
import type { Corrections } from '../people/corrections.js';
import type { Intent } from '../people/dealers.js';
import type { Network } from '../world/network.js';
import type { Plan } from '../plans/plan.js';
import type { World } from '../world/world.js';

/** The invariants, by the names under which they are reported. */
export const INVARIANTS = {
  'I1 one intent': 'an intent is one order under one reference, for ever',
  'I2 one at the exchange': 'the exchange takes at most one order of an intent',
  'I3 write ahead': 'no call leaves without a committed row of the journal of its own',
  'I4 ambiguous is no failure':
    'nothing is Rejected, Cancelled, Expired or sent again against the truth',
  'I5 one mutation in flight': 'of one order one request is on its way at most',
  'I6 evidence for a link': 'an order number is bound to the order it is of, and to no other',
  'I7 no orphan': 'every order under our code is bound, or somebody is told',
  'I8 nothing is stuck': 'once faults stop, everything becomes certain or a person is told',
  'I9 monotone':
    'matched units never fall, Filled is final unless other units were traded than its own, fills make the sums',
  'I10 no stale send': 'nothing but a cancel leaves outside its session and trading day',
  'I11 send cap': 'a post is sent three times at most, but for what the gateway refused',
  'I12 acknowledged is durable': 'what a dealer was told is on the disk, and stays there',
  'I14 proof by a list': 'what a list is said to prove stands in it, as it is held',
  'I17 rate': 'no rolling minute of the exchange sees more than 100 calls of a key',
  'I18 cancels first': 'a cancel that may be sent waits behind nothing else',
  'I22 chain': 'the audit chain has no gap and every hash is right',
  'I23 complete trail': 'the trail alone rebuilds every order',
  'I26 attributed': 'every entry has an actor, an instant and a type',
  'I28 single claim': 'one call for one epoch of a request',
  'I29 certain is true':
    'what is certain, and told to nobody, is true or was within two poll intervals',
  'I30 number of evidence':
    'nothing is sent for a number that the newest evidence does not give us',
  'I31 replies to the byte': 'what is kept of a long reply has its digest',
  'I32 taken over is true':
    "units taken over, units matched and executions booked were the exchange's, whoever is told",
  'I33 beyond the limit is told':
    'an execution beyond the limit, booked after the last edit, has a break that tells of it',
  'I34 as of': 'the trail shows an order as it was shown at any moment before',
  'I35 old reads are deleted':
    'reads of the exchange, and replies, that nothing needs any more are gone',
  'F6 a day adds up': 'every day is closed, without difference, and every break of it has ended',
  agreement: 'what is certain and unbroken agrees with the exchange',
  stillness: 'no real timer and no real I/O while the simulation runs',
} as const;

export type InvariantName = keyof typeof INVARIANTS;

export interface Violation {
  readonly invariant: InvariantName;
  readonly detail: string;
}

export type Report = (invariant: InvariantName, detail: string) => void;

/** What checks look at. The exchange's own books are the truth, never ours. */
export interface Scene {
  readonly plan: Plan;
  readonly world: World;
  readonly books: Books;
  readonly exchange: Exchange;
  readonly network: Network;
  readonly intents: readonly Intent[];
  readonly corrections: Corrections;
}

/** Orders of the exchange by our reference; what an edit has put in their place comes with them. */
export type Taken = ReadonlyMap<string, readonly Order[]>;

/** Where no record has the limit, nobody can learn that an acknowledged edit of the price was not done. */
export function mayHideEdits({ exchange }: Pick<Scene, 'exchange'>): boolean {
  const { editTakesEffect, basePriceMeans, basePriceShown, nullFields } = exchange.venue.parameters;
  const showsLimit =
    basePriceMeans === 'current-limit' && basePriceShown === 'yes' && nullFields === 'none';
  return editTakesEffect !== 'yes' && !showsLimit;
}

/** Each trade of an order stands in the rows once, and can be told from the others. */
export function showsEachOnce({ exchange }: Pick<Scene, 'exchange'>): boolean {
  return showsEach({ exchange }) && exchange.venue.parameters.tradeCopies === 'none';
}

/** Trades of which nobody can tell one from another may be counted twice. */
export function showsEach({ exchange }: Pick<Scene, 'exchange'>): boolean {
  const { tradeMatchingIdMissing, tradeRowsRepeatId } = exchange.venue.parameters;
  return tradeMatchingIdMissing === 'no' && tradeRowsRepeatId !== 'per-sweep';
}

export function takenFor(exchange: Exchange): Taken {
  exchange.advance();
  const taken = new Map<string, Order[]>();
  for (const order of exchange.venue.floor.ledger.all()) {
    if (order.origin !== 'client' || order.replaces !== null) continue;
    const orders = taken.get(order.terms.orderRef) ?? [];
    orders.push(order);
    taken.set(order.terms.orderRef, orders);
  }
  return taken;
}

/** The order that is in the book now, after every replacement. */
export function latestOf(order: Order): Order {
  return order.replacedBy === null ? order : latestOf(order.replacedBy);
}

/** The order and all that replaced it. */
export function chainOf(order: Order): readonly Order[] {
  return order.replacedBy === null ? [order] : [order, ...chainOf(order.replacedBy)];
}

/** The exchange may write a number with zeros before it; we keep what it writes. */
export function sameNumber(ours: string | null, order: Order): boolean {
  return ours !== null && ours.replace(/^0+/, '') === order.orderNumber.toString();
}

/** Several orders of the exchange have the number, the side and the security. */
export function areAlike(
  scene: Scene,
  { order_number: number, side, security }: Pick<BookedOrder, 'order_number' | 'side' | 'security'>,
): boolean {
  if (number === null) return false;
  const holders = scene.exchange.venue.floor.ledger.all().filter((one) => sameNumber(number, one));
  return (
    holders.filter(({ terms }) => terms.side === side && terms.security === security).length > 1
  );
}
