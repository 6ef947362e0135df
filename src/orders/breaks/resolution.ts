import type { TradeDifference } from './trade-difference.js';
import type { ShownOrder } from './shown-order.js';

/**
 * The words in which people decide how a break ends. What a decision does to its order is in
 * `by-hand.ts`.
 */
export const RESOLUTIONS = {
  close: 'nothing is to be done: the break ends, no order changes',
  'link-number':
    'the order of a post of unknown outcome, or one that nothing shows under its number, is this one',
  'number-is-right':
    'an order number that was inferred, or is doubtful, is the right one: edits and cancels may go',
  'not-at-exchange': 'a post of unknown outcome is not at the exchange, and will not come there',
  'took-effect': 'the edit or cancel of unknown outcome was done',
  'had-no-effect': 'the edit or cancel of unknown outcome was not done',
  'was-cancelled': 'the order works no more at the exchange: it was cancelled there',
  'has-expired': 'the order works no more at the exchange: it ended with its trading day',
  'as-shown':
    'the trade is as the exchange shows it now: booked so, or taken back where it is shown no more',
  accept:
    "the order at the exchange is another desk's: it is left alone, and told of again when its side, security or units change",
  adopt: 'the order at the exchange becomes an order of ours, under its number; nothing is sent',
  link: 'the order at the exchange is this order of ours, whose post was sent and which has no number',
} as const;

export type Resolution = keyof typeof RESOLUTIONS;

/** These are about an order at the exchange that is none of ours. */
export const OF_EXTERNAL_ORDERS: readonly Resolution[] = ['accept', 'adopt', 'link'];

export const REASON_CODES = [
  'KnownExternal', 'ConfirmedByExchange', 'VendorError', 'Explained', 'DuplicateBreak', 'Other',
] as const; // prettier-ignore

export type ReasonCode = (typeof REASON_CODES)[number];

/** A decision, word for word as a second person approves it. */
export interface Decision {
  readonly resolution: Resolution;
  readonly reasonCode: ReasonCode;
  readonly text: string;
  /** For `link-number`, and the break's own for `accept`, `adopt` and `link`; else null. */
  readonly orderNumber: string | null;
  /** `link`: the order of ours; `adopt`: the id of the order that is made; else null. */
  readonly orderId: string | null;
  /** For `adopt`; else null. */
  readonly terms: AdoptedTerms | null;
  /** `accept`, `adopt`, `link`: the order at the exchange, as the proposer saw it. */
  readonly shown: ShownOrder | null;
  /** `as-shown`: the execution as it is booked, and as the proposer saw it shown; else null. */
  readonly trade: TradeDifference | null;
}

/** What a person says; the break itself says the rest. */
export function newDecision(
  words: Pick<Decision, 'resolution' | 'reasonCode' | 'text'> & Partial<Decision>,
): Decision {
  return { orderNumber: null, orderId: null, terms: null, shown: null, trade: null, ...words };
}

/** Stale: the order or the break has changed since it was proposed. */
export const APPROVAL_STATES = ['Pending', 'Approved', 'Rejected', 'Expired', 'Stale'] as const;

export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** What the exchange's records do not show of an order, and people have to say. */
export interface AdoptedTerms {
  /** Limit price in Naira. */
  readonly price: string;
  /** As the exchange has it. */
  readonly timeInForce: string;
  readonly accountNumber: string;
  readonly clientName: string;
}
