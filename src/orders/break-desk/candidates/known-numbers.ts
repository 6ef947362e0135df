import { inList } from '../../../infra/database/in-list.js';
import type { Reading } from '../../../infra/database/reads.js';
import { startOfDay, tradingDateOf } from '../../../market/trading-calendar/trading-day.js';
import { BreakRow } from '../../breaks/break.entity.js';
import { shownIn, tradesOf } from '../../order-numbers/external-order-breaks.js';
import { SightingRow } from '../../order-numbers/sighting.entity.js';
import type { KnownNumber } from './number-fit.js';

/** With the breaks about it, the newest first. */
export interface KnownWithBreaks extends KnownNumber {
  readonly breaks: readonly BreakRow[];
}

/** Who has said that the number is another desk's; null: nobody. */
export function acceptedBy({ breaks }: KnownWithBreaks): string | null {
  const accepted = breaks.find((one) => one.resolution === 'accept' && one.closedAt !== null);
  return accepted === undefined ? null : (accepted.closedBy ?? 'two people');
}

/** What is known of each number since that trading day, whoever owns it: the exchange may start its numbers again. */
export async function knownNumbers(
  reading: Reading,
  brokerCode: string,
  orderNumbers: readonly string[],
  tradingDate: string,
): Promise<readonly KnownWithBreaks[]> {
  if (orderNumbers.length === 0) return [];
  const { marks, values } = inList(orderNumbers);
  const sightings = await reading.find(
    SightingRow,
    `broker_code = ? AND trading_date >= ? AND order_number IN (${marks})
       ORDER BY trading_date, first_seen_at`,
    [brokerCode, tradingDate, ...values],
  );
  const breaks = await reading.find(
    BreakRow,
    `order_id IS NULL AND order_number IN (${marks}) AND seen_at >= ? ORDER BY id DESC`,
    [...values, startOfDay(tradingDate)],
  );
  return orderNumbers.map((orderNumber) => {
    const of = breaks.filter((one) => one.orderNumber === orderNumber);
    const seen = sightings.filter((one) => one.orderNumber === orderNumber);
    return { orderNumber, seen, ...shownBy(of), breaks: of };
  });
}

/** Without what was first shown after that day: by then the exchange may have given the number to another order. */
export function knownBy(day: string, { orderNumber, seen, breaks }: KnownWithBreaks): KnownNumber {
  const { shown, traded } = shownBy(
    breaks.filter(({ openedAt }) => tradingDateOf(openedAt) <= day),
  );
  return {
    orderNumber,
    seen: seen.filter(({ tradingDate }) => tradingDate <= day),
    shown,
    traded: traded.filter(({ tradeDate }) => tradeDate <= day),
  };
}

/** Of breaks about one number, the newest first. */
function shownBy(breaks: readonly BreakRow[]): Pick<KnownNumber, 'shown' | 'traded'> {
  return {
    shown: breaks.map(shownIn).find((one) => one !== null) ?? null,
    traded: breaks.map(tradesOf).find((trades) => trades.length > 0) ?? [],
  };
}
