import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database } from '../../infra/database/database.js';
import { Clock } from '../../infra/runtime/clock.js';
import { isCancelUnderWay } from '../order/changes/instructions.js';
import { isEndDisputed } from '../order/order.js';
import { OrderRow } from '../order/order.entity.js';
import { isClosed } from '../order/order-status.js';
import { OrderRequestRow } from '../order/requests/order-request.entity.js';

/**
 * Whether a cancel would change nothing: the order has ended or is not there, a cancel of it is under way, or its caller
 * has seen an older version. Null for `version`: whichever it is.
 */
export class IsCancelIdle extends Query<boolean> {
  constructor(
    readonly orderId: string,
    readonly version: number | null,
  ) {
    super();
  }
}

@QueryHandler(IsCancelIdle)
export class IsCancelIdleHandler implements IQueryHandler<IsCancelIdle> {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** What cannot be read keeps no cancel waiting: it may change something. */
  execute(query: IsCancelIdle): Promise<boolean> {
    return this.look(query).catch(() => false);
  }

  private async look({ orderId, version }: IsCancelIdle): Promise<boolean> {
    const { reading } = this.database;
    const [order] = await reading.find(OrderRow, 'id = ?', [orderId]);
    if (order === undefined) return true;
    if (isClosed(order.status) && !isEndDisputed(order, this.clock.now())) return true;
    if (version !== null && version < order.version) return true;
    const open = "order_id = ? AND state IN ('Queued', 'Sent', 'Unknown') ORDER BY id";
    return isCancelUnderWay(await reading.find(OrderRequestRow, open, [orderId]));
  }
}
