import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '../../../infra/database/database.js';
import { OrderRow } from '../../order/order.entity.js';

/** Those of the ids that no order has. */
export class FindMissingOrders extends Query<readonly string[]> {
  constructor(readonly orderIds: readonly string[]) {
    super();
  }
}

@QueryHandler(FindMissingOrders)
export class FindMissingOrdersHandler implements IQueryHandler<FindMissingOrders> {
  constructor(private readonly database: Database) {}

  async execute({ orderIds }: FindMissingOrders): Promise<readonly string[]> {
    if (orderIds.length === 0) return [];
    const marks = orderIds.map(() => '?').join(', ');
    const orders = await this.database.reading.find(OrderRow, `id IN (${marks})`, orderIds);
    const known = new Set(orders.map(({ id }) => id));
    return orderIds.filter((id) => !known.has(id));
  }
}
