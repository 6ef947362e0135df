import type {
  ActorName,
  Id,
  LagosDate,
  MaskableSha256,
  Text,
  Whole,
} from '../../../infra/formats.js';
import type { MatchingId, OrderNumber, Price, Security, Units } from '../../../market/formats.js';
import type { RequestFact } from '../../order/order.js';

/*
 * What the entries about orders and breaks say, by their types, for the API description. A field that only some entries of
 * a type have is optional, and any may have more: later releases say more, and earlier entries stay as they are.
 */

/** The last entry of a change also has the order's new values, so that the trail alone rebuilds the order. */
export interface OfOrder {
  /** The fields of the order that changed, with their new values, as they are stored. */
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** Side, security, size and price, as they were asked for. */
export interface TermsDetails extends OfOrder {
  /**
   * BUY or SELL.
   * @example "BUY"
   */
  readonly side: string;
  readonly security: Security;
  readonly units: Units;
  readonly price: Price;
}

export interface ReceivedDetails extends TermsDetails {
  readonly id: Id;
  /**
   * The caller's own id of the order.
   * @example "web-7731"
   */
  readonly clientOrderId: string;
  /**
   * What Marina named the order to the exchange.
   * @example "TV0955EEYEP6SDEG3YNN"
   */
  readonly orderRef: string;
  /** Of the account and the name of the client, with a salt: the trail names no client. */
  readonly client: string;
}

/** The call whose reply showed it: its id in the journal, and the digest of the reply as it is kept. */
export interface OfCall extends OfOrder {
  /** The call of the exchange whose reply showed it. */
  readonly callId?: Id;
  /**
   * The status of the reply; null: none came.
   * @example 200
   */
  readonly httpStatus?: number | null;
  /** Of the reply as it is kept; null: none came. */
  readonly replyDigest?: string | null;
}

export interface StatusChangedDetails extends OfCall {
  /**
   * The status before.
   * @example "Posted"
   */
  readonly from: string;
  /**
   * The status after.
   * @example "Open"
   */
  readonly to: string;
  /**
   * What moved it.
   * @example "seenOpen"
   */
  readonly evidence: string;
  /**
   * How well it is known; null: an earlier move was undone.
   * @example "Enquired"
   */
  readonly grade: string | null;
  /**
   * The word of the exchange; null: there was none.
   * @example "Open"
   */
  readonly word: string | null;
}

export interface ProvenDetails extends OfOrder {
  /**
   * What confirmed it.
   * @example "seenOpen"
   */
  readonly evidence: string;
  /**
   * How well it is known.
   * @example "Enquired"
   */
  readonly grade: string;
  /**
   * The word of the exchange; null: there was none.
   * @example "Open"
   */
  readonly word: string | null;
}

export interface NotBelievedDetails extends OfOrder {
  /**
   * What does not fit.
   * @example "seenOpen"
   */
  readonly evidence: string;
  /**
   * The status that the order kept.
   * @example "Filled"
   */
  readonly status: string;
  /**
   * The word of the exchange; null: there was none.
   * @example "Open"
   */
  readonly word: string | null;
}

export interface FillDetails extends OfCall {
  readonly tradeDate: LagosDate;
  readonly matchingId: MatchingId;
  readonly orderNumber: OrderNumber;
  readonly units: Units;
  readonly price: Price;
}

export interface FillReversedDetails extends FillDetails {
  /** Why it no longer counts; entries of earlier releases lack it. */
  readonly why?: Text;
}

export interface NumberDetails extends OfOrder {
  readonly orderNumber: OrderNumber;
}

export interface NumberLinkedDetails extends NumberDetails {
  /**
   * How well it is known.
   * @example "Acknowledged"
   */
  readonly grade: string;
}

export interface WhyDetails extends OfOrder {
  /** Why. */
  readonly why: Text;
}

export interface NumberUnlinkedDetails extends NumberDetails {
  /** Why it is not the order's. */
  readonly why: Text;
}

export interface NumberReasonDetails extends OfOrder {
  /** The number; null: the order has none. */
  readonly orderNumber: OrderNumber | null;
  /** Why. */
  readonly reason: Text;
}

export interface PriceDoubtedDetails extends OfOrder {
  /** The limit that we hold. */
  readonly price: Price;
  /** What the exchange shows. */
  readonly shown: Price;
}

export interface MatchedDetails extends OfOrder {
  /** Matched units before. */
  readonly from: Units;
  /** Matched units after. */
  readonly to: Units;
}

export interface NewTermsDetails extends OfOrder {
  readonly units: Units;
  readonly price: Price;
}

export interface OrderRequestDetails extends OfCall {
  /** The post, edit or cancel, as in `exchange_calls`. */
  readonly request: Id;
  /** Of a post or an edit; null: of a cancel. */
  readonly units: Units | null;
  /** Of a post or an edit; null: of a cancel. */
  readonly price: Price | null;
  /** The number of the sending, from 1; 0: it was not sent. */
  readonly epoch: Whole;
  /** What is said of it; null: nothing. */
  readonly reason?: string | null;
}

export interface SearchedDetails extends OrderRequestDetails {
  /** What the search found; null: nothing is said. */
  readonly found: string | null;
}

export interface CrossedDetails extends OfOrder {
  readonly tradeDate: LagosDate;
  readonly matchingId: MatchingId;
  /** Our order on the other side. */
  readonly with: Id;
}

export interface LateReplyDetails extends OfCall {
  readonly request: Id;
  /** The number of the sending. */
  readonly epoch: Whole;
  /**
   * How the reply was read.
   * @example "Acknowledged"
   */
  readonly class: string;
}

export interface LimitRefusedDetails extends OfOrder {
  /**
   * The code of the problem.
   * @example "limit-exceeded"
   */
  readonly problem: string;
  readonly units: Units;
  readonly price: Price;
  /** What the caller was told. */
  readonly reason: Text;
}

export interface TimesDetails {
  /** How often, beyond those that are entries of their own. */
  readonly times: Whole;
  readonly [field: string]: unknown;
}

export interface BreakDetails extends OfOrder {
  readonly break: Id;
  /**
   * The type of the break.
   * @example "StatusMismatch"
   */
  readonly breakType: string;
}

export interface BreakOpenedDetails extends BreakDetails {
  /**
   * How bad it is.
   * @example "High"
   */
  readonly severity: string;
  /** What does not agree. */
  readonly detail: Text;
}

export interface BreakClosedDetails extends BreakDetails {
  /** What ended it. */
  readonly outcome: Text;
}

export interface BreakAssignedDetails extends BreakDetails {
  /** Whose it is; null: nobody's. */
  readonly assignee: string | null;
}

export interface BreakTextDetails extends BreakDetails {
  /** What was said. */
  readonly text: Text;
}

export interface BreakDecisionDetails extends BreakTextDetails {
  /**
   * How the break is to end.
   * @example "link-number"
   */
  readonly resolution: string;
}

export interface BreakProposedDetails extends BreakDecisionDetails {
  /** The proposal. */
  readonly approval: Id;
  /** Of what was proposed. */
  readonly payloadHash: MaskableSha256;
}

export interface BreakResolvedDetails extends BreakDecisionDetails {
  /** The proposal; null: one person was enough. */
  readonly approval: Id | null;
  /** Who proposed it; null: one person was enough. */
  readonly proposedBy: ActorName | null;
}

export interface BreakRefusedDetails extends BreakDecisionDetails {
  /**
   * The code of the problem.
   * @example "version-stale"
   */
  readonly refusedBecause: string;
}

export interface EnquiredDetails extends OfOrder {
  readonly orderNumber: OrderNumber;
}

export interface ReasonDetails extends OfOrder {
  /** Why, in the words of whoever did it. */
  readonly reason: Text;
}

export interface DaySignedDetails {
  readonly tradingDate: LagosDate;
  readonly revision: Whole;
  /** Of the report that was signed. */
  readonly reportHash: MaskableSha256;
  readonly signedBy: ActorName;
  /** The signer's comment; null: none. */
  readonly text: string | null;
  readonly [field: string]: unknown;
}

export interface DayCertificateDetails {
  readonly tradingDate: LagosDate;
  readonly revision: Whole;
  /** Of the certificate. */
  readonly hash: MaskableSha256;
  readonly [field: string]: unknown;
}

/** A post, an edit and a cancel leave the same entries. */
type RequestBodies = Readonly<
  Record<`${'POST' | 'EDIT' | 'CANCEL'}_${Exclude<RequestFact, 'SEARCHED'>}`, OrderRequestDetails>
>;

export interface OrderEntryBodies extends RequestBodies {
  readonly FILL: FillDetails;
  readonly FILL_REVERSED: FillReversedDetails;
  readonly POST_SEARCHED: SearchedDetails;
  readonly EDIT_SEARCHED: SearchedDetails;
  readonly CANCEL_SEARCHED: SearchedDetails;
  readonly ORDER_RECEIVED: ReceivedDetails;
  readonly ORDER_ADOPTED: ReceivedDetails;
  readonly STATUS_CHANGED: StatusChangedDetails;
  readonly EVIDENCE_NOT_BELIEVED: NotBelievedDetails;
  readonly ORDER_NUMBER_LINKED: NumberLinkedDetails;
  readonly ORDER_NUMBER_UNLINKED: NumberUnlinkedDetails;
  readonly NUMBER_DOUBTED: NumberReasonDetails;
  readonly NUMBER_CONFIRMED: NumberReasonDetails;
  readonly ORDER_DOUBTED: WhyDetails;
  readonly DOUBT_ENDED: WhyDetails;
  readonly PRICE_DOUBTED: PriceDoubtedDetails;
  readonly CROSSED: CrossedDetails;
  readonly CANCEL_CONTESTED: OfOrder;
  readonly MATCHED_UNITS_CHANGED: MatchedDetails;
  readonly TERMS_CHANGED: NewTermsDetails;
  readonly PROVEN: ProvenDetails;
  readonly LATE_REPLY: LateReplyDetails;
  readonly EDITED_BEFORE_SENDING: NewTermsDetails;
  readonly BREAK_OPENED: BreakOpenedDetails;
  readonly BREAK_CHANGED: BreakDetails;
  readonly BREAK_CLOSED: BreakClosedDetails;
  readonly BREAK_ASSIGNED: BreakAssignedDetails;
  readonly BREAK_COMMENTED: BreakTextDetails;
  readonly BREAK_RESOLUTION_PROPOSED: BreakProposedDetails;
  readonly BREAK_RESOLUTION_REFUSED: BreakRefusedDetails;
  readonly BREAK_RESOLVED: BreakResolvedDetails;
  readonly BREAK_REOPENED: BreakTextDetails;
  readonly BREAK_RECHECKED: EnquiredDetails;
  readonly APPROVAL_REJECTED: BreakDetails;
  readonly APPROVAL_EXPIRED: BreakDetails;
  readonly APPROVAL_STALE: BreakDetails;
  readonly APPROVAL_WITHDRAWN: BreakDetails;
  readonly DAY_SIGNED: DaySignedDetails;
  readonly DAY_CLOSED: DayCertificateDetails;
  readonly DAY_REOPENED: DayCertificateDetails;
  readonly DAY_HOLDS_AGAIN: DayCertificateDetails;
  readonly POST_REFUSED_BY_LIMIT: LimitRefusedDetails;
  readonly POST_REFUSED_BY_LIMIT_AGAIN: TimesDetails;
  readonly EDIT_REFUSED_BY_LIMIT: LimitRefusedDetails;
  readonly EDIT_REFUSED_BY_LIMIT_AGAIN: TimesDetails;
  readonly ORDER_ENQUIRED: EnquiredDetails;
  readonly CLIENT_UNMASKED: ReasonDetails;
}
