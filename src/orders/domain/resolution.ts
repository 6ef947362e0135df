/**
 * The words in which people decide how a break ends. What a decision does to its order is in
 * `by-hand.ts`.
 */
export const RESOLUTIONS = {
  close: 'nothing is to be done: the break ends, no order changes',
  'link-number':
    'the order of a post of unknown outcome, or one that nothing shows under its number, is this one',
  'number-is-right': 'an inferred order number is the right one: edits and cancels may go',
  'not-at-exchange': 'a post of unknown outcome is not at the exchange, and will not come there',
  'took-effect': 'the edit or cancel of unknown outcome was done',
  'had-no-effect': 'the edit or cancel of unknown outcome was not done',
  'was-cancelled': 'the order works no more at the exchange: it was cancelled there',
  'has-expired': 'the order works no more at the exchange: it ended with its trading day',
} as const;

export type Resolution = keyof typeof RESOLUTIONS;

export const REASON_CODES = [
  'KnownExternal', 'ConfirmedByExchange', 'VendorError', 'Explained', 'DuplicateBreak', 'Other',
] as const; // prettier-ignore

export type ReasonCode = (typeof REASON_CODES)[number];

/** Found again as it is, a break that ended for this reason stays ended. */
export const ACCEPTED_AS_IT_IS: ReasonCode = 'KnownExternal';

/** A decision, word for word as a second person approves it. */
export interface Decision {
  readonly resolution: Resolution;
  readonly reasonCode: ReasonCode;
  readonly text: string;
  /** For `link-number`; else null. */
  readonly orderNumber: string | null;
}

/** Stale: the order or the break has changed since it was proposed. */
export const APPROVAL_STATES = ['Pending', 'Approved', 'Rejected', 'Expired', 'Stale'] as const;

export type ApprovalState = (typeof APPROVAL_STATES)[number];
