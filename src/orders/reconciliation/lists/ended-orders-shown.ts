import { numberCalled } from '../../order-numbers/number-called.js';
import { compare } from '../../../infra/decimal.js';
import { inList } from '../../../infra/database/in-list.js';
import { recordWithoutClient, type NamedClient } from '../../order/client/client-in-texts.js';
import type { Reading } from '../../../infra/database/reads.js';
import type { OrderRecord } from '../../../infra/exchange/api/enquiry-api.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import {
  evidenceOfStatus,
  type StatusMappings,
  type OrderStatus,
} from '../../order/order-status.js';
import type { ConflictingRows } from '../collect/list-rows.js';
import { hasListedUnits } from '../../order/evidence/record-quantities.js';
import { isFull } from '../order-records/record-rules.js';
import { isFilledOrCancelled, isWorkingByRecord } from '../order-records/unexplained-status.js';
import { ownersNow, type NumberOwner } from '../../order/number-owners.js';

export interface EndedOrder {
  readonly orderId: string;
  readonly orderNumber: string;
}

/** An order that is over, and the row of a list that shows it otherwise. */
export interface EndedOrderShown extends EndedOrder {
  readonly row: OrderRecord;
  /** No trades have shown its end: it is cancelled, or filled by a record. */
  readonly isByRecords: boolean;
  /** The row shows a working order. */
  readonly works: boolean;
  /** The order has an open break already. */
  readonly hasOpenBreak: boolean;
}

interface Row extends NamedClient {
  readonly id: string;
  readonly units: string;
  readonly matchedUnderPriorNumbers: string | null;
  readonly status: OrderStatus;
  readonly exchangeStatus: string | null;
  readonly filledUnits: string;
  readonly openBreaks: number;
  readonly closedAt: number | null;
  readonly numberLeftAt: number | null;
}

interface ListedRules {
  readonly brokerCode: string;
  readonly today: string;
  readonly mappings: StatusMappings;
  readonly conflicting: ConflictingRows;
}

const BATCH = 512;

/**
 * Orders of the day that are Cancelled, or Filled by the units we hold, and that a list shows working or with
 * other units: another desk has changed them before they were filled, or what we hold is wrong. `rows`: those
 * whose number belongs to no order that the run compares, one for each; where there are several, one of them may tell.
 */
export async function endedOrdersShown(
  reading: Reading,
  rows: readonly OrderRecord[],
  { brokerCode, today, mappings, conflicting }: ListedRules,
): Promise<EndedOrderShown[]> {
  const found: EndedOrderShown[] = [];
  // Quantities decide over words: whatever it is called, something of it is pending.
  const mayWork = (row: OrderRecord): boolean =>
    evidenceOfStatus(row.statusWord, mappings) !== 'seenCancelled' && !isFull(row);
  const working = rows.flatMap(
    (row) => (conflicting.get(row.orderNumber) ?? [row]).findLast(mayWork) ?? [],
  );
  for await (const slice of inBatches(working, BATCH)) {
    const batch = new Map(slice.map((row) => [row.orderNumber, row]));
    const known = await ownersNow(reading, brokerCode, [...batch.keys()], today);
    const owners = [...known.values()].filter(({ stillOwns }) => stillOwns === 'yes');
    const orders = await ordersOf(reading, owners);
    for (const { orderId, orderNumber } of owners) {
      const order = orders.get(orderId);
      const shown = batch.get(orderNumber);
      if (order === undefined || !isFilledOrCancelled(order) || shown === undefined) continue;
      // What works under its number is another order, people have said.
      if ((await numberCalled(reading, { ...order, orderNumber })) === 'was-cancelled') continue;
      const row = recordWithoutClient(shown, order, mappings);
      const works = isWorkingByRecord(row, mappings);
      const { status, openBreaks } = order;
      if (!works && (status === 'Cancelled' || hasListedUnits(order, row.units))) continue;
      const isByRecords = endedByRecords(order);
      found.push({ orderId, orderNumber, row, isByRecords, works, hasOpenBreak: openBreaks > 0 });
    }
  }
  return found;
}

/** No trade speaks against a list that shows it working. */
export function endedByRecords({
  status,
  units,
  filledUnits,
}: Pick<Row, 'status' | 'units' | 'filledUnits'>): boolean {
  return status === 'Cancelled' || (status === 'Filled' && compare(filledUnits, units) < 0);
}

/** By their ids alone: asked for more, SQLite may read all orders of a day or of a status instead. */
async function ordersOf(
  reading: Reading,
  owners: readonly NumberOwner[],
): Promise<Map<string, Row>> {
  const { marks, values } = inList(owners.map(({ orderId }) => orderId));
  const rows = await reading.query<Row>(
    `SELECT id, units, matched_under_prior_numbers AS "matchedUnderPriorNumbers", status,
         exchange_status AS "exchangeStatus", account_number AS "accountNumber", client_name AS "clientName",
         filled_units AS "filledUnits", open_breaks AS "openBreaks",
         closed_at AS "closedAt", number_left_at AS "numberLeftAt"
       FROM orders WHERE id IN (${marks})`,
    values,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
