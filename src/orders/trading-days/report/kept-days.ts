import type { Reading } from '../../../infra/database/reads.js';
import { identityOf } from '../../breaks/break.js';
import { WHOLE_DESK } from '../../breaks/break-register.js';
import { dayDoubt } from '../../breaks/doubtful-answer.js';
import { keyOfTrade, tradeDifference } from '../../breaks/trade-difference.js';
import { fillsOfDay } from '../../fills/fills-of-day.js';
import type { FillRow } from '../../order/fill.entity.js';
import type { OrderRow } from '../../order/order.entity.js';
import { DayReadingRow } from '../day-close.entity.js';
import type { Explanation } from './explained-differences.js';

/**
 * Answers for a day may lack most of what is booked of it, such as those of an exchange that keeps no earlier days. Two
 * people may accept that the day stands as booked. That explains each execution that was booked by then and that no
 * answer since the close has shown, and ends when an answer shows most of the day.
 */
export async function findKeptOfDay(
  reading: Reading,
  tradingDate: string,
): Promise<readonly Explanation[]> {
  const [accepted] = await reading.query<Accepted>(
    `SELECT id AS "breakId", reason_code AS "reasonCode", outcome AS text, closed_by AS "closedBy",
            closed_at AS "closedAt"
       FROM breaks WHERE identity = ? AND status = 'Resolved' AND resolution = 'close'
      ORDER BY id DESC LIMIT 1`,
    [identityOf(WHOLE_DESK, dayDoubt(tradingDate))],
  );
  if (accepted === undefined) return [];
  const { closedAt, ...decision } = accepted;
  const [read] = await reading.find(DayReadingRow, 'trading_date = ?', [tradingDate]);
  // Words instead of a list show none of them.
  const isList = read !== undefined && read.said === null;
  const unshown = isList ? new Set(JSON.parse(read.unshown) as string[]) : null;
  const fills = await fillsOfDay<KeptFill>(reading, tradingDate, {
    columns: `f.trade_date AS "tradeDate", f.matching_id AS "matchingId", f.order_number AS "orderNumber",
      f.side AS side, f.shown_for AS "shownFor", f.units AS units, f.price AS price,
      f.observed_at AS "observedAt",
      o.account_number AS "accountNumber", o.security AS security`,
    joined: 'JOIN orders o ON o.id = f.order_id',
  });
  return fills
    .filter((fill) => fill.observedAt <= closedAt && (unshown?.has(keyOfTrade(fill)) ?? true))
    .map(({ accountNumber, security, ...fill }) => {
      return { ...decision, accountNumber, security, trade: tradeDifference(fill, null) };
    });
}

type Accepted = Pick<Explanation, 'breakId' | 'reasonCode' | 'text' | 'closedBy'> & {
  readonly closedAt: number;
};
type KeptFill = Pick<
  FillRow,
  | 'tradeDate'
  | 'matchingId'
  | 'orderNumber'
  | 'side'
  | 'shownFor'
  | 'units'
  | 'price'
  | 'observedAt'
> &
  Pick<OrderRow, 'accountNumber' | 'security'>;
