/**
 * When to ask the exchange next, and what of. Pure. Two lists cover the whole book, so a pass costs
 * the same however many healthy orders there are; single enquiries go only where a list leaves a
 * doubt.
 */
export interface Pace {
  /** The pace that was asked for. */
  readonly intervalMs: number;
  readonly sessionOpen: boolean;
  /** Something works or is in doubt; without it there is little to learn. */
  readonly watching: boolean;
  /** Reads that hold a slot now, and the most that reading may hold. */
  readonly readsHeld: number;
  readonly readsShare: number;
  /** Until the next slot of the minute comes free. */
  readonly nextFreeInMs: number;
  /** Calls that the last pass made, or would have made with more room. */
  readonly callsOfAPass: number;
}

/** With nothing to watch the lists are still read, for orders and trades that we do not know of. */
const IDLE_MS = 60_000;
/** Slots may come free at any time: so often it is tried. */
const SPREAD_MOST_MS = 15_000;
const BESIDE_LISTS = 0.75;

/** How long to wait after a pass began before the next begins. */
export function nextPassDelay(pace: Pace): number {
  if (!pace.watching || !pace.sessionOpen) return Math.max(pace.intervalMs, IDLE_MS);
  // Fresh while there is room. Once half of the share is gone passes are as frequent as the share lasts, and what
  // is left of it lasts until the next slot comes free, or an order would be as it was for all that time.
  if (isIdle(pace)) return pace.intervalMs;
  const { readsHeld, readsShare, nextFreeInMs } = pace;
  const calls = Math.max(2, pace.callsOfAPass);
  const sustained = Math.ceil((60_000 * calls) / readsShare);
  const passesLeft = Math.max(1, Math.floor((readsShare - readsHeld) / calls));
  const spread = Math.min(SPREAD_MOST_MS, Math.ceil(nextFreeInMs / passesLeft));
  return Math.max(pace.intervalMs, sustained, spread);
}

/**
 * Accounts whose lists a pass asks for at the most. They leave a quarter of the share to the broker's list and the
 * trades of the passes that follow within the minute, which say most; two are always looked at.
 */
export function accountsOfAPass({
  readsHeld,
  readsShare,
}: Pick<Pace, 'readsHeld' | 'readsShare'>): number {
  const room = Math.floor(readsShare * BESIDE_LISTS) - readsHeld;
  return Math.max(ACCOUNTS_WHEN_SHORT, Math.min(ACCOUNTS_MAX, room));
}

/** Reading has hardly used its share: it may afford what is merely good to know. */
export function isIdle(use: Pick<Pace, 'readsHeld' | 'readsShare'>): boolean {
  return use.readsHeld * 2 < use.readsShare;
}

export type Doubt =
  /** Something we sent has no known outcome. */
  | 'unknown-outcome'
  /** The list shows something that only an enquiry can settle, or does not show the order. */
  | 'list-differs'
  /** Only an acknowledgement says so yet. */
  | 'unconfirmed'
  /** The one that was not looked at for longest. */
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

/** How much faster a question becomes due than one whose turn it merely is. */
const URGENCY: Readonly<Record<Doubt, number>> = {
  'unknown-outcome': 4,
  'list-differs': 3,
  unconfirmed: 2,
  rotation: 1,
};
/** The most enquiries of one pass. */
export const ENQUIRIES_MAX = 8;
/** While reading is short of room the two lists come first: they say most. */
export const ENQUIRIES_WHEN_SHORT = 2;
/** Accounts whose lists one pass asks for at the most: the lists of a crowd would fill the minute. */
export const ACCOUNTS_MAX = 12;
const ACCOUNTS_WHEN_SHORT = 2;
/** A run of a scope has no list, and whoever asked for it waits. */
const ENQUIRIES_OF_A_SCOPE = 20;

/** It takes half of what is left at the most: the passes over everything need the rest. */
export function enquiriesOfAScope(held: number, share: number): number {
  const half = Math.floor((share - held) / 2);
  return Math.max(ENQUIRIES_WHEN_SHORT, Math.min(ENQUIRIES_OF_A_SCOPE, half));
}

/**
 * The enquiries of one pass: what was never asked first, then by the time since it was asked, which
 * passes faster the more urgent a question is. So no doubt that never ends keeps the others from
 * being looked at, even where there is room for one enquiry only. Each order once, and one at the
 * most that is merely its turn: of a large book nearly all are that, so the best of them is picked
 * out, and nothing sorted.
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
