import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { ListingRow } from '../order/listing.entity.js';
import { OrderRow } from '../order/order.entity.js';

/** An order, and the list of its broker at the same moment. */
export type ShownOrder = OrderRow & { readonly listing: ListingRow | null };

/**
 * Both in one statement: an order that is put on a list between two of them would be shown with the proof of
 * the list before, which has not shown it so.
 */
export function ordersShown(manager: EntityManager): SelectQueryBuilder<OrderRow> {
  return manager
    .createQueryBuilder(OrderRow, 'o')
    .leftJoinAndMapOne('o.listing', ListingRow, 'l', 'l.brokerCode = o.brokerCode');
}
