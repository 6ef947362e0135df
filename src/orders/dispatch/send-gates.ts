import { compare } from '../../infra/decimal.js';
import {
  cancelAsked,
  isUnitsMeaningKnown,
  type EditUnitsMean,
} from '../order/changes/instructions.js';
import {
  REQUEST_KINDS,
  type OrderRequest,
  type RequestInTrail,
  type RequestKind,
} from '../order/requests/order-request.js';
import { isOnLaterDay, type Moment, type OrderState } from '../order/order.js';
import { isClosed } from '../order/order-status.js';

/*
 * What can hold a request back, in order: the first gate that does not answer `Go` decides. Gates are
 * pure; the outbox collects their facts in the transaction of the claim. After the last gate only a slot
 * of the rate budget is needed.
 *
 * When a gate answers `Wait`, the outbox sends no further request of that kind (post, edit or cancel), so a gate
 * waits only for what concerns the whole desk. What concerns one order is a condition of the outbox's query
 * (`SENDABLE`), which skips that order's request: one request of an order in flight, no two indistinguishable posts
 * at once, no number that is inferred or doubtful.
 */

export type Verdict =
  | { readonly kind: 'Go' }
  /** It stays in the queue. */
  | { readonly kind: 'Wait'; readonly why: string }
  /** It alone stays in the queue, with a break, and others go on. */
  | { readonly kind: 'Hold'; readonly why: string }
  /** It will never be sent. */
  | { readonly kind: 'Drop'; readonly why: string };

export interface SendFacts {
  readonly state: OrderState;
  readonly request: OrderRequest;
  readonly at: Moment;
  readonly rules: SendRules;
  readonly desk: DeskFacts;
  /** Whether the audit trail has the request as the tables have it. */
  readonly trail: RequestInTrail;
}

export interface SendRules {
  readonly editUnitsMean: EditUnitsMean;
  /** The exchange has since given the order's number to another order of ours. */
  readonly isNumberReassigned: boolean;
  /** The last audit entry. */
  readonly lastEntry: number;
}

/** What holds for every request at the moment. */
export interface DeskFacts {
  readonly isSessionOpen: boolean;
  /** The trading day by the database's clock; `at.today` is the wall clock's. */
  readonly databaseDay: string;
  /** Why the desk holds this kind of request (a pause, a restored database); null: it does not. */
  readonly hold: string | null;
  /** Ended trading days whose trades have not been read. */
  readonly missedDays: readonly string[];
  /** A run has read the broker's list and the day's trades today. */
  readonly isBrokerListRead: boolean;
  /** How long posts have waited for the broker's list. */
  readonly waitedForBrokerListMs: number;
}

/**
 * Where people see that requests wait. `Nowhere`: the wait is normal. `Status`: `GET /v1/ops/status` shows it.
 * `Break`: a break opens as well, after a minute.
 */
export type WaitNotice = 'Nowhere' | 'Status' | 'Break';

export interface SendGate {
  readonly name:
    | 'session' | 'clocks' | 'audit trail' | 'cancelled' | 'order' | 'desk' | 'missed days'
    | 'broker list'; // prettier-ignore
  readonly kinds: readonly RequestKind[];
  /** A gate that only drops says `Break`: its wait would be a surprise. */
  readonly waitShownIn: WaitNotice;
  readonly decide: (facts: SendFacts) => Verdict;
}

/** How long the first posts of a day wait for the broker's list if it cannot be read. */
export const BROKER_LIST_PATIENCE_MS = 5_000;

const NOT_CANCELS = REQUEST_KINDS.filter((kind) => kind !== 'Cancel');

export const SEND_GATES: readonly SendGate[] = [
  {
    // Past the close, requests wait for the next session.
    name: 'session',
    kinds: NOT_CANCELS,
    waitShownIn: 'Nowhere',
    decide: ({ desk }) => (desk.isSessionOpen ? GO : wait('the session is closed')),
  },
  {
    // Somebody has set one of the clocks. Until they agree on the day, nothing is sent or dropped.
    name: 'clocks',
    kinds: NOT_CANCELS,
    waitShownIn: 'Break',
    decide: ({ at, desk }) =>
      at.today === desk.databaseDay
        ? GO
        : wait('the wall clock and the database disagree about the day'),
  },
  {
    // Limits and callers' rights were checked for what the trail has. Nothing is dropped for what the tables alone say.
    name: 'audit trail',
    kinds: REQUEST_KINDS,
    waitShownIn: 'Break',
    decide: heldByTrail,
  },
  {
    // A requested cancel drops posts and resends of edits, but not the resend that is to prove the order's number.
    name: 'cancelled',
    kinds: NOT_CANCELS,
    waitShownIn: 'Break',
    decide: stoppedByCancel,
  },
  {
    name: 'order',
    kinds: REQUEST_KINDS,
    waitShownIn: 'Break',
    decide: stoppedByOrder,
  },
  {
    name: 'desk',
    kinds: REQUEST_KINDS,
    waitShownIn: 'Status',
    decide: ({ desk }) => (desk.hold === null ? GO : wait(desk.hold)),
  },
  {
    // On an unread day an order of ours may have traded or expired, or its number may have been reused.
    name: 'missed days',
    kinds: NOT_CANCELS,
    waitShownIn: 'Break',
    decide: ({ desk: { missedDays } }) =>
      missedDays.length === 0
        ? GO
        : wait(`missed trading days are read first: ${missedDays.join(', ')}`),
  },
  {
    // If a reply is lost, list and trades from before show which number is new.
    name: 'broker list',
    kinds: ['Post'],
    waitShownIn: 'Status',
    decide: ({ desk: { isBrokerListRead, waitedForBrokerListMs } }) =>
      isBrokerListRead || waitedForBrokerListMs >= BROKER_LIST_PATIENCE_MS
        ? GO
        : wait("the broker's list and the day's trades are read before the first post of a day"),
  },
];

/** The first gate that stops the request; null lets it go. */
export function stoppedBy(facts: SendFacts): { gate: SendGate; verdict: Verdict } | null {
  for (const gate of SEND_GATES) {
    if (!gate.kinds.includes(facts.request.kind)) continue;
    const verdict = gate.decide(facts);
    if (verdict.kind !== 'Go') return { gate, verdict };
  }
  return null;
}

/**
 * Why the request waits whatever the trail has, so that nobody needs to read it. Null: it may go, or be dropped or held.
 */
export function waitsAnyway(
  facts: Omit<SendFacts, 'trail'>,
): { gate: SendGate; why: string } | null {
  const stop = stoppedBy({ ...facts, trail: { kind: 'Same' } });
  return stop?.verdict.kind === 'Wait' ? { gate: stop.gate, why: stop.verdict.why } : null;
}

const GO: Verdict = { kind: 'Go' };

function wait(why: string): Verdict {
  return { kind: 'Wait', why };
}

function drop(why: string): Verdict {
  return { kind: 'Drop', why };
}

function heldByTrail({ trail }: SendFacts): Verdict {
  if (trail.kind === 'Same') return GO;
  return { kind: 'Hold', why: `the database was changed: the audit trail has ${trail.why}` };
}

function stoppedByCancel({ state, request }: SendFacts): Verdict {
  if (request.resend === 'DuplicateProbe' || cancelAsked(state) === null) return GO;
  const isStopped = request.kind === 'Post' || request.state === 'Unknown';
  return isStopped ? drop('a cancel was requested') : GO;
}

function stoppedByOrder(facts: SendFacts): Verdict {
  const why = reasonToDrop(facts);
  return why === null ? GO : drop(why);
}

function reasonToDrop({ state: { order }, request, at, rules }: SendFacts): string | null {
  if (isClosed(order.status)) return `the order is ${order.status}`;
  if (request.kind === 'Post') {
    return order.tradingDate < at.today ? 'its trading day ended before it could be sent' : null;
  }
  // Cleared on its day: on a later one people decide whether the number is still the order's.
  if (request.state === 'Unknown' && isOnLaterDay(order, at.today))
    return `${order.orderNumber ?? '?'} may be the number of another order today`;
  if (rules.isNumberReassigned) {
    return `${order.orderNumber ?? '?'} is now the number of another order`;
  }
  if (request.kind === 'Cancel' || request.units === null) return null;
  if (compare(order.matchedUnits, '0') === 0) return null;
  if (compare(request.units, order.matchedUnits) <= 0) {
    return `${order.matchedUnits} units were matched before the edit could be sent`;
  }
  return isUnitsMeaningKnown(order, rules.editUnitsMean)
    ? null
    : 'the order was filled in part before the edit could be sent';
}
