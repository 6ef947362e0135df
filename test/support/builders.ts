import { identityOf, type BreakType, type OpenBreak } from '../../src/orders/breaks/break.js';
import type { OrderRow } from '../../src/orders/order/order.entity.js';
import type { BreakRow } from '../../src/orders/breaks/break.entity.js';
import type {
  ExecutionEvidence,
  RecordEvidence,
} from '../../src/orders/order/evidence/evidence.js';
import type { Asked, EditAsked } from '../../src/orders/order/changes/instructions.js';
import type { OrderRequest } from '../../src/orders/order/requests/order-request.js';
import type { OrderChange, Moment, Order, OrderState } from '../../src/orders/order/order.js';
import { isRefusal, type Refusal } from '../../src/orders/order/requests/refusal.js';
import type { Reply } from '../../src/orders/dispatch/call-outcome.js';
import type { SearchRules } from '../../src/orders/reconciliation/unknown-outcomes/unknown-posts.js';
import { NOON } from './time/hand-clock.js';

/**
 * An order desk on a Friday at noon, as data: 100 units of SD11PLC, known to the exchange as 700001.
 * Every builder returns a complete, ordinary object; a test sets only what it is about.
 */
export const TODAY = '2026-11-20';
export const QUIET_MS = 12_000;
export const GRACE_MS = 10_000;
export const SEARCH_RULES: SearchRules = {
  repost: true,
  repostWithinMs: 120_000,
  quietMs: QUIET_MS,
  answersLateMs: GRACE_MS,
  takesLateMs: 0,
  duplicateMessage: null,
  knowsDuplicates: false,
  duplicateProof: null,
};

/** The time `seconds` after noon, by both clocks. */
export function at(seconds = 60, changes: Partial<Moment> = {}): Moment {
  const time = NOON + seconds * 1_000;
  return { wall: time, database: time, today: TODAY, ...changes };
}

/** Noon plus some seconds, as a timestamp in orders and evidence. */
export function noon(seconds: number): number {
  return NOON + seconds * 1_000;
}

export function anOrder(changes: Partial<Order> = {}): Order {
  return {
    id: 'ord_1',
    clientOrderId: 'web-1',
    orderRef: 'TAAAAAAAAAAAAAAAAAAA',
    orderNumber: '700001',
    numberGrade: 'Acknowledged',
    numberDoubt: null,
    numberDoubtedAt: null,
    side: 'BUY',
    security: 'SD11PLC',
    units: '100',
    price: '12.5',
    priceGrade: 'Acknowledged',
    timeInForce: 'Day Order (DO)',
    accountNumber: 'CDS-1',
    clientName: 'Ada Obi',
    brokerCode: 'MRNA',
    status: 'Open',
    exchangeStatus: 'Open',
    reason: null,
    matchedUnits: '0',
    filledUnits: '0',
    filledValue: '0',
    unreportedSince: null,
    fewerMatchedSince: null,
    tradesDifferOn: null,
    grade: 'Enquired',
    doubtedSince: null,
    provenAt: NOON,
    askedAt: NOON,
    lastOwnChangeAt: NOON,
    editAcknowledgedAt: null,
    shownWorkingAt: NOON,
    timesMissing: 0,
    missingSince: null,
    contestedSince: null,
    shownPending: null,
    shownMatched: null,
    fewerShownAt: null,
    numberLeftAt: null,
    priceBefore: null,
    unitsBefore: null,
    unitsBeforeEditAt: null,
    matchedUnderPriorNumbers: null,
    filledUnderPriorNumbers: null,
    tradingDate: TODAY,
    createdBy: 'key:dealers',
    createdAt: NOON,
    updatedAt: NOON,
    closedAt: null,
    ...changes,
  };
}

/** An order that was accepted and not yet sent. */
export function aNewOrder(changes: Partial<Order> = {}): Order {
  return anOrder({
    status: 'New',
    shownWorkingAt: null,
    orderNumber: null,
    numberGrade: null,
    priceGrade: null,
    exchangeStatus: null,
    grade: null,
    provenAt: null,
    askedAt: 0,
    lastOwnChangeAt: 0,
    ...changes,
  });
}

/** A new order as its row, for tests that need many at once. */
export function aNewOrderRow(changes: Partial<OrderRow> = {}): OrderRow {
  return {
    ...aNewOrder(),
    version: 1,
    certain: 1,
    pending: null,
    openBreaks: 0,
    listedVersion: 0,
    fingerprint: '',
    clientSalt: '',
    onBehalfOf: null,
    ...changes,
  };
}

/** A post by default, with the terms of `anOrder`. */
export function aRequest(changes: Partial<OrderRequest> = {}): OrderRequest {
  const kind = changes.kind ?? 'Post';
  const terms = kind === 'Cancel' ? { units: null, price: null } : { units: '100', price: '12.5' };
  const sent = changes.state !== undefined && changes.state !== 'Queued';
  return {
    id: 'req_1',
    orderId: 'ord_1',
    kind,
    state: 'Queued',
    ...terms,
    claimNumber: sent ? 1 : 0,
    sends: sent ? 1 : 0,
    dueAt: NOON,
    claimedAt: sent ? NOON : null,
    firstSentAt: sent ? NOON : null,
    createdAt: NOON,
    since: NOON,
    operator: 'key:dealers',
    reason: null,
    refusalPending: 0,
    namedNumber: null,
    refusedAtGateway: 0,
    unprovenNumber: null,
    matchKey: kind === 'Post' ? 'alike' : null,
    resend: 'Undecided',
    searches: 0,
    found: null,
    sentEntry: null,
    absentSince: null,
    endedWithoutAt: null,
    candidates: null,
    ...changes,
  };
}

export function aState(changes: Partial<OrderState> = {}): OrderState {
  return { order: anOrder(), requests: [], breaks: [], ...changes };
}

/** One of each of these types. */
export function openBreaks(...types: readonly BreakType[]): readonly OpenBreak[] {
  return types.map((type) => ({ type, identity: '' }));
}

/** The order of `aState` with a request of unknown outcome and the break that shows it. */
export function inDoubt(request: Partial<OrderRequest>, order: Partial<Order> = {}): OrderState {
  const unknown = aRequest({ state: 'Unknown', ...request });
  const doubts = {
    Post: 'PostUnconfirmed',
    Edit: 'EditUnconfirmed',
    Cancel: 'CancelUnconfirmed',
  } as const;
  const held = unknown.kind === 'Post' ? aNewOrder(order) : anOrder(order);
  return aState({ order: held, requests: [unknown], breaks: openBreaks(doubts[unknown.kind]) });
}

/** The record of an order enquiry, asked half a minute after our last mutation. */
export function aRecord(changes: Partial<RecordEvidence> = {}): RecordEvidence {
  return {
    source: 'OrderEnquiry',
    orderNumber: '700001',
    security: 'SD11PLC',
    side: 'BUY',
    units: '100',
    statusWord: 'Open',
    matchedUnits: '0',
    pendingUnits: '100',
    basePrice: null,
    askedAt: noon(30),
    ...changes,
  };
}

/** The record of an order with `matched` matched units. */
export function matchedRecord(
  matched: number,
  changes: Partial<RecordEvidence> = {},
): RecordEvidence {
  const units = Number(changes.units ?? '100');
  const quantities = { matchedUnits: String(matched), pendingUnits: String(units - matched) };
  return aRecord({ ...quantities, ...changes });
}

export function anExecution(changes: Partial<ExecutionEvidence> = {}): ExecutionEvidence {
  return {
    tradeDate: TODAY,
    matchingId: 'M1',
    orderNumber: '700001',
    security: 'SD11PLC',
    side: 'BUY',
    units: '40',
    price: '12.45',
    matchedUnits: null,
    pendingUnits: null,
    shownFor: TODAY,
    accountNumber: 'CDS-1',
    ...changes,
  };
}

/** The acknowledgement of a post, complete as in the interface document. */
export function aReply(changes: Partial<Reply> = {}): Reply {
  return {
    class: 'Acknowledged',
    message: 'Order posted',
    orderNumber: '700001',
    statusWord: 'Posted',
    orderRef: 'TAAAAAAAAAAAAAAAAAAA',
    numberUnreadable: false,
    numberTaken: false,
    ...changes,
  };
}

export function anAsking(changes: Partial<Asked> = {}): Asked {
  return { requestId: 'req_9', operator: 'key:desk', at: at(), ...changes };
}

export function anEdit(changes: Partial<EditAsked> = {}): EditAsked {
  return { ...anAsking(), unitsMeanKnown: false, ...changes };
}

/** The change, for decisions that must not be refusals. */
export function changeOf(decision: OrderChange | Refusal | null): OrderChange {
  if (decision === null) throw new Error('The decision changes nothing at all');
  if (isRefusal(decision)) throw new Error(`Refused: ${decision.refusal}`);
  return decision;
}

/** The order and its open requests after the store has written the change. */
/** Throws if the audit trail, which has what changes with the entries of the change, could not tell of it. */
export function after(state: OrderState, change: OrderChange | null): OrderState {
  if (change === null) return state;
  const untold = untoldBy(state, change);
  if (untold.length > 0) throw new Error(`no entry tells that ${untold.join(', ')} changed`);
  const requests = new Map(state.requests.map((request) => [request.id, request]));
  for (const request of change.requests) requests.set(request.id, request);
  const closed = change.breaksClosed.map((ended) => identityOf(state.order.id, ended));
  const stay = state.breaks.filter(
    ({ type, identity }) => !change.breakTypesClosed.includes(type) && !closed.includes(identity),
  );
  const opened = change.breaksOpened.map((found) => ({
    type: found.type,
    identity: identityOf(state.order.id, found),
  }));
  const breaks = new Map([...stay, ...opened].map((one) => [JSON.stringify(one), one]));
  return {
    order: { ...state.order, ...change.order },
    requests: [...requests.values()].filter((r) => ['Queued', 'Sent', 'Unknown'].includes(r.state)),
    breaks: [...breaks.values()],
  };
}

/** What a request is compared by before it is sent, and how an order stands. */
const IN_TRAIL = [
  'orderNumber', 'numberGrade', 'numberDoubt', 'fewerShownAt', 'numberLeftAt', 'units', 'price', 'priceGrade', 'status',
  'matchedUnits', 'matchedUnderPriorNumbers', 'filledUnits', 'doubtedSince', 'tradingDate',
] as const satisfies readonly (keyof Order)[]; // prettier-ignore

function untoldBy({ order }: OrderState, change: OrderChange): readonly string[] {
  const entries = [...change.facts, ...change.breaksOpened, ...change.breaksClosed];
  if (entries.length > 0 || change.breakTypesClosed.length > 0) return [];
  const now = { ...order, ...change.order };
  return IN_TRAIL.filter((name) => now[name] !== order[name]);
}

/** The types of the facts, in the order in which they are written. */
export function factsOf(change: OrderChange): readonly string[] {
  return change.facts.map((fact) => fact.type);
}

export function raisedBy(change: OrderChange): readonly string[] {
  return change.breaksOpened.map((finding) => finding.type);
}

/** A break that is open and about none of our orders. */
export function aBreakRow(changes: Partial<BreakRow> = {}): BreakRow {
  return {
    id: 'brk_1', identity: 'x', type: 'FillMismatch', kind: null, severity: 'Critical', status: 'Open', orderId: null,
    orderNumber: null, detail: 'd', openedAt: 1, seenAt: 1, closedAt: null, outcome: null, version: 1,
    assignee: null, dueAt: 1, reasonCode: null, resolution: null, closedBy: null, shown: null,
    traded: null, trade: null, ...changes,
  }; // prettier-ignore
}
