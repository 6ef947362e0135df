import { inList } from '../../infra/database/in-list.js';
import type { Reading } from '../../infra/database/reads.js';
import type { OrderRecord } from '../../infra/exchange/enquiry-api.js';
import { inSlices } from '../../infra/slices.js';
import { compare } from '../domain/decimal.js';
import { holdersNow, type Holder } from '../store/holders.js';

export interface Ended {
  readonly orderId: string;
  readonly orderNumber: string;
}

interface Row {
  readonly id: string;
  readonly units: string;
  readonly status: string;
  readonly openBreaks: number;
}

const BATCH = 512;

/**
 * Orders of the day that are Filled by the units we hold, and that a list shows to work with others:
 * another desk has changed them before they were filled. Each is to be enquired, until a break tells
 * of it. `rows`: what is shown to work, and is none of the orders that a pass looks at.
 */
export async function enlargedAmong(
  reading: Reading,
  rows: readonly OrderRecord[],
  { brokerCode, today }: { readonly brokerCode: string; readonly today: string },
): Promise<Ended[]> {
  const found: Ended[] = [];
  for await (const slice of inSlices(rows, BATCH)) {
    const batch = new Map(slice.map((row) => [row.orderNumber, row]));
    const known = await holdersNow(reading, brokerCode, [...batch.keys()], today);
    const holders = [...known.values()].filter(({ holds }) => holds === 'surely');
    const orders = await ordersOf(reading, holders);
    for (const { orderId, orderNumber } of holders) {
      const order = orders.get(orderId);
      if (order?.status !== 'Filled' || order.openBreaks > 0) continue;
      const row = batch.get(orderNumber);
      if (row !== undefined && compare(row.units, order.units) !== 0) {
        found.push({ orderId, orderNumber });
      }
    }
  }
  return found;
}

/** By their ids alone: asked for more, SQLite may read all orders of a day or of a status instead. */
async function ordersOf(reading: Reading, holders: readonly Holder[]): Promise<Map<string, Row>> {
  const { marks, values } = inList(holders.map(({ orderId }) => orderId));
  const rows = await reading.query<Row>(
    `SELECT id, units, status, open_breaks AS "openBreaks"
       FROM orders WHERE id IN (${marks})`,
    values,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
