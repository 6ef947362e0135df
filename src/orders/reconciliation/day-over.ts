import type { SessionHours } from '../../infra/config.js';
import type { Answer, TradeRow } from '../../infra/exchange/enquiry-api.js';
import { closeOf, openingOf, tradingDateOf } from '../../market/trading-day.js';
import { CLOSE_GRACE_MS } from '../domain/day-end.js';

/** The trades of one day, as read. */
export interface DayOfTrades extends Answer<TradeRow> {
  readonly date: string;
}

/**
 * Where a trading day is. `trading`: its session has not ended. `closing`: it has, and not all of its
 * trades are known yet, so that silence about an order says nothing. `over`: its trades were read
 * whole after the close.
 */
export type DayPhase = 'trading' | 'closing' | 'over';

export function phaseOf(
  tradingDate: string,
  session: SessionHours,
  now: number,
  trades: readonly DayOfTrades[],
): DayPhase {
  const close = closeOf(session, tradingDate);
  if (now < close) return 'trading';
  const isRead = trades.some(
    (day) => day.date === tradingDate && day.odd === 0 && day.askedAt >= close + CLOSE_GRACE_MS,
  );
  return isRead ? 'over' : 'closing';
}

/** Whether a later session than the order's has been open long enough to show what is left of it. */
export function nextDayHasOpened(tradingDate: string, session: SessionHours, at: number): boolean {
  const today = tradingDateOf(at);
  return tradingDate < today && at >= openingOf(session, today) + CLOSE_GRACE_MS;
}
