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
  /** Calls that the last pass made, or would have made with more room. */
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
 * being looked at, even where there is room for one enquiry only. Each order once, `most` of
 * them, and one at the most that is merely its turn. `now` and `askedAt` are of the monotonic clock.
 */
export function chooseEnquiries(
  questions: readonly Question[],
  askedAt: ReadonlyMap<string, number>,
  now: number,
  most: number,
): readonly Question[] {
  const isTurn = ({ doubt }: Question): boolean => doubt === 'rotation';
  const doubtful = new Set<string>();
  for (const one of questions) if (one.doubt !== 'rotation') doubtful.add(one.orderNumber);
  const first = new Map<string, Ranked>();
  // Of a large book nearly all are merely a rotation: the best of them is picked out, nothing sorted.
  let turn: Ranked | null = null;
  let place = -1;
  for (const question of questions) {
    place += 1;
    const asked = askedAt.get(question.orderId);
    const due = asked === undefined ? Infinity : (now - asked) * URGENCY[question.doubt];
    // Mostly nothing is in doubt, and no number has to be looked up. These are all equally urgent.
    if (doubtful.size === 0 || !doubtful.has(question.orderNumber)) {
      if (turn === null || due > turn.due) turn = { question, due, place };
      continue;
    }
    const ranked = { question, due, place };
    const other = first.get(question.orderNumber);
    if (other === undefined || isBefore(ranked, other)) first.set(question.orderNumber, ranked);
  }
  const best: Ranked[] = [];
  for (const ranked of first.values()) {
    if (!isTurn(ranked.question)) keepBest(best, ranked, most);
    else if (turn === null || isBefore(ranked, turn)) turn = ranked;
  }
  if (turn !== null) keepBest(best, turn, most);
  return best.map(({ question }) => question);
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
