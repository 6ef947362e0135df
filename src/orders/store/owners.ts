import { inList } from '../../infra/database/in-list.js';
import type { Reading } from '../../infra/database/reads.js';
import { startOfDay } from '../../market/trading-day.js';

/** That an order of ours has, or had, this number at the exchange. */
export interface Owner {
  readonly orderNumber: string;
  readonly orderId: string;
  readonly tradingDate: string;
}

interface OwnerRow extends Owner {
  readonly brokerCode: string;
}

const BATCH = 512;

/** Every owner of the numbers, on whatever day; a number may begin again on a later one. */
export async function ownersOf(
  reading: Reading,
  brokerCode: string,
  orderNumbers: readonly string[],
): Promise<Owner[]> {
  const owners: Owner[] = [];
  for (let start = 0; start < orderNumbers.length; start += BATCH) {
    const { marks, values } = inList(orderNumbers.slice(start, start + BATCH));
    // By the number alone, and the broker afterwards: asked for both, SQLite reads all of the broker's.
    const rows = await reading.query<OwnerRow>(
      `SELECT order_number AS "orderNumber", order_id AS "orderId", trading_date AS "tradingDate",
              broker_code AS "brokerCode"
         FROM order_numbers WHERE order_number IN (${marks})`,
      values,
    );
    for (const row of rows) if (row.brokerCode === brokerCode) owners.push(row);
  }
  return owners;
}

/** Those of the owners that were not over before the day: by then somebody else may have the number. */
export async function aliveOn(
  reading: Reading,
  owners: readonly Owner[],
  day: string,
): Promise<readonly Owner[]> {
  const earlier = owners.filter((owner) => owner.tradingDate < day);
  if (earlier.length === 0) return owners;
  const over = new Set<string>();
  for (let start = 0; start < earlier.length; start += BATCH) {
    const batch = earlier.slice(start, start + BATCH);
    const { marks, values } = inList(batch.map(({ orderId }) => orderId));
    // By their ids alone, as above.
    const rows = await reading.query<{ id: string; closedAt: number | null }>(
      `SELECT id, closed_at AS "closedAt" FROM orders WHERE id IN (${marks})`,
      values,
    );
    for (const { id, closedAt } of rows) {
      if (closedAt !== null && closedAt < startOfDay(day)) over.add(id);
    }
  }
  return owners.filter((owner) => owner.tradingDate >= day || !over.has(owner.orderId));
}
