/**
 * When the next run starts, and how many calls a run may make. Pure. Two lists cover the whole book, so a run costs
 * the same however many orders are as they should be.
 */
export interface Pace {
  /** The configured pace. */
  readonly intervalMs: number;
  readonly sessionOpen: boolean;
  /** Whether any order is open or uncertain. */
  readonly watching: boolean;
  /** Reads that hold a slot now, and the most that may. */
  readonly readsHeld: number;
  readonly readsShare: number;
  /** How many of those held are held by runs over a scope and dry runs: full runs have to do without them. */
  readonly heldByAdHocRuns?: number;
  /** Until the next slot of full runs comes free. */
  readonly nextFreeInMs: number;
  /** Whether a cancel is on its way, or was acknowledged a moment ago and may not be done. */
  readonly confirmingCancel?: boolean;
  /** Calls that the last run made, or would have made with more budget. */
  readonly callsPerRun: number;
}

/** With no open order the lists are still read, for external orders and trades. */
const IDLE_MS = 60_000;
/** The longest wait for a free slot. */
const SPREAD_MOST_MS = 15_000;
const BESIDE_LISTS = 0.75;
/** An acknowledged cancel is certain for two runs, done or not: they may not be further apart than this. */
export const LONGEST_GAP_TO_CONFIRM_MS = 6_000;

/** The most enquiries of one run. */
export const ENQUIRIES_MAX = 8;
/** When the reading share is nearly used, the two lists come first, because they say most. */
export const ENQUIRIES_WHEN_SHORT = 2;
/** The most account lists of one run, so that many accounts cannot use up the minute. */
export const ACCOUNTS_MAX = 12;
export const ACCOUNTS_WHEN_SHORT = 2;
/** Between two looks into the list of an account for the same order, whose number it alone can confirm. */
export const ACCOUNT_AGAIN_MS = 30_000;
/** A run over a scope reads no list, and its caller is waiting. */
const ENQUIRIES_OF_A_SCOPE = 20;

/** Time from the start of a run to the start of the next. */
export function nextRunDelay(pace: Pace): number {
  if (!pace.watching || !pace.sessionOpen) return Math.max(pace.intervalMs, IDLE_MS);
  // As fast as configured while less than half of the share is used. After that, runs are spread so that the
  // rest of the share lasts until the next slot comes free; otherwise nothing could be read for a while.
  if (isIdle(pace)) return pace.intervalMs;
  const { readsHeld, readsShare, heldByAdHocRuns = 0, nextFreeInMs } = pace;
  const calls = Math.max(2, pace.callsPerRun);
  const sustained = Math.ceil((60_000 * calls) / Math.max(1, readsShare - heldByAdHocRuns));
  const runsLeft = Math.max(1, Math.floor((readsShare - readsHeld) / calls));
  const spread = Math.min(SPREAD_MOST_MS, Math.ceil(nextFreeInMs / runsLeft));
  const apart = Math.max(sustained, spread);
  const most = pace.confirmingCancel === true ? LONGEST_GAP_TO_CONFIRM_MS : apart;
  return Math.max(pace.intervalMs, Math.min(apart, most));
}

/**
 * How many account lists a run may ask for. A quarter of the share is kept for the broker's list and the trades
 * of the following runs, which say most; two accounts are always asked for.
 */
export function accountsPerRun({
  readsHeld,
  readsShare,
}: Pick<Pace, 'readsHeld' | 'readsShare'>): number {
  const room = Math.floor(readsShare * BESIDE_LISTS) - readsHeld;
  return Math.max(ACCOUNTS_WHEN_SHORT, Math.min(ACCOUNTS_MAX, room));
}

/** Whether less than half of the reading share is used. */
export function isIdle(use: Pick<Pace, 'readsHeld' | 'readsShare'>): boolean {
  return use.readsHeld * 2 < use.readsShare;
}

/** At most half of what is left of the share; full runs need the rest. */
export function enquiriesOfScope(held: number, share: number): number {
  const half = Math.floor((share - held) / 2);
  return Math.max(ENQUIRIES_WHEN_SHORT, Math.min(ENQUIRIES_OF_A_SCOPE, half));
}
