import type { Unit } from '../../infra/database/units/unit-of-work.js';
import { BreakRow } from '../breaks/break.entity.js';
import { tradeIn } from '../breaks/break-register.js';
import { keyOfTrade, sameTrade, type UnbookedTrade } from '../breaks/trade-difference.js';
import type { ExecutionEvidence } from '../order/evidence/evidence.js';

/**
 * Two people keep a trade that is shown out of the book by closing its break.
 *   - One of another order is excluded: as long as it is shown with the units and the price that they saw, it is not
 *     booked, and says nothing about the order's other trades.
 *   - One that they call a copy stays one until records prove that it is a second trade.
 * While they are deciding about a trade, it is not booked.
 */
export interface DecidedTrades {
  isExcluded(row: ExecutionEvidence): boolean;
  isCalledCopy(row: ExecutionEvidence): boolean;
}

const NONE: DecidedTrades = { isExcluded: () => false, isCalledCopy: () => false };

/** What people have decided last about trades of the order that are not booked. */
export async function decidedTradesOf(unit: Unit, orderId: string): Promise<DecidedTrades> {
  // Once a day's trades agree but for copies, their breaks have ended; what was said of them stands.
  const where = `order_id = ? AND type = 'FillMismatch' AND resolution = 'close' AND closed_at IS NOT NULL
    AND (status = 'Resolved' OR kind = 'PossibleCopy') AND trade IS NOT NULL ORDER BY seen_at, id`;
  const excluded = new Map<string, UnbookedTrade>();
  const copies = new Map<string, UnbookedTrade>();
  for (const row of await unit.find(BreakRow, where, [orderId])) {
    const trade = tradeIn(row);
    if (trade?.booked !== null) continue;
    (row.kind === 'PossibleCopy' ? copies : excluded).set(keyOfTrade(trade), trade);
  }
  if (excluded.size + copies.size === 0) return NONE;
  const isIn = (trades: ReadonlyMap<string, UnbookedTrade>, row: ExecutionEvidence): boolean => {
    const trade = trades.get(keyOfTrade(row));
    return trade !== undefined && sameTrade(trade.shown, row);
  };
  return {
    isExcluded: (row) => isIn(excluded, row),
    isCalledCopy: (row) => isIn(copies, row),
  };
}

/** Whether the second person has yet to decide whether one of these is the order's. */
export async function isBeingDecided(
  unit: Unit,
  orderId: string,
  rows: readonly ExecutionEvidence[],
): Promise<boolean> {
  const proposed = await unit.query<Pick<BreakRow, 'trade'>>(
    `SELECT b.trade AS trade FROM breaks b JOIN approvals a ON a.break_id = b.id AND a.state = 'Pending'
      WHERE b.order_id = ? AND b.kind = 'InvalidRow' AND b.closed_at IS NULL AND b.trade IS NOT NULL`,
    [orderId],
  );
  const keys = new Set(proposed.map(tradeIn).map((trade) => trade && keyOfTrade(trade)));
  return rows.some((row) => keys.has(keyOfTrade(row)));
}
