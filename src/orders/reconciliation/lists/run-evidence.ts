import type { ListComparisonResult } from './broker-list.js';
import type { DayOfTrades } from '../collect/day-over.js';

/** Everything that one run was shown of the exchange's book. */
export interface RunEvidence {
  readonly list: ListComparisonResult | null;
  readonly trades: readonly DayOfTrades[];
  /** The trades of today were answered. */
  readonly tradesAnswered: boolean;
}
