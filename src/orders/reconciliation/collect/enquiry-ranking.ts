/** Which of the orders in doubt are enquired first: single orders only where a list leaves a doubt. Pure. */
export type EnquiryReason =
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
  readonly reason: EnquiryReason;
  /** The number was acknowledged for an edit, and the order's own is not shown to work any more. */
  readonly replaces?: boolean;
  /** It is Filled or Cancelled, and something has shown it working. */
  readonly isEnded?: boolean;
}

/** How much faster a question becomes due than one in rotation. */
const URGENCY: Readonly<Record<EnquiryReason, number>> = {
  'unknown-outcome': 4,
  'list-differs': 3,
  unconfirmed: 2,
  rotation: 1,
};

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
    const due = askedAt === undefined ? Infinity : (this.now - askedAt) * URGENCY[question.reason];
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

export function isTurn({ reason }: Question): boolean {
  return reason === 'rotation';
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
  const urgency = URGENCY[a.question.reason] - URGENCY[b.question.reason];
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
