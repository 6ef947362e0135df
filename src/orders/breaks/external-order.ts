import type { LagosDate, Whole } from '../../infra/formats.js';
import type { AccountNumber, Money, OrderNumber, Security, Units } from '../../market/formats.js';

/** An external order as a list, or an enquiry after it was listed, shows it. */
export interface ExternalOrder {
  /**
   * As the exchange spells it, upper-cased.
   * @example "BUY"
   */
  readonly side: string;
  readonly security: Security;
  /**
   * A decimal text.
   * @example "1000"
   */
  readonly units: string;
  /**
   * The exchange's own word.
   * @example "Open"
   */
  readonly statusWord: string;
}

/** The trades of an external order on one day. */
export interface ExternalOrderTrades {
  /** Lagos calendar day. */
  readonly tradeDate: LagosDate;
  readonly orderNumber: OrderNumber;
  /** Null where the exchange does not show it. */
  readonly accountNumber: AccountNumber | null;
  readonly security: Security;
  /**
   * As the exchange spells it, upper-cased.
   * @example "BUY"
   */
  readonly side: string;
  readonly executions: Whole;
  readonly units: Units;
  /** The exact sum of units times price. */
  readonly value: Money;
}
