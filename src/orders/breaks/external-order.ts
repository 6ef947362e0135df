/** An external order as a list, or an enquiry after it was listed, shows it. */
export interface ExternalOrder {
  /** As the exchange spells it, upper-cased. */
  readonly side: string;
  readonly security: string;
  readonly units: string;
  /** The exchange's own word. */
  readonly statusWord: string;
}

/** The trades of an external order on one day. */
export interface ExternalOrderTrades {
  /** Lagos calendar day. */
  readonly tradeDate: string;
  readonly orderNumber: string;
  /** Null where the exchange does not show it. */
  readonly accountNumber: string | null;
  readonly security: string;
  readonly side: string;
  readonly executions: number;
  readonly units: string;
  /** The exact sum of units times price. */
  readonly value: string;
}
