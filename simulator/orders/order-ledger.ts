/*
 * Every order that the exchange has ever accepted, with all its earlier versions, so that a list can be
 * answered as of some time ago. Order numbers are bigint. When they restart each day, a number means
 * the newest order with it, and numbers of orders that are still working are skipped. Closed orders of
 * the background market are forgotten; all others are kept.
 */
import type { ExchangeParameters } from '../control/parameters.js';

export type Side = 'BUY' | 'SELL';
export type OrderState = 'Working' | 'Filled' | 'Cancelled' | 'Expired' | 'Replaced' | 'Removed';
/** Who placed the order: a client with a key, the background market, or the control API. */
export type Origin = 'client' | 'background' | 'external';

export interface OrderTerms {
  readonly orderRef: string;
  readonly side: Side;
  readonly security: string;
  readonly timeInForce: string;
  readonly accountNumber: string;
  readonly brokerCode: string;
  readonly clientName: string;
  readonly units: number;
  /** In kobo. */
  readonly price: number;
}

export interface OrderVersion {
  readonly at: number;
  readonly cause: string;
  readonly state: OrderState;
  readonly units: number;
  readonly price: number;
  readonly matched: number;
  readonly amended: boolean;
}

export interface Order {
  readonly sequence: number;
  readonly orderNumber: bigint;
  readonly origin: Origin;
  readonly terms: OrderTerms;
  readonly tradeDate: string;
  readonly replaces: Order | null;
  replacedBy: Order | null;
  units: number;
  price: number;
  matched: number;
  state: OrderState;
  amended: boolean;
  /** Set by control: the status word that every record shows, and whether records are withheld. */
  statusWord: string | null;
  hidden: boolean;
  readonly versions: OrderVersion[];
}

export const DAY_ORDER = 'Day Order (DO)';

const FIRST_NUMBERS: Readonly<Record<ExchangeParameters['orderNumberStart'], bigint>> = {
  small: 700_001n,
  'above-2-53': 9_007_199_254_740_993n,
  'nineteen-digits': 7_205_759_403_792_793_601n,
};

export function pendingOf(order: Order): number {
  return order.state === 'Working' ? Math.max(0, order.units - order.matched) : 0;
}

export class OrderLedger {
  private readonly parameters: () => ExchangeParameters;
  private readonly byNumber = new Map<bigint, Order>();
  private readonly kept: Order[] = [];
  private readonly references = new Map<string, { brokerCode: string; tradeDate: string }[]>();
  private lastSequence = 0;
  private nextNumber: bigint | null = null;

  constructor(parameters: () => ExchangeParameters) {
    this.parameters = parameters;
  }

  /** Of the next order. */
  get nextSequence(): number {
    return this.lastSequence + 1;
  }

  open(
    terms: OrderTerms,
    origin: Origin,
    tradeDate: string,
    at: number,
    replaces: Order | null = null,
  ): Order {
    const orderNumber = this.inUse(origin, terms.brokerCode, tradeDate) ?? this.fresh();
    this.lastSequence += 1;
    const order: Order = {
      sequence: this.lastSequence,
      orderNumber,
      origin,
      terms,
      tradeDate,
      replaces,
      replacedBy: null,
      units: terms.units,
      price: terms.price,
      matched: 0,
      state: 'Working',
      amended: false,
      statusWord: null,
      hidden: false,
      versions: [],
    };
    this.byNumber.set(orderNumber, order);
    if (origin !== 'background') this.kept.push(order);
    this.note(order, replaces === null ? 'posted' : 'replaced', at);
    return order;
  }

  private fresh(): bigint {
    let orderNumber = this.nextNumber ?? FIRST_NUMBERS[this.parameters().orderNumberStart];
    // Numbers that restart skip those of orders that still work.
    while (this.byNumber.get(orderNumber)?.state === 'Working') orderNumber += 1n;
    this.nextNumber = orderNumber + 1n;
    return orderNumber;
  }

  /** The number of a client order that works, worked until an edit replaced it, or has ended, if another channel may be given it. */
  private inUse(origin: Origin, brokerCode: string, tradeDate: string): bigint | null {
    const { orderNumbersInUse } = this.parameters();
    if (origin !== 'external' || orderNumbersInUse === 'passed-over') return null;
    if (orderNumbersInUse === 'given-again-when-replaced') return this.replaced(tradeDate);
    if (orderNumbersInUse === 'given-again-when-ended') return this.ended(tradeDate);
    const isByBroker = orderNumbersInUse === 'counted-by-broker';
    const held = this.kept.findLast(
      (one) =>
        one.origin === 'client' &&
        one.state === 'Working' &&
        !(isByBroker && one.terms.brokerCode === brokerCode),
    );
    return held?.orderNumber ?? null;
  }

  private replaced(tradeDate: string): bigint | null {
    const held = this.kept.findLast(
      (one) =>
        one.origin === 'client' &&
        one.replacedBy !== null &&
        one.tradeDate === tradeDate &&
        this.byNumber.get(one.orderNumber) === one,
    );
    return held?.orderNumber ?? null;
  }

  private ended(tradeDate: string): bigint | null {
    const held = this.kept.findLast(
      (one) =>
        one.origin === 'client' &&
        one.state !== 'Working' &&
        one.tradeDate === tradeDate &&
        this.byNumber.get(one.orderNumber) === one,
    );
    return held?.orderNumber ?? null;
  }

  /** Records the order's current state as its newest version, and forgets a closed background order. */
  note(order: Order, cause: string, at: number): void {
    if (order.origin === 'background') {
      if (order.state !== 'Working' && this.byNumber.get(order.orderNumber) === order) {
        this.byNumber.delete(order.orderNumber);
      }
      return;
    }
    const { state, units, price, matched, amended } = order;
    order.versions.push({ at, cause, state, units, price, matched, amended });
  }

  find(orderNumber: string): Order | null {
    return /^\d{1,40}$/.test(orderNumber) ? (this.byNumber.get(BigInt(orderNumber)) ?? null) : null;
  }

  /** All orders except those of the background market, oldest first. */
  all(): readonly Order[] {
    return this.kept;
  }

  working(): Order[] {
    return [...this.byNumber.values()].filter((order) => order.state === 'Working');
  }

  restartNumbers(): void {
    this.nextNumber = null;
  }

  noteReference(orderRef: string, brokerCode: string, tradeDate: string): void {
    const uses = this.references.get(orderRef) ?? [];
    uses.push({ brokerCode, tradeDate });
    this.references.set(orderRef, uses);
  }

  isDuplicate(orderRef: string, brokerCode: string, tradeDate: string): boolean {
    const { duplicateCheck, duplicateScope } = this.parameters();
    if (duplicateCheck === 'off') return false;
    const uses = this.references.get(orderRef) ?? [];
    if (duplicateScope === 'day') return uses.some((use) => use.tradeDate === tradeDate);
    if (duplicateScope === 'broker') return uses.some((use) => use.brokerCode === brokerCode);
    return uses.length > 0;
  }
}

/** The order as of an instant; null if it did not exist yet. */
export function versionAt(order: Order, instant: number): OrderVersion | null {
  let found: OrderVersion | null = null;
  for (const version of order.versions) {
    if (version.at > instant) break;
    found = version;
  }
  return found;
}

/** The order as it is now; background orders keep no versions. */
export function versionNow(order: Order, at: number): OrderVersion {
  const { state, units, price, matched, amended } = order;
  return { at, cause: 'now', state, units, price, matched, amended };
}
