import type { AccountNumber, OrderNumber, Price } from '../../market/formats.js';
import type { Id, Text } from '../../infra/formats.js';
import type { DisputedTrade } from './trade-difference.js';
import { BREAK_TYPES, type BreakType } from './break.js';
import type { ExternalOrder } from './external-order.js';

/**
 * How people may resolve a break. What each resolution does to the order is in
 * `break-desk/resolutions/manual-resolution.ts`.
 */
export const RESOLUTIONS = {
  close: 'nothing to do: the break ends, and no order changes',
  'link-number':
    'this is the number of the order: its post has no known outcome, its number was only inferred, or nothing shows the order under its present number',
  'number-is-right':
    'the inferred or doubtful order number is right: edits and cancels may be sent',
  'price-is-right':
    'the doubtful limit price that the order has here is right; it is doubted again if the exchange shows something new',
  'not-at-exchange':
    'the post of unknown outcome is not at the exchange, and will not arrive there; a number that was inferred for it is given up',
  'took-effect': 'the edit or cancel of unknown outcome took effect',
  'had-no-effect': 'the edit or cancel of unknown outcome had no effect',
  'was-cancelled': 'the order no longer works at the exchange: it was cancelled there',
  'has-expired': 'the order no longer works at the exchange: it ended with its trading day',
  'was-filled':
    'the order no longer works at the exchange: it was filled, as recorded; this only ends the doubt',
  'as-shown':
    'the exchange is right about the trade: it is booked as shown, or reversed if it is no longer shown',
  accept:
    "the order at the exchange is another desk's: it is left alone, and reported again if its side, security or units change",
  adopt: 'the order at the exchange becomes one of our orders, under its number; nothing is sent',
  link: 'the order at the exchange is this order of ours, which was posted and has no number',
} as const;

export type Resolution = keyof typeof RESOLUTIONS;
/** What two people can say of a cancelled order under whose number another one may work. */
export type NumberCalled = Extract<Resolution, 'number-is-right' | 'was-cancelled'>;

export const OF_EXTERNAL_ORDERS: readonly Resolution[] = ['accept', 'adopt', 'link'];

export const REASON_CODES = [
  'KnownExternal', 'ConfirmedByExchange', 'VendorError', 'Explained', 'DuplicateBreak', 'Other',
] as const; // prettier-ignore

export type ReasonCode = (typeof REASON_CODES)[number];

/** What people say with each, those that are needed most first. */
export const REASON_CODE_MEANINGS: Readonly<Record<ReasonCode, string>> = {
  ConfirmedByExchange: 'The exchange has confirmed what is right',
  VendorError: 'The exchange made an error',
  Explained: 'We know how it came about, and nothing is wrong any more',
  KnownExternal: 'We know the order: another desk sent it',
  DuplicateBreak: 'Another break is about the same',
  Other: 'None of the others; the text says why',
};

const OF_ORDERS_NOT_SENT_BY_US: readonly BreakType[] = [
  'UnknownAtExchange', 'OrphanTrade', 'DuplicateSuspected',
]; // prettier-ignore

/** The types of break that the reason fits. */
export function breakTypesOf(code: ReasonCode): readonly BreakType[] {
  return code === 'KnownExternal' ? OF_ORDERS_NOT_SENT_BY_US : BREAK_TYPES;
}

/** A decision, exactly as the second person approves it. */
export interface Decision {
  readonly resolution: Resolution;
  readonly reasonCode: ReasonCode;
  readonly text: Text;
  /** For `link-number`, and the break's own for `accept`, `adopt` and `link`; else null. */
  readonly orderNumber: OrderNumber | null;
  /** `link`: our order; `adopt`: the order to be created; else null. */
  readonly orderId: Id | null;
  /** For `adopt`; else null. */
  readonly terms: AdoptedTerms | null;
  /** `accept`, `adopt`, `link`: the external order as the proposer saw it; else null. */
  readonly shown: ExternalOrder | null;
  /** `as-shown`: the execution as booked, if it is, and as the proposer saw it shown; else null. */
  readonly trade: DisputedTrade | null;
  /**
   * What speaks against the decision, and the proposer accepts. `link-number`, `link`: in what the exchange shows the
   * number otherwise than our order is. `accept`, `close`: our order that it may be. `not-at-exchange`: the numbers that
   * may be it. Left out where nothing does.
   * @example ["it has 600 units, our order 3170"]
   */
  readonly differences?: readonly string[];
}

export function newDecision(
  given: Pick<Decision, 'resolution' | 'reasonCode' | 'text'> & Partial<Decision>,
): Decision {
  return { orderNumber: null, orderId: null, terms: null, shown: null, trade: null, ...given };
}

/** Stale: the order or the break has changed since the proposal. Withdrawn: by its proposer. */
export const APPROVAL_STATES = [
  'Pending', 'Approved', 'Rejected', 'Expired', 'Stale', 'Withdrawn',
] as const; // prettier-ignore

export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** What the exchange's records do not show of an order, so that people must supply it. */
export interface AdoptedTerms {
  /** Limit price in Naira. */
  readonly price: Price;
  /**
   * The duration, as the exchange has it.
   * @example "Day Order (DO)"
   */
  readonly timeInForce: string;
  readonly accountNumber: AccountNumber;
  /**
   * The name on the account.
   * @example "Ada Obi"
   */
  readonly clientName: string;
}
