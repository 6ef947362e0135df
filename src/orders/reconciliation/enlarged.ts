import type { Reading } from '../../infra/database/reads.js';
import type { OrderRecord } from '../../infra/exchange/enquiry-api.js';
import { compare } from '../domain/decimal.js';

export interface Ended {
  readonly orderId: string;
  readonly orderNumber: string;
}

interface Row {
  readonly id: string;
  readonly number: string;
  readonly units: string;
}

const BATCH = 500;

/**
 * Orders of the day that are Filled by the units we hold, and that a list shows to work with others:
 * another desk has changed them before they were filled. Each is to be enquired, until a break tells
 * of it. `rows`: what is shown to work, and is none of the orders that a pass looks at.
 */
export async function enlargedAmong(
  reading: Reading,
  rows: readonly OrderRecord[],
  { brokerCode, tradingDate }: { readonly brokerCode: string; readonly tradingDate: string },
): Promise<Ended[]> {
  const found: Ended[] = [];
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = new Map(rows.slice(start, start + BATCH).map((row) => [row.orderNumber, row]));
    const ended = await reading.query<Row>(
      `SELECT o.id AS id, n.order_number AS number, o.units AS units
         FROM order_numbers n JOIN orders o ON o.id = n.order_id
        WHERE n.broker_code = ? AND o.trading_date = ? AND o.status = 'Filled' AND o.open_breaks = 0
          AND n.order_number IN (${[...batch].map(() => '?').join(', ')})`,
      [brokerCode, tradingDate, ...batch.keys()],
    );
    for (const { id, number, units } of ended) {
      const row = batch.get(number);
      if (row !== undefined && compare(row.units, units) !== 0) {
        found.push({ orderId: id, orderNumber: number });
      }
    }
  }
  return found;
}
