import type { TradeDifference } from './trade-difference.js';

/** A disagreement with the exchange, or something about it that is not known; shown until it ends. */
export const BREAK_TYPES = [
  'PostUnconfirmed', 'EditUnconfirmed', 'CancelUnconfirmed', 'MissingAtExchange',
  'UnknownAtExchange', 'StatusMismatch', 'UnitsMismatch', 'PriceMismatch', 'IdentityMismatch',
  'FillMismatch', 'OrphanTrade', 'SourcesDisagree', 'DuplicateSuspected', 'OpenAfterClose',
  'NotSeen', 'UnmappedValue',
] as const; // prettier-ignore

export type BreakType = (typeof BREAK_TYPES)[number];

/**
 * What a break of a type tells of that has several kinds.
 *   `UnreportedFill`       more is matched than executions are booked
 *   `NoMatchingId`         trades are shown that cannot be booked: they have no matching id
 *   `InvalidRow`           the quantities of a trade cannot all be true
 *   `DuplicateRow`         one matching id stands on two rows that differ
 *   `Correction`           a booked execution is shown otherwise, or no more
 *   `BookedAgain`          a trade that was taken back is shown again
 *   `Overfill`             more is booked than the order's units
 *   `MatchedFell`          a record shows less matched than was proven
 *   `MatchedExceedsUnits`  a record shows more matched than its units
 *   `IncompleteDay`        the trades of a day lack most of what is booked
 *   `StillListed`          a day order is listed on a later day
 *   `EndUnproven`          nothing has shown how a day order ended
 */
export const BREAK_KINDS = {
  FillMismatch: [
    'UnreportedFill', 'NoMatchingId', 'InvalidRow', 'DuplicateRow', 'Correction', 'BookedAgain',
    'Overfill', 'MatchedFell', 'MatchedExceedsUnits', 'IncompleteDay',
  ],
  OpenAfterClose: ['StillListed', 'EndUnproven'],
} as const; // prettier-ignore

type KindedType = keyof typeof BREAK_KINDS;
export type BreakKind = (typeof BREAK_KINDS)[KindedType][number];
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

type Kinded = {
  [Type in KindedType]: { readonly type: Type; readonly kind: (typeof BREAK_KINDS)[Type][number] };
}[KindedType];
interface Plain {
  readonly type: Exclude<BreakType, KindedType>;
  readonly kind?: undefined;
}

/** What makes two findings of an order one break. */
export type BreakIdentity = (Kinded | Plain) & {
  /** What tells it from others of its type and kind, e.g. an unknown word. */
  readonly key?: string;
};

/** A disagreement as it was found; the same one found again is the same break. */
export type Finding = BreakIdentity & {
  readonly detail: string;
  /** The execution that it is about, when it is about one. */
  readonly trade?: TradeDifference;
  /** What people say of it holds until it is cured, not only while it is found again and again. */
  readonly lasting?: boolean;
};

/** A finding that holds no more, and why. */
export type BreakEnd = BreakIdentity & { readonly outcome: string };

/** What a decision about an order does to its breaks. */
export interface BreakChanges {
  readonly breaksOpened: readonly Finding[];
  /** All open breaks of these types end. */
  readonly breakTypesClosed: readonly BreakType[];
  /** Single breaks that have cured themselves. */
  readonly breaksClosed: readonly BreakEnd[];
}
