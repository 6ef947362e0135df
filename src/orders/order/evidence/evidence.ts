import type { Decimal } from '../../../infra/decimal.js';
import type { Side } from '../order.js';
import type { EvidenceGrade } from '../order-status.js';

/** Which question of ours a record answers. */
export type RecordSource = 'OrderEnquiry' | 'BrokerList';

interface RecordKind {
  readonly grade: EvidenceGrade;
  /** We asked by the order number: while another order may have that number, the answer may be about that one. */
  readonly isByNumber: boolean;
  /**
   * It shows everything about the order: quantities, price and status. Only such a record ends doubts and open
   * requests, changes terms, or opens a closed order again.
   */
  readonly isComplete: boolean;
}

/** What the records of each source are worth; a new source needs a line here. */
export const RECORD_SOURCES: Readonly<Record<RecordSource, RecordKind>> = {
  OrderEnquiry: { grade: 'Enquired', isByNumber: true, isComplete: true },
  BrokerList: { grade: 'Listed', isByNumber: false, isComplete: false },
};

/** A record of an order as the exchange answered it, normalised. */
export interface RecordEvidence {
  readonly source: RecordSource;
  readonly orderNumber: string;
  readonly security: string;
  readonly side: string;
  readonly units: Decimal;
  /** As the exchange spells it. */
  readonly statusWord: string;
  readonly matchedUnits: Decimal | null;
  readonly pendingUnits: Decimal | null;
  /** Order enquiry only. Whether it is the limit price is up to the rules. */
  readonly basePrice: Decimal | null;
  /** Database time at which we asked: the answer can only contain what happened before. */
  readonly askedAt: number;
  /** The call whose reply has it; undefined where it is put together from several. */
  readonly callId?: string;
}

/** A row of the daily trades that is an execution: it has a matching id, units and a price. */
export interface ExecutionEvidence {
  readonly tradeDate: string;
  readonly matchingId: string;
  readonly orderNumber: string;
  readonly security: string;
  readonly side: Side;
  readonly units: Decimal;
  readonly price: Decimal;
  /** `MatchedQuantity`; not documented whether of the trade or of the order. */
  readonly matchedUnits: Decimal | null;
  /** `PendingQuantity`; not documented whether as of the trade or as of now. */
  readonly pendingUnits: Decimal | null;
  /** The trading day whose trades were asked for. */
  readonly shownFor: string;
  /** Null where the row does not show it. */
  readonly accountNumber: string | null;
}
