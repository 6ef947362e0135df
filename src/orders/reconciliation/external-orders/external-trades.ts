import { type Database } from '../../../infra/database/database.js';
import { executedOf } from '../../trading-days/traded.js';
import type { ExecutionEvidence } from '../../order/evidence/evidence.js';
import type { ExternalOrderTrades } from '../../breaks/external-order.js';
import { BreakRow } from '../../breaks/break.entity.js';
import {
  type ExternalOrderBreaks,
  tradesOf,
  withTrades,
} from '../../order-numbers/external-order-breaks.js';

/** Open breaks of external orders, the newest first; of older ones nobody has decided for long. */
const TRACKED_MOST = 1_000;

/** Keeps with each open break of a number that is none of ours how much has traded under it. */
export class ExternalTrades {
  constructor(
    private readonly database: Database,
    private readonly breaks: ExternalOrderBreaks,
  ) {}

  async track(executions: readonly ExecutionEvidence[]): Promise<void> {
    if (executions.length === 0) return;
    const open = await this.database.reading.find(
      BreakRow,
      `status IN ('Open', 'Assigned', 'AwaitingApproval') AND order_id IS NULL
        ORDER BY id DESC LIMIT ${TRACKED_MOST}`,
      [],
    );
    const numbers = new Set(open.map((row) => row.orderNumber));
    const traded = tradedUnder(executions.filter((row) => numbers.has(row.orderNumber)));
    for (const row of open) {
      const trades = traded.get(row.orderNumber ?? '') ?? [];
      if (withTrades(tradesOf(row), trades) === null) continue;
      await this.database.units.run((unit) => this.breaks.noteTrades(unit, row.id, trades));
    }
  }
}

/** By order number, and for each number by day. */
function tradedUnder(
  rows: readonly ExecutionEvidence[],
): ReadonlyMap<string, ExternalOrderTrades[]> {
  const traded = new Map<string, ExternalOrderTrades[]>();
  for (const tradeDate of new Set(rows.map((row) => row.tradeDate))) {
    const sums = executedOf(rows.filter((row) => row.tradeDate === tradeDate));
    for (const sum of sums) {
      const others = traded.get(sum.orderNumber) ?? [];
      traded.set(sum.orderNumber, [...others, { tradeDate, ...sum }]);
    }
  }
  return traded;
}
