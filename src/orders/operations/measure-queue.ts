import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '../../infra/database/database.js';
import { REQUEST_KINDS, type RequestKind } from '../order/requests/order-request.js';

export interface QueueOfKind {
  readonly kind: RequestKind;
  /** Requests that are not sent yet. */
  readonly queued: number;
  /** When the oldest of them was made, in milliseconds since 1970; null if none is queued. */
  readonly oldestAt: number | null;
  /** Requests of unknown outcome. */
  readonly unknown: number;
}

/** What waits to be sent, and what has been sent without a known outcome, by kind of request. */
export class MeasureQueue extends Query<readonly QueueOfKind[]> {}

@QueryHandler(MeasureQueue)
export class MeasureQueueHandler implements IQueryHandler<MeasureQueue> {
  constructor(private readonly database: Database) {}

  async execute(): Promise<readonly QueueOfKind[]> {
    const { reading } = this.database;
    // Thousands may wait for the session: the index `order_requests_queued` answers this alone.
    const queued = await reading.query<Queued>(
      `SELECT kind, count(*) AS count, min(created_at) AS oldest FROM order_requests
        WHERE state = 'Queued' GROUP BY kind`,
      [],
    );
    const unknown = await reading.query<Omit<Queued, 'oldest'>>(
      `SELECT kind, count(*) AS count FROM order_requests WHERE state = 'Unknown' GROUP BY kind`,
      [],
    );
    return REQUEST_KINDS.map((kind) => {
      const waiting = queued.find((row) => row.kind === kind);
      return {
        kind,
        queued: waiting?.count ?? 0,
        oldestAt: waiting?.oldest ?? null,
        unknown: unknown.find((row) => row.kind === kind)?.count ?? 0,
      };
    });
  }
}

interface Queued {
  readonly kind: RequestKind;
  readonly count: number;
  readonly oldest: number;
}
