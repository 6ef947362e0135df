import { bodyOf } from '../../../infra/audit/audit-chain.js';
import { clientCommitment } from '../new-order.js';
import { REQUEST_FACTS, requestFact, type Order, type RequestFact } from '../order.js';
import type { OrderRow } from '../order.entity.js';
import {
  REQUEST_KINDS,
  type OrderRequest,
  type RequestInTrail,
  type RequestKind,
} from './order-request.js';

/*
 * A request is sent only as the audit trail has it. Whoever can write the database could change what waits in its tables
 * after every limit was checked, or queue once more what was sent; the trail cannot be changed without being found out.
 */

/** An audit entry of an order. */
export interface OrderEntry {
  readonly type: string;
  readonly body: string;
  readonly actor: string;
  readonly onBehalfOf: string | null;
  readonly sequence: number;
}

type RecordedOrder = Readonly<Record<string, unknown>>;

/** What the trail says of a request. */
interface RecordedRequest {
  readonly id: string;
  readonly kind: RequestKind;
  readonly fact: RequestFact;
  readonly units: unknown;
  readonly price: unknown;
  /** Whose it is: by the order's first entry for a post, else by the entry that asked. */
  readonly operator: string;
  /** Sequence of the entry that asked for it as it is. */
  readonly askedIn: number;
}

/** What the trail says of an order and its requests. */
export interface Recorded {
  /** By the names of an order's row. */
  readonly order: RecordedOrder;
  /** Whose order it is. */
  readonly owner: string;
  /** Sequence of the order's first entry, which asks for its post; 0: it has none. */
  readonly receivedIn: number;
  /** The newest entry of each, by id. */
  readonly requests: ReadonlyMap<string, RecordedRequest>;
}

/** What of an order goes to the exchange, or decides whether a request does. */
const COMPARED: Readonly<Record<RequestKind, readonly (keyof Order)[]>> = {
  Post: [
    'orderRef', 'side', 'security', 'units', 'price', 'timeInForce', 'brokerCode', 'orderNumber', 'status', 'tradingDate',
  ],
  Edit: [
    'orderNumber', 'numberGrade', 'numberDoubt', 'fewerShownAt', 'brokerCode', 'matchedUnits', 'matchedUnderPriorNumbers',
    'status', 'tradingDate',
  ],
  Cancel: [
    'orderNumber', 'numberGrade', 'numberDoubt', 'fewerShownAt', 'brokerCode', 'status', 'tradingDate',
  ],
}; // prettier-ignore

/** After these a request may be sent, by its state; a post that was only received has none. */
const SENDABLE_AFTER: Readonly<Partial<Record<OrderRequest['state'], readonly RequestFact[]>>> = {
  Queued: ['REQUESTED', 'REPLACED', 'NOT_SENT'],
  Unknown: ['UNKNOWN', 'SEARCHED', 'NOT_SENT', 'THROTTLED'],
};

/** Whether the trail does not tell of the order's newest version: entries are written at the end of the commit, and this look may be part of it. */
export function isAheadOfTrail(
  { version }: Pick<OrderRow, 'version'>,
  recorded: Recorded,
): boolean {
  const told = recorded.order['version'];
  return typeof told !== 'number' || told < version;
}

/** Whether the request is as the trail says that it was asked for. */
export function requestInTrail(
  order: OrderRow,
  request: OrderRequest,
  recorded: Recorded,
): RequestInTrail {
  const why = differenceIn(order, request.kind, recorded.order) ?? differenceOf(request, recorded);
  return why === null ? { kind: 'Same' } : { kind: 'Differs', why };
}

/** Whether the terms of an edit are those that the trail has, and whether it has the edit or the cancel at all. */
export function isAskedInTrail(
  request: OrderRequest,
  entries: readonly Pick<OrderEntry, 'type' | 'body'>[],
): boolean {
  if (request.kind === 'Post') return true;
  const { id, units, price } = request;
  const recorded = recordedIn(entries.map((entry) => ({ ...entry, ...NOBODY }))).requests.get(id);
  return recorded?.kind === request.kind && recorded.units === units && recorded.price === price;
}

/** Sequence of the entry that led to the request; null if the trail has none. */
export function askedFor(
  { id, kind }: Pick<OrderRequest, 'id' | 'kind'>,
  { requests, receivedIn }: Recorded,
): number | null {
  const asked = requests.get(id)?.askedIn ?? (kind === 'Post' ? receivedIn : 0);
  return asked === 0 ? null : asked;
}

export const NOTHING_RECORDED: Recorded = {
  order: {},
  owner: '',
  receivedIn: 0,
  requests: new Map(),
};

/** Of an order's entries, the oldest first, that follow those of which the rest is known. */
export function recordedIn(
  entries: readonly OrderEntry[],
  before: Recorded = NOTHING_RECORDED,
): Recorded {
  const requests = new Map(before.requests);
  let { order, owner, receivedIn } = before;
  for (const { type, body, actor, onBehalfOf, sequence } of entries) {
    const { changes, request: id, units, price, ...received } = bodyOf(body);
    const by = onBehalfOf ?? actor;
    if (RECEIVED.has(type)) {
      order = { ...AT_FIRST, units, price, ...received };
      owner = by;
      receivedIn = sequence;
    }
    order = { ...order, ...(Object(changes) as RecordedOrder) };
    const asked = FACTS.get(type);
    if (asked === undefined || typeof id !== 'string') continue;
    const before = requests.get(id);
    const isAsking = asked.fact === 'REQUESTED' || asked.fact === 'REPLACED';
    const operator = asked.kind === 'Post' ? owner : isAsking ? by : (before?.operator ?? by);
    const first = asked.kind === 'Post' ? receivedIn : 0;
    const askedIn = isAsking ? sequence : (before?.askedIn ?? first);
    requests.set(id, { id, ...asked, units, price, operator, askedIn });
  }
  return { order, owner, receivedIn, requests };
}

/** What no entry says of an order that was only received. */
const AT_FIRST: RecordedOrder = {
  version: 1,
  orderNumber: null,
  numberGrade: null,
  numberDoubt: null,
  fewerShownAt: null,
  matchedUnits: '0',
  matchedUnderPriorNumbers: null,
};
const NOBODY = { actor: '', onBehalfOf: null, sequence: 0 };

function differenceIn(order: OrderRow, kind: RequestKind, recorded: RecordedOrder): string | null {
  const { clientSalt, accountNumber, clientName } = order;
  if (
    kind === 'Post' &&
    clientCommitment(clientSalt, accountNumber, clientName) !== recorded['client']
  )
    return 'another client';
  const other = COMPARED[kind].find((name) => recorded[name] !== order[name]);
  return other === undefined
    ? null
    : `${other} ${asText(recorded[other])}, not ${asText(order[other])}`;
}

function differenceOf(
  { id, kind, state, units, price, operator }: OrderRequest,
  { owner, requests }: Recorded,
): string | null {
  const recorded = requests.get(id);
  if (recorded === undefined) {
    const isFirst = ![...requests.values()].some((other) => other.kind === kind);
    if (kind !== 'Post' || state !== 'Queued' || !isFirst) return 'no such request';
    return owner === operator ? null : 'another operator';
  }
  if (recorded.kind !== kind || SENDABLE_AFTER[state]?.includes(recorded.fact) !== true)
    return `${requestFact(recorded.kind, recorded.fact)} as the last entry of the request`;
  if (recorded.operator !== operator) return 'another operator';
  if (kind === 'Edit' && recorded.units !== units)
    return `units ${asText(recorded.units)}, not ${asText(units)}`;
  if (kind === 'Edit' && recorded.price !== price)
    return `price ${asText(recorded.price)}, not ${asText(price)}`;
  return null;
}

export const ADOPTED = 'ORDER_ADOPTED';
/** The first entry of an order. */
export const RECEIVED: ReadonlySet<string> = new Set(['ORDER_RECEIVED', ADOPTED]);

const FACTS: ReadonlyMap<string, Pick<RecordedRequest, 'kind' | 'fact'>> = new Map(
  REQUEST_KINDS.flatMap((kind) =>
    REQUEST_FACTS.map((fact) => [requestFact(kind, fact), { kind, fact }] as const),
  ),
);

function asText(value: unknown): string {
  return typeof value === 'string' ? value : 'none';
}
