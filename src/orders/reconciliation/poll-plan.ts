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
  /** Calls that the last pass made. */
  readonly callsOfAPass: number;
}

/** With nothing to watch the lists are still read, for orders and trades that we do not know of. */
const IDLE_MS = 60_000;

/** How long to wait after a pass began before the next begins. */
export function nextPassDelay(pace: Pace): number {
  if (!pace.watching || !pace.sessionOpen) return Math.max(pace.intervalMs, IDLE_MS);
  const sustained = Math.ceil((60_000 * Math.max(2, pace.callsOfAPass)) / pace.readsShare);
  // Fresh while there is room; evenly spread once half of the share is gone.
  return isIdle(pace) ? pace.intervalMs : Math.max(pace.intervalMs, sustained);
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
}

const URGENCY: readonly Doubt[] = ['unknown-outcome', 'list-differs', 'unconfirmed', 'rotation'];
const ENQUIRIES_MAX = 8;
/** While reading is short of room the two lists come first: they say most. */
const ENQUIRIES_WHEN_SHORT = 2;

/**
 * The enquiries of one pass: the most urgent first, among equals the one that was asked longest ago,
 * each order once, so many at the most, and one at the most that is merely its turn. So no doubt that
 * never ends keeps the others from being looked at.
 */
export function chooseEnquiries(
  questions: readonly Question[],
  askedAt: ReadonlyMap<string, number>,
  idle: boolean,
): readonly Question[] {
  const age = (question: Question): number => askedAt.get(question.orderId) ?? -Infinity;
  const ordered = [...questions].sort(
    (a, b) => URGENCY.indexOf(a.doubt) - URGENCY.indexOf(b.doubt) || older(age(a), age(b)),
  );
  const seen = new Set<string>();
  const chosen = ordered.filter((question) => {
    const first = !seen.has(question.orderNumber);
    seen.add(question.orderNumber);
    return first;
  });
  const turn = chosen.find((question) => question.doubt === 'rotation');
  return chosen
    .filter((question) => question.doubt !== 'rotation' || question === turn)
    .slice(0, idle ? ENQUIRIES_MAX : ENQUIRIES_WHEN_SHORT);
}

function older(a: number, b: number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
