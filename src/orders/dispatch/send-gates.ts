import { compare } from '../../infra/decimal.js';
import { cancelAsked, isUnitsMeaningKnown, type EditUnitsMean } from '../order/instructions.js';
import type { OrderRequest, RequestKind } from '../order/order-request.js';
import type { Moment, OrderState } from '../order/order.js';
import { isClosed } from '../order/order-status.js';

/**
 * What can hold a request back, in order: the first gate that does not answer `Go` decides. A gate is
 * pure; the outbox collects the facts in the transaction of the claim. After the last gate only the
 * rate budget is left, which is taken and not merely looked at.
 *
 * Not here, but in the outbox's query, because they pick the candidate among thousands that wait: one
 * request of an order in flight at most, no post beside one that could not be told from it, and nothing
 * by a number that is inferred or doubtful.
 */
export type Verdict =
  | { readonly kind: 'Go' }
  /** It stays in the queue. */
  | { readonly kind: 'Wait'; readonly why: string }
  /** It will never be sent. */
  | { readonly kind: 'Drop'; readonly why: string };

export interface SendFacts {
  readonly state: OrderState;
  readonly request: OrderRequest;
  readonly at: Moment;
  readonly rules: SendRules;
  readonly desk: DeskFacts;
}

export interface SendRules {
  readonly editUnitsMean: EditUnitsMean;
  /** The exchange has since given the order's number to another order of ours. */
  readonly isNumberReassigned: boolean;
  /** The last entry of the audit trail. */
  readonly lastEntry: number;
}

/** What holds for every request of the moment. */
export interface DeskFacts {
  readonly isSessionOpen: boolean;
  /** The trading day by the database's clock; `at.today` is the wall clock's. */
  readonly databaseDay: string;
  /** Why the desk holds this kind of request: a pause, or a restored database. */
  readonly hold: string | null;
  /** Trading days that have ended and whose trades have not been read. */
  readonly missedDays: readonly string[];
  /** The broker's whole book was read today. */
  readonly isBookRead: boolean;
  /** How long posts have waited for that, in milliseconds. */
  readonly waitedForBookMs: number;
}

export interface SendGate {
  readonly name: 'session' | 'clocks' | 'cancelled' | 'order' | 'desk' | 'missed days' | 'book';
  readonly kinds: readonly RequestKind[];
  readonly decide: (facts: SendFacts) => Verdict;
}

/** The first posts of a day wait so long for the book, where it cannot be read. */
export const BOOK_PATIENCE_MS = 5_000;

const ALL: readonly RequestKind[] = ['Cancel', 'Post', 'Edit'];
const NOT_CANCELS: readonly RequestKind[] = ['Post', 'Edit'];

export const SEND_GATES: readonly SendGate[] = [
  {
    // What has waited past the close waits for the next session.
    name: 'session',
    kinds: NOT_CANCELS,
    decide: ({ desk }) => (desk.isSessionOpen ? GO : wait('the session is closed')),
  },
  {
    // Somebody set one of the clocks: on a day that only one of them has, nothing is sent or dropped.
    name: 'clocks',
    kinds: NOT_CANCELS,
    decide: ({ at, desk }) =>
      at.today === desk.databaseDay
        ? GO
        : wait('the wall clock and the database disagree about the day'),
  },
  {
    // A cancel takes back what has not left, unless a resend is to prove the number that it waits for.
    name: 'cancelled',
    kinds: NOT_CANCELS,
    decide: takenBack,
  },
  {
    name: 'order',
    kinds: ALL,
    decide: stillMakesSense,
  },
  {
    name: 'desk',
    kinds: ALL,
    decide: ({ desk }) => (desk.hold === null ? GO : wait(desk.hold)),
  },
  {
    // A number of ours may have been traded, reused or expired on a day that nobody has read.
    name: 'missed days',
    kinds: NOT_CANCELS,
    decide: ({ desk: { missedDays } }) =>
      missedDays.length === 0
        ? GO
        : wait(`trading days were missed, and are read first: ${missedDays.join(', ')}`),
  },
  {
    // Should the reply be lost, the book of before tells which number is new.
    name: 'book',
    kinds: ['Post'],
    decide: ({ desk: { isBookRead, waitedForBookMs } }) =>
      isBookRead || waitedForBookMs >= BOOK_PATIENCE_MS
        ? GO
        : wait('the book is read before the first post of a day'),
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

const GO: Verdict = { kind: 'Go' };

function wait(why: string): Verdict {
  return { kind: 'Wait', why };
}

function drop(why: string): Verdict {
  return { kind: 'Drop', why };
}

function takenBack({ state, request }: SendFacts): Verdict {
  if (request.resend === 'ToProve' || cancelAsked(state) === null) return GO;
  const isTakenBack = request.kind === 'Post' || request.state === 'Unknown';
  return isTakenBack ? drop('a cancel was asked for') : GO;
}

function stillMakesSense(facts: SendFacts): Verdict {
  const why = reasonToDrop(facts);
  return why === null ? GO : drop(why);
}

function reasonToDrop({ state: { order }, request, at, rules }: SendFacts): string | null {
  if (isClosed(order.status)) return `the order is ${order.status}`;
  if (request.kind === 'Post') {
    return order.tradingDate < at.today ? 'its trading day ended before it could be sent' : null;
  }
  if (rules.isNumberReassigned) {
    return `${order.orderNumber ?? '?'} is the number of another order now`;
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
