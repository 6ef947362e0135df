import type { DisputedTrade } from './trade-difference.js';

/** A break is a disagreement with the exchange, or a doubt, that stays visible until it ends. */
export const BREAK_TYPES = [
  'PostUnconfirmed', 'EditUnconfirmed', 'CancelUnconfirmed', 'MissingAtExchange',
  'UnknownAtExchange', 'StatusMismatch', 'UnitsMismatch', 'PriceMismatch', 'IdentityMismatch',
  'FillMismatch', 'OrphanTrade', 'SourcesDisagree', 'DuplicateSuspected', 'OpenAfterClose',
  'NotSeen', 'UnmappedValue',
] as const; // prettier-ignore

export type BreakType = (typeof BREAK_TYPES)[number];

/**
 * Types that cover several situations tell them apart by kind:
 *   `UnreportedFill`       more is matched than booked
 *   `NoMatchingId`         trades cannot be booked because they have no matching id
 *   `InvalidRow`           the quantities of a trade contradict each other
 *   `DuplicateRow`         two different rows have the same matching id
 *   `PossibleCopy`         a trade equals another except for its matching id, and may be the same
 *   `StrayTrade`           a trade that may be the order's is shown under a number that no order of ours has
 *   `Correction`           a booked execution is shown differently, or no longer
 *   `BookedAgain`          a reversed trade is shown again
 *   `Overfill`             more is booked than the order's units
 *   `MatchedFell`          a record shows less matched than was proven
 *   `MatchedExceedsUnits`  a record shows more matched than its units
 *   `IncompleteDay`        the trades of a day lack most of what is booked
 *   `TakenOver`            somebody else has changed the units, and the order has them now
 *   `AtTheEnd`             the order ended with other units than ours, under a status word that nobody has explained
 *   `Unexplained`          a record shows units that nobody here has asked for, under such a word
 *   `StillListed`          a day order is listed on a later day
 *   `EndUnproven`          nothing shows how a day order ended
 */
export const BREAK_KINDS = {
  FillMismatch: [
    'UnreportedFill', 'NoMatchingId', 'InvalidRow', 'DuplicateRow', 'PossibleCopy', 'StrayTrade', 'Correction', 'BookedAgain',
    'Overfill', 'MatchedFell', 'MatchedExceedsUnits', 'IncompleteDay',
  ],
  UnitsMismatch: ['TakenOver', 'AtTheEnd', 'Unexplained'],
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

type Kinded = {
  [Type in KindedType]: { readonly type: Type; readonly kind: (typeof BREAK_KINDS)[Type][number] };
}[KindedType];
interface Plain {
  readonly type: Exclude<BreakType, KindedType>;
  readonly kind?: undefined;
}

/** Findings about one order that have the same identity are the same break. */
export type BreakIdentity = (Kinded | Plain) & {
  /** Tells it from others of its type and kind, e.g. the unknown status word. */
  readonly key?: string;
};

export type Finding = BreakIdentity & {
  readonly detail: string;
  /** The execution it is about, if any. */
  readonly trade?: DisputedTrade;
  /** Once accepted, it stays accepted until it ends, even if it is not found for a while. */
  readonly lasting?: boolean;
};

/** A finding that no longer holds, and why. */
export type BreakEnd = BreakIdentity & { readonly outcome: string };

/** A break that is open: its `identity` tells it from others of its type. */
export interface OpenBreak {
  readonly type: BreakType;
  readonly identity: string;
}

/** `subject`: an order's id, an order number, or the whole desk. */
export function identityOf(subject: string, { type, kind, key }: BreakIdentity): string {
  return [subject, type, ...(kind === undefined ? [] : [kind]), key ?? ''].join('/');
}

/** What a decision about an order does to its breaks. */
export interface BreakChanges {
  readonly breaksOpened: readonly Finding[];
  /** All open breaks of these types are closed. */
  readonly breakTypesClosed: readonly BreakType[];
  readonly breaksClosed: readonly BreakEnd[];
}
