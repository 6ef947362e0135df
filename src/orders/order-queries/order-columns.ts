import { In, type EntityManager, type FindOptionsWhere, type SelectQueryBuilder } from 'typeorm';
import { plainRow, type RawRow } from '../../infra/database/plain-rows.js';
import type { BoundAccounts } from '../../infra/auth/api-keys/bound-keys.js';
import { ListWatermarkRow } from '../order/list-watermark.entity.js';
import { OrderRow } from '../order/order.entity.js';
import { OrderRequestRow } from '../order/requests/order-request.entity.js';

/** An order with the list watermark of its broker. */
export type OrderWithList = OrderRow & { readonly watermark: ListWatermarkRow | null };

/**
 * Reads both in one statement: read apart, an order could be shown as proven by an earlier list that did
 * not show it so.
 */
export function ordersWithList(manager: EntityManager): SelectQueryBuilder<OrderRow> {
  return manager
    .createQueryBuilder(OrderRow, 'o')
    .leftJoinAndMapOne('o.watermark', ListWatermarkRow, 'l', 'l.brokerCode = o.brokerCode');
}

/** As {@link plainRow}s. */
export async function readOrders(query: SelectQueryBuilder<OrderRow>): Promise<OrderWithList[]> {
  const rows = await query.getRawMany<RawRow>();
  const order = plainRow<OrderRow>(query, OrderRow, 'o');
  const watermark = plainRow<ListWatermarkRow>(query, ListWatermarkRow, 'l');
  return rows.map((row) =>
    Object.assign(order(row), {
      watermark: row['l_broker_code'] === null ? null : watermark(row),
    }),
  );
}

/** The requests of these orders, of each the oldest first; read like {@link readOrders}. */
export async function readRequests(
  manager: EntityManager,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly OrderRequestRow[]>> {
  const byOrder = new Map<string, OrderRequestRow[]>(orderIds.map((id) => [id, []]));
  if (orderIds.length === 0) return byOrder;
  const query = manager
    .createQueryBuilder(OrderRequestRow, 'r')
    .where({ orderId: In(orderIds) })
    .orderBy('r.orderId', 'ASC')
    .addOrderBy('r.id', 'ASC');
  const rows = await query.getRawMany<RawRow>();
  for (const request of rows.map(plainRow<OrderRequestRow>(query, OrderRequestRow, 'r')))
    byOrder.get(request.orderId)?.push(request);
  return byOrder;
}

/** Finds only orders of these accounts, so that those of others are as if they were not there. */
export function whereVisible(accounts: BoundAccounts): FindOptionsWhere<OrderRow> {
  return accounts === null ? {} : { accountNumber: In(accounts) };
}
