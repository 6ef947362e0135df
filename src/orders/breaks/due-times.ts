import type { Severity } from './break.js';

/**
 * Minutes, whole: a week at most.
 * @asType integer
 * @minimum 1
 * @maximum 10080
 */
export type DueWithin = number;

/** How soon after it was opened a break of each severity should be resolved. */
export interface DueTimes {
  /**
   * For severity Critical.
   * @example 15
   */
  readonly critical: DueWithin;
  /**
   * For severity High.
   * @example 60
   */
  readonly high: DueWithin;
  /**
   * For severity Medium.
   * @example 240
   */
  readonly medium: DueWithin;
  /**
   * For severity Low.
   * @example 1440
   */
  readonly low: DueWithin;
}

/** In force until somebody sets others. */
export const USUAL_DUE_TIMES: DueTimes = { critical: 15, high: 60, medium: 240, low: 1_440 };

export const DUE_WITHIN_MOST = 10_080;
export const DUE_WITHIN_RULE = `must be whole minutes, 1 to ${DUE_WITHIN_MOST}`;

/** The most severe first. */
export const DUE_TIME_NAMES = ['critical', 'high', 'medium', 'low'] as const;

export interface DueTimeFault {
  readonly field: keyof DueTimes;
  readonly message: string;
}

const NAME_OF: Readonly<Record<Severity, keyof DueTimes>> = {
  Critical: 'critical',
  High: 'high',
  Medium: 'medium',
  Low: 'low',
};
const MINUTE_MS = 60_000;

/** Milliseconds since the epoch, as `openedAt` is. */
export function dueAt(severity: Severity, openedAt: number, times: DueTimes): number {
  return openedAt + times[NAME_OF[severity]] * MINUTE_MS;
}

export function isDueWithin(minutes: unknown): minutes is DueWithin {
  return Number.isInteger(minutes) && Number(minutes) >= 1 && Number(minutes) <= DUE_WITHIN_MOST;
}

/** What is wrong with them; of two that do not fit together, the more severe one is named. Empty: nothing. */
export function faultsOf(times: DueTimes): readonly DueTimeFault[] {
  return DUE_TIME_NAMES.flatMap((field, at): readonly DueTimeFault[] => {
    const minutes = times[field];
    if (!isDueWithin(minutes)) return [{ field, message: DUE_WITHIN_RULE }];
    const next = DUE_TIME_NAMES[at + 1];
    if (next === undefined || !isDueWithin(times[next]) || minutes <= times[next]) return [];
    return [{ field, message: `must not be longer than ${next}, ${times[next]} minutes` }];
  });
}
