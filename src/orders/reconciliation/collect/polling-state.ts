/** How many answers, and since when by the monotonic clock. */
export interface Unshown {
  readonly times: number;
  readonly since: number;
}

const DAYS_KEPT = 60;

/**
 * What passes of this process remember of each other. Losing it costs calls and time, never evidence.
 * A dry run works on a copy.
 */
export class PollingState {
  /** How often in a row enquiries of an order have had no record for us. */
  readonly silences: Map<string, number>;
  /** How often in a row an order was listed otherwise than it is held, and an enquiry of it has failed. */
  readonly unexplained: Map<string, number>;
  /** Orders that are over and that lists show working: how often and when an enquiry has shown them over since. */
  readonly shownEnded: Map<string, Unshown>;
  /** How often in a row the exchange has said that it has none, since the order's day was over. */
  readonly unseen: Map<string, number>;
  /** How often each order was asked for since a later session than its own has opened. */
  readonly askedLate: Map<string, number>;
  /** Orders of earlier days of which it is told that they are still listed. */
  readonly stillOpen: Set<string>;
  /** Monotonic time at which each order was last enquired; the longest ago comes first. */
  readonly enquiredAt: Map<string, number>;
  /** Monotonic time at which the trades of each day were last asked for. */
  readonly tradesAskedAt: Map<string, number>;
  /** What the last whole answers for each day have left out, by the key of the execution. */
  readonly unshown: Map<string, ReadonlyMap<string, Unshown>>;
  /** Traded numbers that need no second look, ours or told of, and since when they are kept. */
  readonly settled: { readonly numbers: Set<string>; since: number };
  /** Executions that the last answer for a day has shown, and another day's answer first. */
  readonly shownElsewhere: Map<string, ReadonlySet<string>>;
  /** Orders of which a resting row of the day's trades has shown the price that we hold. */
  readonly restedAsHeld: Set<string>;
  /** Monotonic time at which a number was last held against an order that was refused. */
  readonly refusalsLookedAt: Map<string, number>;
  /** How many lists in a row have left out most orders that work, and since when. */
  listLacking: Unshown | null;
  /** Since when, by the monotonic clock, no pass of an open session has had a list. */
  unlistedSince: number | null;
  /** The exchange has shown trades of a day that was over already. */
  showsEarlierDays: boolean;
  /** Orders whose day is over wait for the enquiry by which they end. */
  dayEnds: boolean;

  constructor(of?: PollingState) {
    this.silences = new Map(of?.silences);
    this.unexplained = new Map(of?.unexplained);
    this.shownEnded = new Map(of?.shownEnded);
    this.unseen = new Map(of?.unseen);
    this.askedLate = new Map(of?.askedLate);
    this.stillOpen = new Set(of?.stillOpen);
    this.enquiredAt = new Map(of?.enquiredAt);
    this.tradesAskedAt = new Map(of?.tradesAskedAt);
    this.unshown = new Map(of?.unshown);
    this.settled = { numbers: new Set(of?.settled.numbers), since: of?.settled.since ?? 0 };
    this.shownElsewhere = new Map(of?.shownElsewhere);
    this.restedAsHeld = new Set(of?.restedAsHeld);
    this.refusalsLookedAt = new Map(of?.refusalsLookedAt);
    this.listLacking = of?.listLacking ?? null;
    this.unlistedSince = of?.unlistedSince ?? null;
    this.showsEarlierDays = of?.showsEarlierDays ?? false;
    this.dayEnds = of?.dayEnds ?? false;
  }

  /** Of days that are asked for no more, the one that was looked at longest ago goes first. */
  keepUnshown(date: string, left: ReadonlyMap<string, Unshown>): void {
    this.unshown.delete(date);
    if (left.size > 0) this.unshown.set(date, left);
    const [oldest] = this.unshown.keys();
    if (this.unshown.size > DAYS_KEPT && oldest !== undefined) this.unshown.delete(oldest);
  }
}
