import type { Recheck } from '../reconciliation/collect/recheck.js';
import type { OrderNumber } from '../../market/formats.js';
import type {
  ActorName,
  Id,
  Instant,
  PersonName,
  MaskableSha256,
  Text,
  Whole,
} from '../../infra/formats.js';
import { instant } from '../../infra/runtime/clock.js';
import type { DisputedTrade } from '../breaks/trade-difference.js';
import type { ExternalOrder, ExternalOrderTrades } from '../breaks/external-order.js';
import type { BreakStatus, BreakType, Severity } from '../breaks/break.js';
import type { ApprovalState, Decision, Resolution } from '../breaks/resolution.js';
import type { ApprovalRow } from './approval.entity.js';
import type { BreakRow } from '../breaks/break.entity.js';
import type { NamedNumbers, NumberCandidate } from './candidates/find-candidates.js';

export interface BreakView {
  readonly id: Id;
  readonly type: BreakType;
  /**
   * Where its type has several kinds.
   * @example "PossibleCopy"
   */
  readonly kind: string | null;
  readonly severity: Severity;
  readonly status: BreakStatus;
  /** Null: it is about none of ours. */
  readonly orderId: Id | null;
  readonly orderNumber: OrderNumber | null;
  /**
   * What does not agree, for people.
   * @example "the exchange has a price of 12.5, we had 12.25"
   */
  readonly detail: string;
  readonly openedAt: Instant;
  /** When it was last found to hold. */
  readonly seenAt: Instant;
  readonly closedAt: Instant | null;
  /** What became of it; null while it is open. */
  readonly outcome: Text | null;
  /** Rises by each change; also the `ETag`. */
  readonly version: Whole;
  readonly assignee: PersonName | null;
  /** When it should be closed, by its severity and the due times that held when it was opened. */
  readonly dueAt: Instant;
  /** It is open, and should have been closed. */
  readonly overdue: boolean;
  /**
   * Given by whoever closed it.
   * @example "ConfirmedByExchange"
   */
  readonly reasonCode: string | null;
  /**
   * How people have resolved it; null: they have not.
   * @example "close"
   */
  readonly resolution: string | null;
  /** Both names where it took two people. */
  readonly closedBy: ActorName | null;
  /** An external order, as a list of the exchange last showed it. */
  readonly shown: ExternalOrder | null;
  /**
   * A booked execution that the exchange now shows differently; `shown` null: no longer shown. `booked` null: one that
   * is not booked, because it may repeat another.
   */
  readonly trade: DisputedTrade | null;
  /** Trades of the external order by day, until somebody decided. */
  readonly traded: readonly ExternalOrderTrades[];
  /** While it is open: the order numbers that may be its order's, as the last search has named them. */
  readonly candidates: readonly OrderNumber[];
  /** While it is open: our orders of unknown outcome that its number may be, by the last searches. */
  readonly mayBeOf: readonly Id[];
}

export interface CommentView {
  readonly id: Id;
  readonly at: Instant;
  readonly author: ActorName;
  readonly text: Text;
}

/** Somebody took the break, gave it to another, or gave it back. */
export interface AssignmentView {
  readonly at: Instant;
  /** Who did it. */
  readonly by: ActorName;
  /** The person whom the caller acted for; null: nobody was named. */
  readonly onBehalfOf: PersonName | null;
  /** Whose it was from then on; null: nobody's. */
  readonly assignee: PersonName | null;
}

export interface WholeBreakView extends BreakView {
  /** The newest 200, oldest first; the trail has all. */
  readonly comments: readonly CommentView[];
  /** Whose it was, the newest 200, oldest first. */
  readonly assignments: readonly AssignmentView[];
  /** Proposals to end it: the newest 200, oldest first. */
  readonly approvals: readonly ApprovalView[];
  /** Our orders that its number might have been, by their searches, until two people decided otherwise. */
  readonly wasCandidateOf: readonly FormerCandidacy[];
}

/** A number was one of those that might have been an order's. */
export interface FormerCandidacy {
  readonly orderId: Id;
  /** What two people decided of the order. */
  readonly resolution: Resolution;
  /** The number that they gave it; null: none. */
  readonly orderNumber: OrderNumber | null;
  /** Both names. */
  readonly decidedBy: ActorName;
  readonly decidedAt: Instant;
}

export interface RecheckedBreakView extends WholeBreakView {
  /** What was asked, and what came back. */
  readonly recheck: Recheck;
}

/** What the hash of a proposal is of. */
export interface ProposedDecision extends Decision {
  /** The break that it ends. */
  readonly break: Id;
  /** The order of the break; null: it is about none of ours. */
  readonly order: Id | null;
}

export interface ApprovalView {
  readonly id: Id;
  readonly state: ApprovalState;
  readonly breakId: Id;
  /** For `adopt`, the id that the order will have. */
  readonly orderId: Id | null;
  /** The order's version when proposed. */
  readonly orderVersion: Whole | null;
  /** The proposed decision. */
  readonly payload: ProposedDecision;
  /** Of the canonical JSON of the payload. */
  readonly payloadHash: MaskableSha256;
  readonly proposedBy: ActorName;
  /** The person whom the proposer acted for, if it named one. */
  readonly proposedOnBehalfOf: PersonName | null;
  readonly proposedAt: Instant;
  readonly expiresAt: Instant;
  readonly decidedBy: ActorName | null;
  readonly decidedAt: Instant | null;
  /** What the second person said to it. */
  readonly decision: Text | null;
  /**
   * While it waits, and says what became of a post of unknown outcome: the other numbers that may be the order, as the
   * last search has named them. Not part of what is decided: they change with each search.
   */
  readonly others: readonly NumberCandidate[];
}

const NONE: NamedNumbers = { ofOrder: new Map(), ofNumber: new Map() };
const OF_UNKNOWN_NUMBERS: readonly BreakType[] = ['PostUnconfirmed', 'EditUnconfirmed'];

export function breakView(
  { identity: _, ...row }: BreakRow,
  now: number,
  named: NamedNumbers = NONE,
): BreakView {
  const { orderId, orderNumber, closedAt, type } = row;
  const { ofOrder, ofNumber } = closedAt === null ? named : NONE;
  const isSearched = orderId !== null && OF_UNKNOWN_NUMBERS.includes(type);
  return {
    ...row,
    candidates: isSearched ? (ofOrder.get(orderId) ?? []) : [],
    mayBeOf: orderId === null && orderNumber !== null ? (ofNumber.get(orderNumber) ?? []) : [],
    shown: row.shown === null ? null : (JSON.parse(row.shown) as ExternalOrder),
    trade: row.trade === null ? null : (JSON.parse(row.trade) as DisputedTrade),
    traded: row.traded === null ? [] : (JSON.parse(row.traded) as ExternalOrderTrades[]),
    openedAt: instant(row.openedAt),
    seenAt: instant(row.seenAt),
    closedAt: row.closedAt === null ? null : instant(row.closedAt),
    dueAt: instant(row.dueAt),
    overdue: row.closedAt === null && row.dueAt < now,
  };
}

export function approvalView(
  row: ApprovalRow,
  others: readonly NumberCandidate[] = [],
): ApprovalView {
  return {
    ...row,
    others,
    payload: JSON.parse(row.payload) as ProposedDecision,
    proposedAt: instant(row.proposedAt),
    expiresAt: instant(row.expiresAt),
    decidedAt: row.decidedAt === null ? null : instant(row.decidedAt),
  };
}
