import type { Decimal } from '../../infra/decimal.js';
import type { Side } from './order.js';

/** What the exchange told us when we asked, in our words. */
export interface RecordEvidence {
  readonly source: 'OrderEnquiry' | 'BrokerList';
  readonly orderNumber: string;
  readonly security: string;
  readonly side: string;
  readonly units: Decimal;
  /** The status as the exchange spelt it. */
  readonly statusWord: string;
  readonly matchedUnits: Decimal | null;
  readonly pendingUnits: Decimal | null;
  /** Order enquiry only; whether it is the limit price is for the rules to say. */
  readonly basePrice: Decimal | null;
  /** Database time at which we began to ask: only what happened before that can be in the answer. */
  readonly askedAt: number;
}

/** A row of the daily trades that is an execution (it has a matching id, units and a price). */
export interface ExecutionEvidence {
  readonly tradeDate: string;
  readonly matchingId: string;
  readonly orderNumber: string;
  readonly security: string;
  readonly side: Side;
  readonly units: Decimal;
  readonly price: Decimal;
  /** `PendingQuantity`: as of the trade or as of now, nobody knows. */
  readonly pendingUnits: Decimal | null;
  /** The trading day whose trades were asked for. */
  readonly shownFor: string;
  /** The client's account, where the row shows it. */
  readonly accountNumber: string | null;
}
