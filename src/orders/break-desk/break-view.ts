import { instant } from '../../infra/runtime/clock.js';
import type { TradeDifference } from '../breaks/trade-difference.js';
import type { ShownOrder, ShownTrade } from '../breaks/shown-order.js';
import type { ApprovalState } from '../breaks/resolution.js';
import type { ApprovalRow } from './approval.entity.js';
import type { BreakRow } from '../breaks/break.entity.js';

/** What a break and the proposals of how it ends look like from outside. */
export interface BreakView {
  readonly id: string;
  readonly type: string;
  /** What it tells of, where its type has several kinds. */
  readonly kind: string | null;
  readonly severity: string;
  readonly status: string;
  readonly orderId: string | null;
  readonly orderNumber: string | null;
  readonly detail: string;
  readonly openedAt: string;
  readonly seenAt: string;
  readonly closedAt: string | null;
  readonly outcome: string | null;
  readonly version: number;
  readonly assignee: string | null;
  /** By when it should have ended, by its severity. */
  readonly dueAt: string;
  readonly overdue: boolean;
  readonly reasonCode: string | null;
  readonly resolution: string | null;
  readonly closedBy: string | null;
  /** Of an order that is none of ours: how the exchange last showed it, once a list has. */
  readonly shown: ShownOrder | null;
  /** The execution of ours that is shown otherwise than it is booked; `shown` null: shown no more. */
  readonly trade: TradeDifference | null;
  /** What was traded of it, by day, while nobody had decided. */
  readonly traded: readonly ShownTrade[];
}

export interface CommentView {
  readonly id: string;
  readonly at: string;
  readonly author: string;
  readonly text: string;
}

/** One break with all that was said and proposed of it. */
export interface WholeBreakView extends BreakView {
  readonly comments: readonly CommentView[];
  readonly approvals: readonly ApprovalView[];
}

/** A proposal, and what became of it. */
export interface ApprovalView {
  readonly id: string;
  readonly state: ApprovalState;
  readonly breakId: string;
  /** Of `adopt` the id that the order will have. */
  readonly orderId: string | null;
  /** The order as the proposer saw it. */
  readonly orderVersion: number | null;
  /** What is to be done, word for word, and the SHA-256 of its canonical JSON. */
  readonly payload: object;
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
    shown: row.shown === null ? null : (JSON.parse(row.shown) as ShownOrder),
    trade: row.trade === null ? null : (JSON.parse(row.trade) as TradeDifference),
    traded: row.traded === null ? [] : (JSON.parse(row.traded) as ShownTrade[]),
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
    payload: JSON.parse(row.payload) as object,
    proposedAt: instant(row.proposedAt),
    expiresAt: instant(row.expiresAt),
    decidedAt: row.decidedAt === null ? null : instant(row.decidedAt),
  };
}
