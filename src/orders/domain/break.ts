import type { ChangedTrade } from './changed-trade.js';

/** A disagreement with the exchange, or something about it that is not known; shown until it ends. */
export const BREAK_TYPES = [
  'PostUnconfirmed', 'EditUnconfirmed', 'CancelUnconfirmed', 'MissingAtExchange',
  'UnknownAtExchange', 'StatusMismatch', 'UnitsMismatch', 'PriceMismatch', 'IdentityMismatch',
  'FillMismatch', 'OrphanTrade', 'SourcesDisagree', 'DuplicateSuspected', 'OpenAfterClose',
  'NotSeen', 'UnmappedValue',
] as const; // prettier-ignore

export type BreakType = (typeof BREAK_TYPES)[number];
export const SEVERITIES = ['Low', 'Medium', 'High', 'Critical'] as const;

export type Severity = (typeof SEVERITIES)[number];

export const BREAK_STATUSES = [
  'Open', 'Assigned', 'AwaitingApproval', 'Resolved', 'AutoResolved',
] as const; // prettier-ignore

export type BreakStatus = (typeof BREAK_STATUSES)[number];

const SEVERITY_OF: Readonly<Record<BreakType, Severity>> = {
  PostUnconfirmed: 'High',
  EditUnconfirmed: 'High',
  CancelUnconfirmed: 'High',
  MissingAtExchange: 'High',
  UnknownAtExchange: 'Medium',
  StatusMismatch: 'High',
  UnitsMismatch: 'High',
  PriceMismatch: 'High',
  IdentityMismatch: 'Critical',
  FillMismatch: 'Critical',
  OrphanTrade: 'High',
  SourcesDisagree: 'Medium',
  DuplicateSuspected: 'Critical',
  OpenAfterClose: 'Medium',
  NotSeen: 'Medium',
  UnmappedValue: 'Medium',
};

export function severityOf(type: BreakType): Severity {
  return SEVERITY_OF[type];
}

const MINUTE = 60_000;
const DUE_WITHIN: Readonly<Record<Severity, number>> = {
  Critical: 15 * MINUTE,
  High: 60 * MINUTE,
  Medium: 4 * 60 * MINUTE,
  Low: 24 * 60 * MINUTE,
};

/** By when somebody should have ended it. */
export function dueAt(severity: Severity, openedAt: number): number {
  return openedAt + DUE_WITHIN[severity];
}

/** A disagreement as it was found; the same one found again is the same break. */
export interface Finding {
  readonly type: BreakType;
  /** What tells it from other breaks of its type and order, e.g. an unknown word. */
  readonly key?: string;
  readonly detail: string;
  /** The execution that it is about, when it is about one. */
  readonly trade?: ChangedTrade;
  /** What people say of it holds until it is cured, not only while it is found again and again. */
  readonly lasting?: boolean;
}

/** A finding that holds no more, and why. */
export interface Cured {
  readonly type: BreakType;
  readonly key: string;
  readonly outcome: string;
}
