import type { Answer, TradeRow } from '../../../infra/exchange/api/enquiry-api.js';
import {
  closeOf,
  nextOpening,
  type Sessions,
  CLOSE_GRACE_MS,
} from '../../../market/trading-calendar/trading-day.js';
import type { DayPhase } from '../order-records/absence-context.js';

/** The trades of one day, as read. */
export interface DayOfTrades extends Answer<TradeRow> {
  readonly date: string;
}

/** Row counts at which an answer may have been cut off without saying so. */
export const MAY_BE_CUT_OFF: ReadonlySet<number> = new Set([50, 100, 200, 250, 500, 1_000, 5_000]);

export function phaseOf(
  tradingDate: string,
  sessions: Sessions,
  now: number,
  trades: readonly DayOfTrades[],
): DayPhase {
  const close = closeOf(sessions, tradingDate);
  if (now < close) return 'trading';
  const isRead = trades.some(
    (day) =>
      day.date === tradingDate && isCompleteAnswer(day) && day.askedAt >= close + CLOSE_GRACE_MS,
  );
  return isRead ? 'over' : 'closing';
}

/** Whether the answer seems complete. A list does not say what it leaves out. */
export function isCompleteAnswer({
  odd,
  oddOfOthers = 0,
  rows,
}: Pick<Answer<unknown>, 'odd' | 'oddOfOthers' | 'rows'>): boolean {
  return odd === 0 && !MAY_BE_CUT_OFF.has(rows.length + oddOfOthers);
}

/** Whether a later session than the order's has been open long enough to show what is left of it. */
export function nextDayHasOpened(tradingDate: string, sessions: Sessions, at: number): boolean {
  return at >= nextOpening(sessions, closeOf(sessions, tradingDate)) + CLOSE_GRACE_MS;
}
