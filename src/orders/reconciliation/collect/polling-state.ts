import type { EnquiryHistory } from '../order-records/enquiry-history.js';
import type { TradeRow } from '../../../infra/exchange/api/enquiry-api.js';

/** How many answers, and since when by the monotonic clock. */
export interface Streak {
  readonly times: number;
  readonly since: number;
}

/** What today's trades, asked for at `askedAt`, show of orders of other brokers, by their numbers. */
export interface OtherBrokersRows {
  readonly date: string;
  readonly askedAt: number;
  readonly byNumber: ReadonlyMap<string, readonly TradeRow[]>;
}

/** A price, and the database time at which the answer that shows it was asked for. */
export interface ShownPrice {
  readonly price: string;
  readonly askedAt: number;
}

export interface ShownBasePrice {
  readonly basePrice: string;
  readonly matchedUnits: string | null;
  /** Database time of the enquiry. */
  readonly askedAt: number;
}

/** What the list of its account has last shown of an order, or how often it was not answered. */
export interface AccountLook {
  /** Database time. */
  readonly askedAt: number;
  /** Null: it was not answered. */
  readonly isShown: boolean | null;
  /** Database times of the last looks in a row without an answer, and of those in a row that no key might ask for. */
  readonly unanswered: readonly number[];
  readonly forbidden: readonly number[];
}

const DAYS_KEPT = 60;

/** The last list of the broker that was read. */
export interface LastList {
  readonly askedAt: number;
  /** Orders of ours that it left out. */
  readonly absent: ReadonlySet<string>;
  /** Orders of ours that it showed working, as we hold them. */
  readonly confirmed: ReadonlySet<string>;
}

/**
 * What this process remembers from one run to the next. Losing it costs calls and time, never evidence. A dry
 * run works on a copy.
 */
export class PollingState {
  /** What earlier enquiries of each order have shown; orders without any doubt are left out. */
  readonly histories: Map<string, EnquiryHistory>;
  /** Closed orders that lists show working: how often, and since when, enquiries have shown them closed. */
  readonly closedByEnquiry: Map<string, Streak>;
  /** Closed orders that every list has shown working: how many lists, and since when by the monotonic clock. */
  readonly closedButListedWorking: Map<string, Streak>;
  /** Orders whose number the day's trades have shown of another broker, too: that number, and whether alike. */
  readonly numbersOfTwoBrokers: Map<string, string>;
  /** Of the last answer with today's trades. */
  otherBrokersRows: OtherBrokersRows | null;
  /** Orders whose `BasePrice` has followed an edit of ours. */
  readonly basePriceFollows: Set<string>;
  /** What the last enquiry of each working order showed as `BasePrice`, and as matched by then. */
  readonly basePricesShown: Map<string, ShownBasePrice>;
  /** Of each side of a security, the last `BasePrice` that was the limit of an order of which nothing was matched. */
  readonly limitsShown: Map<string, ShownPrice>;
  /** Sides of securities whose orders `BasePrice` has shown the limits of: see `noteBasePrice`. */
  readonly basePricesShowLimits: Set<string>;
  /** How often each order was enquired since a later session opened. */
  readonly askedLate: Map<string, number>;
  /** Orders of earlier days that have a break because they are still listed. */
  readonly stillListed: Set<string>;
  /** Monotonic time of each order's last enquiry. */
  readonly enquiredAt: Map<string, number>;
  /** Monotonic time at which the trades of each day were last asked for. */
  readonly tradesAskedAt: Map<string, number>;
  /** Booked executions that the last whole answers for each day left out, by key. */
  readonly unshown: Map<string, ReadonlyMap<string, Streak>>;
  /** Traded numbers that need no second look because they are ours or have a break, and since when we keep them. */
  readonly settled: { readonly numbers: Set<string>; since: number };
  /** Executions in the last answer for a day that another day's answer had shown first. */
  readonly shownElsewhere: Map<string, ReadonlySet<string>>;
  /** Trades under numbers that nobody here has, by key: the last audit entry when each was first shown. */
  readonly straysSince: Map<string, number>;
  /** Orders whose resting row in the day's trades has shown the price that we hold. */
  readonly restedAtOurPrice: Set<string>;
  /** Resting rows have shown different limits of two orders of one security. */
  restingRowsShowLimits: boolean;
  /** Monotonic time at which the list of its account was last asked for, of orders whose number only that can confirm. */
  readonly accountAskedAt: Map<string, number>;
  /** Of orders whose cancel may be sent again. */
  readonly accountLooks: Map<string, AccountLook>;
  /** Numbers, with the accounts of other orders of ours that trades have shown under them. */
  readonly swappedNumbers: Set<string>;
  /** Monotonic time at which a number was last compared with a refused order. */
  readonly refusalsLookedAt: Map<string, number>;
  /** How many lists in a row left out most working orders, and since when. */
  listLacking: Streak | null;
  lastList: LastList | null;
  /** Orders that a list has shown working, as we hold them. */
  readonly listed: Set<string>;
  /** Whether any list has been read since the start. */
  hasReadList: boolean;
  /** Monotonic time since which no run of an open session has had a list. */
  unlistedSince: number | null;
  /** Whether the exchange has ever shown trades of an earlier day. */
  showsEarlierDays: boolean;
  /** Whether orders wait for the enquiry that ends them after their day. */
  dayEnds: boolean;

  constructor(of?: PollingState) {
    this.histories = new Map(of?.histories);
    this.closedByEnquiry = new Map(of?.closedByEnquiry);
    this.closedButListedWorking = new Map(of?.closedButListedWorking);
    this.numbersOfTwoBrokers = new Map(of?.numbersOfTwoBrokers);
    this.otherBrokersRows = of?.otherBrokersRows ?? null;
    this.basePriceFollows = new Set(of?.basePriceFollows);
    this.basePricesShown = new Map(of?.basePricesShown);
    this.limitsShown = new Map(of?.limitsShown);
    this.basePricesShowLimits = new Set(of?.basePricesShowLimits);
    this.askedLate = new Map(of?.askedLate);
    this.stillListed = new Set(of?.stillListed);
    this.enquiredAt = new Map(of?.enquiredAt);
    this.tradesAskedAt = new Map(of?.tradesAskedAt);
    this.unshown = new Map(of?.unshown);
    this.settled = { numbers: new Set(of?.settled.numbers), since: of?.settled.since ?? 0 };
    this.shownElsewhere = new Map(of?.shownElsewhere);
    this.straysSince = new Map(of?.straysSince);
    this.restedAtOurPrice = new Set(of?.restedAtOurPrice);
    this.restingRowsShowLimits = of?.restingRowsShowLimits ?? false;
    this.accountAskedAt = new Map(of?.accountAskedAt);
    this.accountLooks = new Map(of?.accountLooks);
    this.swappedNumbers = new Set(of?.swappedNumbers);
    this.refusalsLookedAt = new Map(of?.refusalsLookedAt);
    this.listLacking = of?.listLacking ?? null;
    this.lastList = of?.lastList ?? null;
    this.listed = new Set(of?.listed);
    this.hasReadList = of?.hasReadList ?? false;
    this.unlistedSince = of?.unlistedSince ?? null;
    this.showsEarlierDays = of?.showsEarlierDays ?? false;
    this.dayEnds = of?.dayEnds ?? false;
  }

  /** Of orders that work no more. */
  forgetOrders(): void {
    const { enquiredAt, askedLate, restedAtOurPrice, basePricesShown, listed } = this;
    for (const known of [enquiredAt, askedLate, restedAtOurPrice, basePricesShown, listed])
      known.clear();
    this.accountLooks.clear();
  }

  /** Drops the day that was looked at longest ago when too many are kept. */
  keepUnshown(date: string, left: ReadonlyMap<string, Streak>): void {
    this.unshown.delete(date);
    if (left.size > 0) this.unshown.set(date, left);
    const [oldest] = this.unshown.keys();
    if (this.unshown.size > DAYS_KEPT && oldest !== undefined) this.unshown.delete(oldest);
  }
}
