import type { Unit } from '../../infra/database/units/unit-of-work.js';
import { BreakRow } from '../breaks/break.entity.js';
import { tradeIn } from '../breaks/break-register.js';
import { keyOfTrade, sameTrade, type UnbookedTrade } from '../breaks/trade-difference.js';
import type { ExecutionEvidence } from '../order/evidence/evidence.js';

/**
 * Two people leave a trade that is shown out of the book by closing its break: it is a copy, or of another desk's order.
 * As long as it is shown as they saw it, it is not booked, and says nothing about the order's other trades.
 */
export interface LeftOutTrade {
  readonly trade: UnbookedTrade;
  readonly isCopy: boolean;
}

/** What people have left out of an order, by the key of the trade; what was decided last counts. */
export async function leftOutOf(
  unit: Unit,
  orderId: string,
): Promise<ReadonlyMap<string, LeftOutTrade>> {
  const where = `order_id = ? AND type = 'FillMismatch' AND status = 'Resolved' AND resolution = 'close'
    AND trade IS NOT NULL ORDER BY seen_at, id`;
  const leftOut = new Map<string, LeftOutTrade>();
  for (const row of await unit.find(BreakRow, where, [orderId])) {
    const trade = tradeIn(row);
    if (trade?.booked !== null) continue;
    leftOut.set(keyOfTrade(trade), { trade, isCopy: row.kind === 'PossibleCopy' });
  }
  return leftOut;
}

/** Those of the rows that are shown as people have left them out. */
export function leftOutAmong(
  rows: readonly ExecutionEvidence[],
  leftOut: ReadonlyMap<string, LeftOutTrade>,
): ReadonlyMap<ExecutionEvidence, LeftOutTrade> {
  const among = new Map<ExecutionEvidence, LeftOutTrade>();
  for (const row of rows) {
    const left = leftOut.get(keyOfTrade(row));
    if (left !== undefined && sameTrade(left.trade.shown, row)) among.set(row, left);
  }
  return among;
}
