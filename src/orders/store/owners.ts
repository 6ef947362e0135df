import { inList } from '../../infra/database/in-list.js';
import type { Reading } from '../../infra/database/reads.js';

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
