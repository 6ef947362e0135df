import { QueryHandler, Query, type IQueryHandler } from '@nestjs/cqrs';
import { Clock } from '../../infra/runtime/clock.js';
import { Database } from '../../infra/database/database.js';
import { orderNotFound } from '../order/order-problems.js';
import type { BoundAccounts } from '../../infra/auth/api-keys/bound-keys.js';
import { notInFuture } from './order-as-of.js';
import { replayedOrders } from './find-replayed-orders.js';
import { orderView, type OrderView } from './order-view.js';
import { OrderRow } from '../order/order.entity.js';
import { ordersWithList, readOrders, readRequests, whereVisible } from './order-columns.js';

export class GetOrder extends Query<OrderView> {
  constructor(
    readonly orderId: string,
    /** Orders of other accounts are not there. */
    readonly accounts: BoundAccounts,
    /** Milliseconds; null: now. */
    readonly asOf: number | null = null,
  ) {
    super();
  }
}

@QueryHandler(GetOrder)
export class GetOrderHandler implements IQueryHandler<GetOrder> {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  execute({ orderId, accounts, asOf }: GetOrder): Promise<OrderView> {
    if (asOf !== null) return this.told(orderId, accounts, asOf);
    return this.database.read(async (manager) => {
      for (;;) {
        const query = ordersWithList(manager).where({ id: orderId, ...whereVisible(accounts) });
        const [order] = await readOrders(query);
        if (order === undefined) throw orderNotFound();
        const { watermark, pending } = order;
        if (pending === null) return orderView(order, [], { watermark, now: this.clock.now() });
        const requests = (await readRequests(manager, [orderId])).get(orderId) ?? [];
        // Two statements may see two states: they fit only if the order has not changed in between.
        const unchanged = await manager.existsBy(OrderRow, { id: orderId, version: order.version });
        if (unchanged) return orderView(order, requests, { watermark, now: this.clock.now() });
      }
    });
  }

  private told(id: string, accounts: BoundAccounts, asOf: number): Promise<OrderView> {
    notInFuture(asOf, this.clock.now());
    return this.database.questions.read(async (manager) => {
      const order = await manager.findOneBy(OrderRow, { id, ...whereVisible(accounts) });
      const view =
        order === null ? undefined : (await replayedOrders(manager, [order], asOf)).get(id);
      if (view === undefined) throw orderNotFound();
      return view;
    });
  }
}
