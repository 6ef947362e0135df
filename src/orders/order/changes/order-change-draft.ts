import {
  identityOf,
  type BreakEnd,
  type BreakIdentity,
  type BreakType,
  type Finding,
} from '../../breaks/break.js';
import { asMoney, compare, grouped, multiply, subtract } from '../../../infra/decimal.js';
import { unreportedEnd, unreportedSinceAfter } from './unreported-fills.js';
import {
  isOpen,
  isRefusalOpen,
  moved,
  type OrderRequest,
  type RequestState,
} from '../requests/order-request.js';
import {
  hasBreak,
  isOnLaterDay,
  isEndDoubted,
  NOT_MISSING,
  requestFact,
  type OrderChange,
  type Fill,
  type Moment,
  type Order,
  type OrderFact,
  type OrderFactType,
  type OrderState,
  type RequestFact,
} from '../order.js';
import {
  betterGrade,
  isClosed,
  isWorking,
  transition,
  type EvidenceGrade,
  type EvidenceKind,
  type OrderStatus,
} from '../order-status.js';

/** The break that is open while a request has no known outcome. */
export const UNCONFIRMED = {
  Post: 'PostUnconfirmed',
  Edit: 'EditUnconfirmed',
  Cancel: 'CancelUnconfirmed',
} as const satisfies Record<OrderRequest['kind'], BreakType>;

/** Key of the break of a request that is not sent for long. */
export const WAITS_KEY = 'waits';

/** The breaks about a number that was inferred for a post or for an edit, and that nothing has proven for long. */
export function ofInferredNumber(key: string): Readonly<Record<'post' | 'edit', BreakIdentity>> {
  return { post: { type: 'PostUnconfirmed', key }, edit: { type: 'IdentityMismatch', key } };
}

/** Key of the break of a contested cancel. */
export const CONTESTED_KEY = 'contested';
/** Key of the break of a filled order that a record has shown working. */
export const FILLED_KEY = 'filled';

/** Trades of a part came after the order had ended. */
export const TRADED_AFTER_END = { type: 'StatusMismatch', key: 'tradedInPart' } as const;
/** A record shows units that nobody here has asked for, under a word that nobody has explained. */
export const UNEXPLAINED_UNITS = { type: 'UnitsMismatch', kind: 'Unexplained' } as const;
/** Key of the break of an order that lists show otherwise than enquiries. */
export const LISTS_KEY = 'lists';

/** How long records may show an order working that was cancelled before. */
const RECORDS_LATE_MS = 5 * 60_000;

/** Only a record decides a contested cancel: late trades do not show how the order ended. */
function isRecord(evidence: EvidenceKind): boolean {
  return evidence.startsWith('seen');
}

/**
 * A change under construction. Decisions add to it and read back what is decided so far; everything
 * decided leaves a fact. Nothing here does I/O or reads a clock.
 */
export class OrderChangeDraft {
  private patch: Partial<Order> = {};
  private readonly requests = new Map<string, OrderRequest>();
  private readonly fills: Fill[] = [];
  private readonly reversals: Fill[] = [];
  private readonly links: string[] = [];
  private readonly unlinks: string[] = [];
  private readonly breaksOpened: Finding[] = [];
  private readonly typesClosed = new Set<BreakType>();
  private readonly breaksClosed: BreakEnd[] = [];
  private readonly facts: OrderFact[] = [];

  constructor(
    private readonly state: OrderState,
    readonly at: Moment,
    /** The version of the status mappings that explains the exchange's word; null if none does. */
    private readonly mappingsVersion: number | null = null,
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
  unacknowledgedPost(): OrderRequest | undefined {
    return [...this.requests.values()].find(
      ({ kind, state, sends }) =>
        kind === 'Post' && sends > 0 && (state === 'Unknown' || state === 'Refused'),
    );
  }

  /** The post whose number people decide on, where it was loaded. */
  acknowledgedPost(): OrderRequest | undefined {
    return [...this.requests.values()].find(
      ({ kind, state }) => kind === 'Post' && state === 'Acknowledged',
    );
  }

  set(changes: Partial<Order>): void {
    this.patch = { ...this.patch, ...changes };
  }

  fact(type: OrderFactType, body: OrderFact['body'] = {}): void {
    const { mappingsVersion } = this;
    const isMapped = mappingsVersion !== null && typeof body['word'] === 'string';
    this.facts.push({ type, body: isMapped ? { ...body, mappingsVersion } : body });
  }

  addRequest(request: OrderRequest, fact: RequestFact): void {
    this.requests.set(request.id, request);
    this.requestFact(request, fact);
  }

  /** Changes a request without leaving a fact: nothing new is known about it. */
  updateRequest(request: OrderRequest): void {
    this.requests.set(request.id, request);
  }

  /** Moves a request to its next state; its break opens and closes with the Unknown state. */
  moveRequest(
    request: OrderRequest,
    state: RequestState,
    fact: RequestFact,
    changes: Partial<OrderRequest> = {},
    says: OrderFact['body'] = {},
  ): OrderRequest {
    const since = request.state === state ? request.since : this.at.wall;
    const next = moved(request, state, { ...changes, since });
    this.requests.set(next.id, next);
    this.requestFact(next, fact, says);
    if (state === 'Sent' && request.state === 'Queued') this.endWait(next);
    if (state === 'Unknown' && request.state !== 'Unknown') {
      this.openBreak({
        type: UNCONFIRMED[next.kind],
        key: next.id,
        detail: this.unknownIn(next),
      });
    } else if (!isOpen(next) && !this.hasUnknown(next.kind)) {
      this.dropUnconfirmed(next);
      this.closeBreaks(UNCONFIRMED[next.kind]);
    }
    return next;
  }

  /** What is not known, before what the call ended with. */
  private unknownIn(request: OrderRequest): string {
    const { kind, units, price, reason } = request;
    const { side, security, ...order } = this.order;
    const post = `${side} ${grouped(order.units)} ${security} at ₦${asMoney(order.price)}`;
    if (isRefusalOpen(request)) {
      const of = kind === 'Post' ? post : `the ${kind.toLowerCase()} of ${post}`;
      return `${of} was refused by the exchange, and nothing has confirmed that yet (${reason ?? 'without words'})`;
    }
    const what = {
      Post: `${post} was sent, and it is not known whether the exchange has it`,
      Edit: `the edit of ${post} to ${grouped(units ?? order.units)} at ₦${asMoney(price ?? order.price)} was sent, and it is not known whether it took effect`,
      Cancel: `the cancel of ${post} was sent, and it is not known whether it took effect`,
    } as const;
    return `${what[kind]} (${reason ?? 'no reply'})`;
  }

  /** A doubt that begins and ends within one change is no break. */
  private dropUnconfirmed({ id, kind }: OrderRequest): void {
    const at = this.breaksOpened.findIndex(
      ({ type, key }) => type === UNCONFIRMED[kind] && key === id,
    );
    if (at >= 0) this.breaksOpened.splice(at, 1);
  }

  private endWait({ kind }: OrderRequest): void {
    const type = UNCONFIRMED[kind];
    if (!hasBreak(this.state, type)) return;
    this.closeBreak({ type, key: WAITS_KEY, outcome: 'it was sent' });
  }

  private hasUnknown(kind: OrderRequest['kind']): boolean {
    return this.openRequests().some((open) => open.kind === kind && open.state === 'Unknown');
  }

  /** Lets evidence move the status by the grid. False: it is not believed, and a break records it. */
  applyEvidence(evidence: EvidenceKind, grade: EvidenceGrade, word: string | null = null): boolean {
    const before = this.order.status;
    const { status, believed, surprising } = transition(before, evidence);
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
    // Late trades do not show how an order ended.
    const isLateTrade = evidence === 'tradedInPart' && isClosed(before);
    const better = isLateTrade ? this.order.grade : betterGrade(this.order.grade, grade);
    const proof = status === before ? better : grade;
    const newWord = word !== null && word !== exchangeStatus;
    const isDecided = this.decidesContest(evidence, status);
    if (status === before && (newWord || proof !== this.order.grade || isDecided)) {
      this.fact('PROVEN', { evidence, grade: proof, word });
    }
    if (before === 'Cancelled' && isWorking(status)) this.contest(word, evidence);
    if (isLateTrade) this.doubtEndAlone();
    this.set({ grade: proof, provenAt: this.at.wall });
    if (isDecided) this.endContest(`${evidence} has decided it`);
    if (newWord) this.set({ exchangeStatus: word });
    if (status === before) return true;
    this.set({ status, closedAt: isClosed(status) ? this.at.wall : null });
    this.fact('STATUS_CHANGED', { from: before, to: status, evidence, grade, word });
    if (isClosed(status)) {
      this.closeBreaks('OpenAfterClose');
      if (isRecord(evidence) || evidence === 'tradedInFull')
        this.endUnexplainedUnits('what it was in the end is shown');
    }
    this.endDoubt('something else has shown what became of it');
    if (isClosed(status)) this.withdrawUnsent(`the order is ${status}`);
    return true;
  }

  /** Units that nobody here has asked for are not in question any more. */
  endUnexplainedUnits(outcome: string): void {
    const isIt = ({ type, kind }: BreakIdentity): boolean =>
      type === UNEXPLAINED_UNITS.type && kind === UNEXPLAINED_UNITS.kind;
    const at = this.breaksOpened.findIndex(isIt);
    if (at >= 0) this.breaksOpened.splice(at, 1);
    if (!this.hadOpenBreak(UNEXPLAINED_UNITS) || this.breaksClosed.some(isIt)) return;
    this.closeBreak({ ...UNEXPLAINED_UNITS, outcome });
  }

  /** The order is no longer certain, although nothing sent is unknown. */
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

  /** Answers have left it out, and not found it, so often that it counts as missing. */
  takeForMissing(why: string): void {
    if (this.order.missingSince !== null) return;
    this.set({ missingSince: this.at.wall });
    if (this.order.doubtedSince === null) this.doubt(why);
    else this.fact('ORDER_DOUBTED', { why });
  }

  endMissing(): void {
    const { timesMissing, missingSince, grade } = this.order;
    if (timesMissing > 0 || missingSince !== null) this.set(NOT_MISSING);
    if (missingSince === null) return;
    this.fact('PROVEN', { evidence: 'an answer shows it again', grade, word: null });
  }

  /**
   * Whether the evidence settles a contested cancel. A record that shows the order closed does so at once; one that
   * shows it working may still lag behind the cancel, so it counts only after {@link RECORDS_LATE_MS}.
   */
  private decidesContest(evidence: EvidenceKind, after: OrderStatus): boolean {
    const { contestedSince, status } = this.order;
    if (contestedSince === null) return false;
    if (!isRecord(evidence)) return after !== status;
    return isClosed(after) || this.at.wall - contestedSince >= RECORDS_LATE_MS;
  }

  /** Answers show the order working after its cancel was acknowledged; see `decidesContest`. */
  contest(word: string | null, evidence: EvidenceKind | null = null): void {
    if (this.order.contestedSince !== null) return;
    this.set({ contestedSince: this.at.wall });
    this.fact('CANCEL_CONTESTED', { word, ...(word === null ? { evidence } : {}) });
  }

  /**
   * Nothing but an acknowledgement, or the end of its day, says that the order ended, and more was traded than it had
   * matched by then: it may have worked on. "No record" does not tell a cancelled order from a filled one.
   */
  private doubtEndAlone(): void {
    const { filledUnits, grade } = this.order;
    if (compare(filledUnits, this.state.order.matchedUnits) <= 0) return;
    if (grade === 'Acknowledged') this.contest(null, 'tradedInPart');
    if (grade === 'Calendar') this.doubt('trades were shown after its day had ended');
  }

  /** The cancel was acknowledged before any answer had shown the last edit: it may be of the number before it. */
  contestUnshownEdit(): void {
    this.set({ contestedSince: this.at.wall });
    this.fact('CANCEL_CONTESTED', { word: null });
  }

  endContest(outcome: string): void {
    if (this.order.contestedSince === null) return;
    this.set({ contestedSince: null });
    this.closeBreak({ type: 'SourcesDisagree', key: CONTESTED_KEY, outcome });
  }

  /** The order has ended as it is held, whatever made that doubtful; false: nothing did. */
  confirmEnd(outcome: string): boolean {
    const { doubtedSince, contestedSince } = this.order;
    if (doubtedSince === null && contestedSince === null) return false;
    this.endDoubt(outcome);
    this.endContest(outcome);
    for (const key of [FILLED_KEY, LISTS_KEY])
      this.closeBreak({ type: 'SourcesDisagree', key, outcome });
    return true;
  }

  /** The exchange has not done what the request asked, and will not. */
  refuse(request: OrderRequest, reason: string, says: OrderFact['body'] = {}): void {
    this.moveRequest(request, 'Refused', 'REFUSED', { reason }, says);
    this.set({ reason });
  }

  /** A cancel is kept while the end of its order is in doubt: it is of no use once that is certain, or its day is over. */
  private withdrawKept(): void {
    const { status } = this.order;
    const isKept = isClosed(this.state.order.status);
    if (isKept && isOnLaterDay(this.order, this.at.today))
      this.withdrawUnsent('its day is over: the number may be another order’s');
    else if (isClosed(status) && !isEndDoubted(this.order))
      this.withdrawUnsent(`the order is ${status}`);
  }

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

  /** Made under a number that an edit has replaced. */
  isEarlier(fill: Pick<Fill, 'orderNumber'>): boolean {
    const { orderNumber, matchedUnderPriorNumbers } = this.order;
    return (
      matchedUnderPriorNumbers !== null && orderNumber !== null && fill.orderNumber !== orderNumber
    );
  }

  reverseFill(fill: Fill, why: string): void {
    const { filledUnits, filledValue } = this.order;
    this.set({
      filledUnits: subtract(filledUnits, fill.units),
      filledValue: subtract(filledValue, multiply(fill.units, fill.price)),
    });
    const { filledUnderPriorNumbers } = this.order;
    if (filledUnderPriorNumbers !== null && this.isEarlier(fill)) {
      this.set({ filledUnderPriorNumbers: subtract(filledUnderPriorNumbers, fill.units) });
    }
    this.reversals.push(fill);
    const { tradeDate, matchingId, orderNumber, units, price } = fill;
    this.fact('FILL_REVERSED', { tradeDate, matchingId, orderNumber, units, price, why });
  }

  /** What was matched so far counts as matched under the earlier number, if there was one. */
  linkNumber(orderNumber: string, grade: EvidenceGrade): void {
    const { orderNumber: before, matchedUnits, filledUnits } = this.order;
    if (before !== null && before !== orderNumber) {
      this.set({ matchedUnderPriorNumbers: matchedUnits, filledUnderPriorNumbers: filledUnits });
    }
    this.links.push(orderNumber);
    this.set({ orderNumber, numberGrade: grade, numberDoubt: null, numberDoubtedAt: null });
    this.set({ shownPending: null, shownMatched: null, fewerShownAt: null, numberLeftAt: null });
    this.fact('ORDER_NUMBER_LINKED', { orderNumber, grade });
  }

  unlinkNumber(orderNumber: string, why: string): void {
    this.unlinks.push(orderNumber);
    this.set({ orderNumber: null, numberGrade: null, numberDoubt: null, numberDoubtedAt: null });
    // What was shown working under the number was another order.
    this.set({ shownWorkingAt: null, fewerShownAt: null });
    this.fact('ORDER_NUMBER_UNLINKED', { orderNumber, why });
  }

  openBreak(finding: Finding): void {
    this.breaksOpened.push(finding);
    this.typesClosed.delete(finding.type);
  }

  closeBreaks(type: BreakType): void {
    if (hasBreak(this.state, type)) this.typesClosed.add(type);
  }

  /** Whether a break of the type is open after what is decided so far. */
  hasOpenBreak(type: BreakType): boolean {
    if (this.breaksOpened.some((finding) => finding.type === type)) return true;
    return hasBreak(this.state, type) && !this.typesClosed.has(type);
  }

  /** Of those that were open before this decision. */
  hadOpenBreak(identity: BreakIdentity): boolean {
    const wanted = identityOf(this.order.id, identity);
    return this.state.breaks.some((one) => one.identity === wanted);
  }

  closeBreak(ended: BreakEnd): void {
    this.breaksClosed.push(ended);
  }

  get isWorking(): boolean {
    return isWorking(this.order.status);
  }

  change(): OrderChange {
    this.trackUnreported();
    this.endInferred();
    this.endLaterDay();
    this.withdrawKept();
    const before = new Map(this.state.requests.map((request) => [request.id, request]));
    return {
      order: this.patch,
      requests: [...this.requests.values()].filter((request) => before.get(request.id) !== request),
      fills: this.fills,
      reversals: this.reversals,
      links: this.links,
      unlinks: this.unlinks,
      breaksOpened: this.breaksOpened,
      breakTypesClosed: [...this.typesClosed],
      breaksClosed: this.breaksClosed,
      facts: this.facts,
    };
  }

  private trackUnreported(): void {
    const { order: before } = this.state;
    if (this.patch.matchedUnits === undefined && this.patch.filledUnits === undefined) return;
    const since = unreportedSinceAfter(before, this.order, this.at.wall);
    if (since !== before.unreportedSince) this.set({ unreportedSince: since });
    const ended = unreportedEnd(before, this.order);
    if (ended !== null) this.closeBreak(ended);
    if (before.unreportedSince === null || since !== null) return;
    this.closeBreak({
      type: 'FillMismatch',
      kind: 'NoMatchingId',
      outcome: 'all that is matched is booked',
    });
  }

  /** However it has ended: whose its number is on a later day concerns it no more. */
  private endLaterDay(): void {
    const { numberDoubt, orderNumber, status } = this.order;
    if (numberDoubt !== 'LaterDay' || !isClosed(status)) return;
    this.set({ numberDoubt: null, numberDoubtedAt: null });
    if (this.order.fewerShownAt !== null) return;
    const outcome = `the order is ${status}`;
    this.closeBreak({ type: 'IdentityMismatch', key: orderNumber ?? '', outcome });
  }

  /** What tells of an inferred number ends with it. */
  private endInferred(): void {
    const { orderNumber: before, numberGrade } = this.state.order;
    const { orderNumber: after } = this.order;
    if (before === null || numberGrade !== 'Inferred') return;
    if (after === before && this.order.numberGrade === 'Inferred') return;
    const outcome = after === before ? 'the number is proven' : 'the number is given up';
    const { post, edit } = ofInferredNumber(before);
    // A number that was given up may have a break that tells of it.
    const ended = after === before ? [post, edit] : [post];
    for (const told of ended) if (this.hadOpenBreak(told)) this.closeBreak({ ...told, outcome });
  }

  private requestFact(
    request: OrderRequest,
    fact: RequestFact,
    says: OrderFact['body'] = {},
  ): void {
    const { id, units, price, claimNumber: epoch, reason, found } = request;
    const said = fact === 'SEARCHED' ? { found } : { reason };
    const refused = fact === 'UNKNOWN' && isRefusalOpen(request) ? { refused: 1 } : {};
    this.fact(requestFact(request.kind, fact), {
      request: id,
      units,
      price,
      epoch,
      ...said,
      ...refused,
      ...says,
    });
  }
}
