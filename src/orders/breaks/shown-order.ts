/**
 * What a list of the exchange shows of an order under our broker code that is none of ours, and an enquiry of
 * one that a list has shown.
 */
export interface ShownOrder {
  /** As the exchange spells it, upper-cased. */
  readonly side: string;
  readonly security: string;
  readonly units: string;
  /** The exchange's own word. */
  readonly statusWord: string;
}

/** What was traded of it on one day. */
export interface ShownTrade {
  /** Lagos calendar day. */
  readonly tradeDate: string;
  readonly orderNumber: string;
  /** Null where the exchange does not tell it. */
  readonly accountNumber: string | null;
  readonly security: string;
  readonly side: string;
  readonly executions: number;
  readonly units: string;
  /** Units times price, summed; exact. */
  readonly value: string;
}
