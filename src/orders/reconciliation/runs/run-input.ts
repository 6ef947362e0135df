import type { Sessions } from '../../../market/trading-calendar/trading-day.js';
import type { RunScope } from '../collect/scope.js';

/** When a run began, and by which calendar. */
export interface RunStart {
  readonly id: string;
  readonly startedAt: number;
  /** The trading calendar at the start of the run. */
  readonly sessions: Sessions;
}

/** What a run is to look at. */
export interface RunInput {
  /** Null: everything. */
  readonly scope: RunScope | null;
  readonly sessions: Sessions;
  /** Days whose trades are asked for first, in their order. */
  readonly owed: readonly string[];
  readonly readsShare: number;
  /** Reads that hold a slot of the rate budget. */
  readonly readsHeld: () => Promise<number>;
  /** True once the service is asked to stop: nothing more is asked, and the run ends with what it has. */
  readonly isCutShort: () => boolean;
}
