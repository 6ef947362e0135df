import { In, type EntityManager, type FindOptionsWhere, type SelectQueryBuilder } from 'typeorm';
import type { BoundAccounts } from '../../infra/auth/api-keys/bound-keys.js';
import { ListWatermarkRow } from '../order/list-watermark.entity.js';
import { OrderRow } from '../order/order.entity.js';

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

/** Finds only orders of these accounts, so that those of others are as if they were not there. */
export function whereVisible(accounts: BoundAccounts): FindOptionsWhere<OrderRow> {
  return accounts === null ? {} : { accountNumber: In(accounts) };
}
