import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '../../infra/database/database.js';
import type { Whole } from '../../infra/formats.js';
import { OrderRequestRow } from '../order/requests/order-request.entity.js';

/** Requests of orders by state. */
export interface RequestCounts {
  readonly Queued: Whole;
  readonly Sent: Whole;
  readonly Unknown: Whole;
}

/** How many requests are queued, in flight, or of unknown outcome. */
export class CountRequests extends Query<RequestCounts> {}

@QueryHandler(CountRequests)
export class CountRequestsHandler implements IQueryHandler<CountRequests> {
  constructor(private readonly database: Database) {}

  async execute(): Promise<RequestCounts> {
    const rows = await this.database.read((manager) =>
      manager
        .createQueryBuilder(OrderRequestRow, 'r')
        .select('r.state', 'state')
        .addSelect('count(*)', 'count')
        .where("r.state IN ('Queued', 'Sent', 'Unknown')")
        .groupBy('r.state')
        .getRawMany<{ state: string; count: number }>(),
    );
    const none = { Queued: 0, Sent: 0, Unknown: 0 };
    return { ...none, ...Object.fromEntries(rows.map((row) => [row.state, row.count])) };
  }
}
