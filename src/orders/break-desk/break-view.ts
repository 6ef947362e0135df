import { instant } from '../../infra/runtime/clock.js';
import type { DisputedTrade } from '../breaks/trade-difference.js';
import type { ExternalOrder, ExternalOrderTrades } from '../breaks/external-order.js';
import type { BreakStatus, BreakType, Severity } from '../breaks/break.js';
import type { ApprovalState, Decision } from '../breaks/resolution.js';
import type { ApprovalRow } from './approval.entity.js';
import type { BreakRow } from '../breaks/break.entity.js';

export interface BreakView {
  readonly id: string;
  readonly type: BreakType;
  /** Where its type has several kinds. */
  readonly kind: string | null;
  readonly severity: Severity;
  readonly status: BreakStatus;
  readonly orderId: string | null;
  readonly orderNumber: string | null;
  readonly detail: string;
  readonly openedAt: string;
  readonly seenAt: string;
  readonly closedAt: string | null;
  readonly outcome: string | null;
  readonly version: number;
  readonly assignee: string | null;
  /** When it should be closed, by its severity. */
  readonly dueAt: string;
  readonly overdue: boolean;
  readonly reasonCode: string | null;
  readonly resolution: string | null;
  readonly closedBy: string | null;
  /** An external order, as a list of the exchange last showed it. */
  readonly shown: ExternalOrder | null;
  /**
   * A booked execution that the exchange now shows differently; `shown` null: no longer shown. `booked` null: one that
   * is not booked, because it may repeat another.
   */
  readonly trade: DisputedTrade | null;
  /** Trades of the external order by day, until somebody decided. */
  readonly traded: readonly ExternalOrderTrades[];
}

export interface CommentView {
  readonly id: string;
  readonly at: string;
  readonly author: string;
  readonly text: string;
}

export interface WholeBreakView extends BreakView {
  readonly comments: readonly CommentView[];
  readonly approvals: readonly ApprovalView[];
}

export interface ApprovalView {
  readonly id: string;
  readonly state: ApprovalState;
  readonly breakId: string;
  /** For `adopt`, the id that the order will have. */
  readonly orderId: string | null;
  /** The order's version when proposed. */
  readonly orderVersion: number | null;
  /** The proposed decision, and the SHA-256 of its canonical JSON. */
  readonly payload: Decision;
  readonly payloadHash: string;
  readonly proposedBy: string;
  readonly proposedAt: string;
  readonly expiresAt: string;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly decision: string | null;
}

export function breakView({ identity: _, ...row }: BreakRow, now: number): BreakView {
  return {
    ...row,
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

export function approvalView(row: ApprovalRow): ApprovalView {
  return {
    ...row,
    payload: JSON.parse(row.payload) as Decision,
    proposedAt: instant(row.proposedAt),
    expiresAt: instant(row.expiresAt),
    decidedAt: row.decidedAt === null ? null : instant(row.decidedAt),
  };
}
