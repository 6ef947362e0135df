/**
 * When to ask the exchange next, and about which orders. Pure. Two lists cover the whole book, so a run costs
 * the same however many orders are as they should be; single orders are enquired only where a list leaves a
 * doubt.
 */
export interface Pace {
  /** The configured pace. */
  readonly intervalMs: number;
  readonly sessionOpen: boolean;
  /** Whether any order is open or uncertain. */
  readonly watching: boolean;
  /** Reads that hold a slot now, and the most that may. */
  readonly readsHeld: number;
  readonly readsShare: number;
  /** Until the next slot of the minute comes free. */
  readonly nextFreeInMs: number;
  /** Calls that the last run made, or would have made with more budget. */
  readonly callsPerRun: number;
}

/** With no open order the lists are still read, for external orders and trades. */
const IDLE_MS = 60_000;
/** The longest wait for a free slot. */
const SPREAD_MOST_MS = 15_000;
const BESIDE_LISTS = 0.75;

/** Time from the start of a run to the start of the next. */
export function nextRunDelay(pace: Pace): number {
  if (!pace.watching || !pace.sessionOpen) return Math.max(pace.intervalMs, IDLE_MS);
  // As fast as configured while less than half of the share is used. After that, runs are spread so that the
  // rest of the share lasts until the next slot comes free; otherwise nothing could be read for a while.
  if (isIdle(pace)) return pace.intervalMs;
  const { readsHeld, readsShare, nextFreeInMs } = pace;
  const calls = Math.max(2, pace.callsPerRun);
  const sustained = Math.ceil((60_000 * calls) / readsShare);
  const runsLeft = Math.max(1, Math.floor((readsShare - readsHeld) / calls));
  const spread = Math.min(SPREAD_MOST_MS, Math.ceil(nextFreeInMs / runsLeft));
  return Math.max(pace.intervalMs, sustained, spread);
}

/**
 * How many account lists a run may ask for. A quarter of the share is kept for the broker's list and the trades
 * of the following runs, which say most; two accounts are always asked for.
 */
export function accountsPerRun({
  readsHeld,
  readsShare,
}: Pick<Pace, 'readsHeld' | 'readsShare'>): number {
  const room = Math.floor(readsShare * BESIDE_LISTS) - readsHeld;
  return Math.max(ACCOUNTS_WHEN_SHORT, Math.min(ACCOUNTS_MAX, room));
}

/** Whether less than half of the reading share is used. */
export function isIdle(use: Pick<Pace, 'readsHeld' | 'readsShare'>): boolean {
  return use.readsHeld * 2 < use.readsShare;
}

export type Doubt =
  /** Something we sent has no known outcome. */
  | 'unknown-outcome'
  /** The list shows something that only an enquiry can settle, or does not show the order. */
  | 'list-differs'
  /** So far only an acknowledgement says so. */
  | 'unconfirmed'
  /** The order that was enquired longest ago. */
  | 'rotation';

export interface Question {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly doubt: Doubt;
  /** The number was acknowledged for an edit, and the order's own is not shown to work any more. */
  readonly replaces?: boolean;
  /** It is Filled or Cancelled, and something has shown it working. */
  readonly isEnded?: boolean;
}

/** How much faster a question becomes due than one in rotation. */
const URGENCY: Readonly<Record<Doubt, number>> = {
  'unknown-outcome': 4,
  'list-differs': 3,
  unconfirmed: 2,
  rotation: 1,
};
/** The most enquiries of one run. */
export const ENQUIRIES_MAX = 8;
/** When the reading share is nearly used, the two lists come first, because they say most. */
export const ENQUIRIES_WHEN_SHORT = 2;
/** The most account lists of one run, so that many accounts cannot use up the minute. */
export const ACCOUNTS_MAX = 12;
const ACCOUNTS_WHEN_SHORT = 2;
/** A run over a scope reads no list, and its caller is waiting. */
const ENQUIRIES_OF_A_SCOPE = 20;

/** At most half of what is left of the share; full runs need the rest. */
export function enquiriesOfScope(held: number, share: number): number {
  const half = Math.floor((share - held) / 2);
  return Math.max(ENQUIRIES_WHEN_SHORT, Math.min(ENQUIRIES_OF_A_SCOPE, half));
}

/**
 * Picks the enquiries of one run: orders never asked about first, then by the time since the last enquiry
 * multiplied by urgency, so that a doubt that never ends cannot starve the others. Each order once, and at most
 * one order that is merely due in rotation. Nearly the whole book is that, so the best is picked without
 * sorting.
 */
export class Ranking {
  /** The best of each number that is in doubt. */
  private readonly first = new Map<string, Ranked>();
  private turn: Ranked | null = null;
  private place = 0;

  /** The numbers of all questions that are in doubt; `now` is of the monotonic clock. */
  constructor(
    private readonly doubtful: ReadonlySet<string>,
    private readonly now: number,
  ) {}

  /** The questions in the order in which they are named; `askedAt` is of the monotonic clock. */
  add(question: Question, askedAt: number | undefined): void {
    const due = askedAt === undefined ? Infinity : (this.now - askedAt) * URGENCY[question.doubt];
    const ranked = { question, due, place: this.place };
    this.place += 1;
    // Mostly nothing is in doubt, and no number has to be looked up. These are all equally urgent.
    if (this.doubtful.size === 0 || !this.doubtful.has(question.orderNumber)) {
      if (this.turn === null || due > this.turn.due) this.turn = ranked;
      return;
    }
    const other = this.first.get(question.orderNumber);
    if (other === undefined || isBefore(ranked, other)) {
      this.first.set(question.orderNumber, ranked);
    }
  }

  /** At most so many of them, the best first. */
  best(most: number): readonly Question[] {
    const best: Ranked[] = [];
    let { turn } = this;
    for (const ranked of this.first.values()) {
      if (!isTurn(ranked.question)) keepBest(best, ranked, most);
      else if (turn === null || isBefore(ranked, turn)) turn = ranked;
    }
    if (turn !== null) keepBest(best, turn, most);
    return best.map(({ question }) => question);
  }
}

export function isTurn({ doubt }: Question): boolean {
  return doubt === 'rotation';
}

interface Ranked {
  readonly question: Question;
  /** Time since it was asked, times its urgency. */
  readonly due: number;
  /** Among equals the one that was named first. */
  readonly place: number;
}

function isBefore(a: Ranked, b: Ranked): boolean {
  if (a.due !== b.due) return a.due > b.due;
  const urgency = URGENCY[a.question.doubt] - URGENCY[b.question.doubt];
  return urgency === 0 ? a.place < b.place : urgency > 0;
}

/** Takes its place among the first `most` of them, or none. */
function keepBest(best: Ranked[], ranked: Ranked, most: number): void {
  const last = best.at(-1);
  if (best.length === most && last !== undefined && !isBefore(ranked, last)) return;
  const place = best.findIndex((other) => isBefore(ranked, other));
  best.splice(place < 0 ? best.length : place, 0, ranked);
  best.length = Math.min(best.length, most);
}
