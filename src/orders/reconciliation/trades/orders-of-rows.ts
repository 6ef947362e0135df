import { inList } from '../../../infra/database/in-list.js';
import type { Reading } from '../../../infra/database/reads.js';
import type { TradeRow } from '../../../infra/exchange/api/enquiry-api.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import { needsOrder, type OrderOfRow } from '../../fills/trade-row.js';
import { ownershipOfTrade } from '../../order-numbers/ownership.js';
import { ownersOn } from '../../order/number-owners.js';
import { OrderRow } from '../../order/order.entity.js';
import { OrderRequestRow } from '../../order/requests/order-request.entity.js';
import { dayOf } from './trade-evidence.js';
import { isOfAnother } from './traded-numbers.js';

/** Answers what is known of the order of a row that does not tell by itself what it is; null: it is no order of ours. */
export type OrderOf = (row: TradeRow) => OrderOfRow | null;

interface Asked {
  readonly askedDate: string;
  readonly brokerCode: string;
}

export async function ordersOfRows(
  reading: Reading,
  rows: readonly TradeRow[],
  { askedDate, brokerCode }: Asked,
): Promise<OrderOf> {
  const orders = new Map<TradeRow, OrderOfRow>();
  for await (const slice of inBatches(rows)) {
    const unclear = slice.filter((row) => needsOrder(row) && dayOf(row, askedDate) === askedDate);
    if (unclear.length === 0) continue;
    const numbers = [...new Set(unclear.map(({ orderNumber }) => orderNumber))];
    const owners = await ownersOn(reading, brokerCode, numbers, askedDate);
    const known = await ordersById(
      reading,
      [...owners.values()].map(({ orderId }) => orderId),
    );
    for (const row of unclear) {
      const owner = owners.get(row.orderNumber);
      const order = known.get(owner?.orderId ?? '');
      if (order === undefined || ownershipOfTrade(owner, row) !== 'own') continue;
      if (!isOfAnother(order, row)) orders.set(row, order);
    }
  }
  return (row) => orders.get(row) ?? null;
}

type KnownOrder = OrderOfRow & Pick<OrderRow, 'side' | 'security' | 'accountNumber'>;

async function ordersById(
  reading: Reading,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownOrder>> {
  const { marks, values } = inList(ids);
  const orders = await reading.find(OrderRow, `id IN (${marks})`, values);
  const asked = new Map(orders.map(({ id, units }) => [id, [units]]));
  const requests = await reading.find(
    OrderRequestRow,
    `order_id IN (${marks}) AND kind <> 'Cancel'`,
    values,
  );
  for (const { orderId, units } of requests) if (units !== null) asked.get(orderId)?.push(units);
  return new Map(orders.map((order) => [order.id, { ...order, units: asked.get(order.id) ?? [] }]));
}
