import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '../../infra/http/page.js';
import type { EventView } from '../audit-trail/audit-events.js';
import type { BreakView } from '../break-desk/break-view.js';
import { FindBreaks } from '../break-desk/find-breaks.js';
import { GetOrder } from '../order-queries/get-order.js';
import { OrderHistory, type CallView, type FillView } from '../order-queries/order-history.js';
import type { OrderView } from '../order-queries/order-view.js';

/** The whole life of an order: as it is, and all that led to it, oldest first. */
export interface OrderReport {
  readonly order: OrderView;
  readonly events: readonly EventView[];
  /** Reversed ones, too. */
  readonly fills: readonly FillView[];
  readonly calls: readonly CallView[];
  readonly breaks: readonly BreakView[];
  /** There is more of something than {@link ROWS_MAX}: the report has the oldest. */
  readonly isCut: boolean;
}

/** Of each kind: some forty pages of paper. An order with more has been polled for days. */
export const ROWS_MAX = 2_000;
const PAGE = 200;
/** An order that changes while it is read is read again, so many times at most. */
const READS_MAX = 3;

export class GetOrderReport extends Query<OrderReport> {
  constructor(readonly orderId: string) {
    super();
  }
}

@QueryHandler(GetOrderReport)
export class GetOrderReportHandler implements IQueryHandler<GetOrderReport> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ orderId }: GetOrderReport): Promise<OrderReport> {
    for (let reads = 1; ; reads += 1) {
      const report = await this.read(orderId);
      const { version } = await this.queries.execute(new GetOrder(orderId, null));
      if (version === report.order.version || reads === READS_MAX) return report;
    }
  }

  private async read(orderId: string): Promise<OrderReport> {
    const order = await this.queries.execute(new GetOrder(orderId, null));
    const history = <K extends 'events' | 'everyFill' | 'calls'>(kind: K) =>
      allOf((cursor) => this.queries.execute(new OrderHistory(kind, orderId, null, PAGE, cursor)));
    const [events, fills, calls, breaks] = await Promise.all([
      history('events'),
      history('everyFill'),
      history('calls'),
      allOf((cursor) => this.queries.execute(new FindBreaks({ orderId }, PAGE, cursor))),
    ]);
    return {
      order,
      events: events.rows,
      fills: fills.rows,
      calls: calls.rows,
      breaks: [...breaks.rows].reverse(),
      isCut: [events, fills, calls, breaks].some(({ isCut }) => isCut),
    };
  }
}

async function allOf<T>(
  page: (cursor: string | null) => Promise<Page<T>>,
): Promise<{ readonly rows: readonly T[]; readonly isCut: boolean }> {
  const rows: T[] = [];
  let cursor: string | null = null;
  do {
    const { data, page: place }: Page<T> = await page(cursor);
    rows.push(...data);
    cursor = place.nextCursor;
  } while (cursor !== null && rows.length < ROWS_MAX);
  return { rows, isCut: cursor !== null };
}
