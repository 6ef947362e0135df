import type { BreakType, BreakEnd, Finding } from '../breaks/break.js';
import { multiply, subtract } from '../../infra/decimal.js';
import { unreportedEnd, unreportedSince } from './unreported-fills.js';
import { isOpen, moved, type OrderRequest, type RequestState } from './order-request.js';
import {
  requestFact,
  type Change,
  type Fill,
  type Moment,
  type Order,
  type OrderFact,
  type OrderFactType,
  type OrderState,
  type RequestFact,
} from './order.js';
import {
  betterGrade,
  isClosed,
  isWorking,
  step,
  type EvidenceGrade,
  type EvidenceKind,
} from './order-status.js';

/** The break that shows while a request's outcome is not known. */
const DOUBTS = {
  Post: 'PostUnconfirmed',
  Edit: 'EditUnconfirmed',
  Cancel: 'CancelUnconfirmed',
} as const satisfies Record<OrderRequest['kind'], BreakType>;

/** Key of the break of an acknowledged cancel that stays contested. */
export const CONTESTED = 'contested';

/** A record of the exchange; late trades of an order say nothing of how it has ended. */
function decides(evidence: EvidenceKind): boolean {
  return evidence.startsWith('seen');
}

/**
 * A change in the making. Decisions write on it and read back what they have decided so far; what
 * they decide always leaves a fact. Nothing here does I/O or reads a clock.
 */
export class OrderChange {
  private patch: Partial<Order> = {};
  private readonly requests = new Map<string, OrderRequest>();
  private readonly fills: Fill[] = [];
  private readonly reversals: Fill[] = [];
  private readonly links: string[] = [];
  private readonly unlinks: string[] = [];
  private readonly raised: Finding[] = [];
  private readonly settled = new Set<BreakType>();
  private readonly cured: BreakEnd[] = [];
  private readonly facts: OrderFact[] = [];

  constructor(
    private readonly state: OrderState,
    readonly at: Moment,
    /** The version of the learned words by which the exchange's word is read, if one explains it. */
    private readonly wordsVersion: number | null = null,
  ) {
    for (const request of state.requests) this.requests.set(request.id, request);
  }

  get order(): Order {
    return { ...this.state.order, ...this.patch };
  }

  openRequests(): readonly OrderRequest[] {
    return [...this.requests.values()].filter(isOpen);
  }

  /** A post that may have reached the exchange and is not acknowledged. */
  postThatLeft(): OrderRequest | undefined {
    return [...this.requests.values()].find(
      ({ kind, state, sends }) =>
        kind === 'Post' && sends > 0 && (state === 'Unknown' || state === 'Refused'),
    );
  }

  set(changes: Partial<Order>): void {
    this.patch = { ...this.patch, ...changes };
  }

  fact(type: OrderFactType, body: OrderFact['body'] = {}): void {
    const read = this.wordsVersion !== null && typeof body['word'] === 'string';
    this.facts.push({ type, body: read ? { ...body, wordsVersion: this.wordsVersion } : body });
  }

  addRequest(request: OrderRequest, fact: RequestFact): void {
    this.requests.set(request.id, request);
    this.requestFact(request, fact);
  }

  /** A note on a request that is no fact: nothing of it has become known. */
  keepRequest(request: OrderRequest): void {
    this.requests.set(request.id, request);
  }

  /** Takes a request to its next state and says so; its doubt ends when the answer is known. */
  moveRequest(
    request: OrderRequest,
    state: RequestState,
    fact: RequestFact,
    changes: Partial<OrderRequest> = {},
  ): OrderRequest {
    const next = moved(request, state, { ...changes, since: this.at.wall });
    this.requests.set(next.id, next);
    this.requestFact(next, fact);
    if (state === 'Unknown' && request.state !== 'Unknown') {
      this.openBreak({ type: DOUBTS[next.kind], key: next.id, detail: next.reason ?? 'no reply' });
    } else if (!isOpen(next) && !this.hasUnknown(next.kind)) {
      this.forgetDoubt(next);
      this.closeBreaks(DOUBTS[next.kind]);
    }
    return next;
  }

  /** A doubt that ends where it began is no break. */
  private forgetDoubt({ id, kind }: OrderRequest): void {
    const at = this.raised.findIndex(({ type, key }) => type === DOUBTS[kind] && key === id);
    if (at >= 0) this.raised.splice(at, 1);
  }

  private hasUnknown(kind: OrderRequest['kind']): boolean {
    return this.openRequests().some((open) => open.kind === kind && open.state === 'Unknown');
  }

  /**
   * Lets evidence move the status by the grid. Answers whether the evidence was believed; if it was
   * not, a break keeps it.
   */
  applyEvidence(evidence: EvidenceKind, grade: EvidenceGrade, word: string | null = null): boolean {
    const before = this.order.status;
    const { status, believed, surprising } = step(before, evidence);
    if (surprising) {
      this.openBreak({
        type: 'StatusMismatch',
        key: evidence,
        detail: `${evidence} came when the order was ${before}`,
      });
    }
    if (!believed) {
      this.fact('EVIDENCE_NOT_BELIEVED', { evidence, status: before, word });
      return false;
    }
    const { exchangeStatus } = this.order;
    const proof = status === before ? betterGrade(this.order.grade, grade) : grade;
    const newWord = word !== null && word !== exchangeStatus;
    const decided = this.order.contestedSince !== null && decides(evidence);
    if (status === before && (newWord || proof !== this.order.grade || decided)) {
      this.fact('PROVEN', { evidence, grade: proof, word });
    }
    this.set({ grade: proof, provenAt: this.at.wall });
    if (decided || status !== before) this.endContest(`${evidence} has decided it`);
    if (newWord) this.set({ exchangeStatus: word });
    if (status === before) return true;
    this.set({ status, closedAt: isClosed(status) ? this.at.wall : null });
    this.fact('STATUS_CHANGED', { from: before, to: status, evidence, grade, word });
    if (isClosed(status)) this.closeBreaks('OpenAfterClose');
    this.endDoubt('something else has shown what became of it');
    if (isClosed(status)) this.withdrawUnsent(`the order is ${status}`);
    return true;
  }

  /** What is held is not certain any more, though nothing was sent. */
  doubt(why: string): void {
    if (this.order.doubtedSince !== null) return;
    this.set({ doubtedSince: this.at.wall });
    this.fact('ORDER_DOUBTED', { why });
  }

  endDoubt(why: string): void {
    if (this.order.doubtedSince === null) return;
    this.set({ doubtedSince: null });
    this.fact('DOUBT_ENDED', { why });
  }

  /** Answers show working what an acknowledged cancel has ended: until one decides it, nobody knows. */
  contest(word: string): void {
    if (this.order.contestedSince !== null) return;
    this.set({ contestedSince: this.at.wall });
    this.fact('CANCEL_CONTESTED', { word });
  }

  endContest(outcome: string): void {
    if (this.order.contestedSince === null) return;
    this.set({ contestedSince: null });
    this.closeBreak({ type: 'SourcesDisagree', key: CONTESTED, outcome });
  }

  /** What was never sent has nothing left to do once the order is closed. */
  private withdrawUnsent(reason: string): void {
    for (const request of this.openRequests()) {
      if (request.state === 'Queued')
        this.moveRequest(request, 'Withdrawn', 'WITHDRAWN', { reason });
    }
  }

  addFill(fill: Fill): void {
    this.fills.push(fill);
    const { tradeDate, matchingId, orderNumber, units, price } = fill;
    this.fact('FILL', { tradeDate, matchingId, orderNumber, units, price });
  }

  /** It was made under a number that an edit has replaced. */
  isEarlier(fill: Pick<Fill, 'orderNumber'>): boolean {
    const { orderNumber, earlierUnits } = this.order;
    return earlierUnits !== null && orderNumber !== null && fill.orderNumber !== orderNumber;
  }

  /** The execution is none of the order's, or not as it was booked. */
  reverseFill(fill: Fill, why: string): void {
    const { filledUnits, filledValue } = this.order;
    this.set({
      filledUnits: subtract(filledUnits, fill.units),
      filledValue: subtract(filledValue, multiply(fill.units, fill.price)),
    });
    const { earlierFilled } = this.order;
    if (earlierFilled !== null && this.isEarlier(fill)) {
      this.set({ earlierFilled: subtract(earlierFilled, fill.units) });
    }
    this.reversals.push(fill);
    const { tradeDate, matchingId, orderNumber, units, price } = fill;
    this.fact('FILL_REVERSED', { tradeDate, matchingId, orderNumber, units, price, why });
  }

  /** What was matched so far was matched under the number that it had, if it had one. */
  linkNumber(orderNumber: string, grade: EvidenceGrade): void {
    const { orderNumber: before, matchedUnits, filledUnits } = this.order;
    if (before !== null && before !== orderNumber) {
      this.set({ earlierUnits: matchedUnits, earlierFilled: filledUnits });
    }
    this.links.push(orderNumber);
    this.set({ orderNumber, numberGrade: grade, numberDoubt: null, numberDoubtedAt: null });
    this.set({ shownPending: null });
    this.fact('ORDER_NUMBER_LINKED', { orderNumber, grade });
  }

  unlinkNumber(orderNumber: string, why: string): void {
    this.unlinks.push(orderNumber);
    this.set({ orderNumber: null, numberGrade: null, numberDoubt: null, numberDoubtedAt: null });
    this.fact('ORDER_NUMBER_UNLINKED', { orderNumber, why });
  }

  openBreak(finding: Finding): void {
    this.raised.push(finding);
    this.settled.delete(finding.type);
  }

  closeBreaks(type: BreakType): void {
    if (this.state.breaks.includes(type)) this.settled.add(type);
  }

  /** Whether such a break stays open, as far as is decided. */
  hasOpenBreak(type: BreakType): boolean {
    if (this.raised.some((finding) => finding.type === type)) return true;
    return this.state.breaks.includes(type) && !this.settled.has(type);
  }

  closeBreak(cured: BreakEnd): void {
    this.cured.push(cured);
  }

  get isWorking(): boolean {
    return isWorking(this.order.status);
  }

  change(): Change {
    this.followGap();
    const before = new Map(this.state.requests.map((request) => [request.id, request]));
    return {
      order: this.patch,
      requests: [...this.requests.values()].filter((request) => before.get(request.id) !== request),
      fills: this.fills,
      reversals: this.reversals,
      links: this.links,
      unlinks: this.unlinks,
      breaksOpened: this.raised,
      breakTypesClosed: [...this.settled],
      breaksClosed: this.cured,
      facts: this.facts,
    };
  }

  private followGap(): void {
    const { order: before } = this.state;
    if (this.patch.matchedUnits === undefined && this.patch.filledUnits === undefined) return;
    const since = unreportedSince(before, this.order, this.at.wall);
    if (since !== before.gapSince) this.set({ gapSince: since });
    const cured = unreportedEnd(before, this.order);
    if (cured !== null) this.cured.push(cured);
    if (before.gapSince === null || since !== null) return;
    this.cured.push({
      type: 'FillMismatch',
      kind: 'NoMatchingId',
      outcome: 'all that is matched is booked',
    });
  }

  private requestFact(request: OrderRequest, fact: RequestFact): void {
    const { id, units, price, epoch, reason, found } = request;
    const said = fact === 'SEARCHED' ? { found } : { reason };
    this.fact(requestFact(request.kind, fact), { request: id, units, price, epoch, ...said });
  }
}
