import type { Sessions } from '../../../market/trading-calendar/trading-day.js';
import type { Scope } from './scope.js';

/** When a run began, and by which calendar. */
export interface RunStart {
  readonly id: string;
  readonly startedAt: number;
  /** The exchange's calendar as it was when the run began. */
  readonly sessions: Sessions;
}

/** What a pass is to look at. */
export interface RunPlan {
  /** Null: everything. */
  readonly scope: Scope | null;
  readonly sessions: Sessions;
  /** Days whose trades are asked for first, in their order. */
  readonly owed: readonly string[];
  readonly readsShare: number;
  /** Reads that hold a slot of the rate budget. */
  readonly readsHeld: () => Promise<number>;
  /** True once the desk is asked to stop: nothing more is asked, and the pass ends with what it has. */
  readonly isCutShort: () => boolean;
}
