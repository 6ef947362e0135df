import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database } from '../../infra/database/database.js';
import { CANCEL_UNDER_WAY } from '../order/changes/instructions.js';
import { OrderRow } from '../order/order.entity.js';
import { isClosed } from '../order/order-status.js';
import { OrderRequestRow } from '../order/requests/order-request.entity.js';

/** Whether a cancel would change nothing: the order has ended or is not there, or a cancel of it is under way. */
export class IsCancelIdle extends Query<boolean> {
  constructor(readonly orderId: string) {
    super();
  }
}

@QueryHandler(IsCancelIdle)
export class IsCancelIdleHandler implements IQueryHandler<IsCancelIdle> {
  constructor(private readonly database: Database) {}

  async execute({ orderId }: IsCancelIdle): Promise<boolean> {
    const { reading } = this.database;
    const [order] = await reading.find(OrderRow, 'id = ?', [orderId]);
    if (order === undefined || isClosed(order.status)) return true;
    const cancels = await reading.find(OrderRequestRow, "order_id = ? AND kind = 'Cancel'", [
      orderId,
    ]);
    return cancels.some(({ state }) => CANCEL_UNDER_WAY.includes(state));
  }
}
