import type { Reading } from '../../../infra/database/reads.js';
import { add } from '../../../infra/decimal.js';
import { fillsOfDay } from '../../fills/fills-of-day.js';
import type { InferredNumber } from './day-report.js';

/** Executions that count as ours under numbers that nothing has proven, by order. */
export async function inferredNumbersOn(
  reading: Reading,
  tradingDate: string,
): Promise<readonly InferredNumber[]> {
  const fills = await fillsOfDay<InferredNumber>(reading, tradingDate, {
    columns: 'o.id AS "orderId", f.order_number AS "orderNumber", f.units AS units',
    joined: `JOIN orders o ON o.id = f.order_id AND o.order_number = f.order_number
      AND COALESCE(o.number_grade, 'Inferred') = 'Inferred'`,
  });
  const orders = new Map<string, InferredNumber>();
  for (const fill of fills) {
    const units = add(fill.units, orders.get(fill.orderId)?.units ?? '0');
    orders.set(fill.orderId, { ...fill, units });
  }
  return [...orders.values()].sort((a, b) => (a.orderId < b.orderId ? -1 : 1));
}
