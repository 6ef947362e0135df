import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '../../infra/database/database.js';
import { ExchangeCallRow } from '../../infra/exchange/client/exchange-call.entity.js';
import type { Page } from '../../infra/http/input/page.js';
import { AuditEvents, type EventView } from '../audit-trail/audit-events.js';
import type { BreakView } from '../break-desk/break-view.js';
import { FindBreaks } from '../break-desk/find-breaks.js';
import { GetOrder } from '../order-queries/get-order.js';
import { OrderHistory, type FillView } from '../order-queries/order-history.js';
import type { OrderView } from '../order-queries/order-view.js';

/** The history of an order: as it is, and all that led to it, oldest first. */
export interface OrderReport {
  readonly order: OrderView;
  readonly events: readonly EventView[];
  /** Reversed ones, too. */
  readonly fills: readonly FillView[];
  readonly calls: readonly ReportedCall[];
  readonly breaks: readonly BreakView[];
  /** There is more of something than {@link ROWS_MAX}. */
  readonly isCut: boolean;
  /** It kept changing while it was read, so that its parts may be of different moments. */
  readonly isMoving: boolean;
}

/** Without what was sent and received, which may be long. */
export type ReportedCall = Pick<
  ExchangeCallRow,
  'id' | 'endpoint' | 'startedAt' | 'completedAt' | 'httpStatus' | 'failure' | 'outcome'
>;

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
  constructor(
    private readonly queries: QueryBus,
    private readonly database: Database,
  ) {}

  async execute({ orderId }: GetOrderReport): Promise<OrderReport> {
    for (let reads = 1; ; reads += 1) {
      const report = await this.read(orderId);
      const { version } = await this.queries.execute(new GetOrder(orderId, null));
      const isMoving = version !== report.order.version;
      if (!isMoving || reads === READS_MAX) return { ...report, isMoving };
    }
  }

  private async read(orderId: string): Promise<Omit<OrderReport, 'isMoving'>> {
    const order = await this.queries.execute(new GetOrder(orderId, null));
    const [events, fills, calls, breaks] = await Promise.all([
      allOf((cursor) =>
        this.queries.execute(new AuditEvents({ orderId }, { limit: PAGE, cursor, order: 'asc' })),
      ),
      allOf((cursor) =>
        this.queries.execute(new OrderHistory('everyFill', orderId, null, PAGE, cursor)),
      ),
      this.callsOf(orderId),
      allOf((cursor) => this.queries.execute(new FindBreaks({ orderId }, PAGE, cursor))),
    ]);
    return {
      order,
      events: events.rows,
      fills: fills.rows,
      calls: calls.slice(0, ROWS_MAX),
      breaks: [...breaks.rows].reverse(),
      isCut: calls.length > ROWS_MAX || [events, fills, breaks].some(({ isCut }) => isCut),
    };
  }

  private callsOf(orderId: string): Promise<readonly ReportedCall[]> {
    return this.database.questions.read((manager) =>
      manager.find(ExchangeCallRow, {
        select: {
          id: true, endpoint: true, startedAt: true, completedAt: true, httpStatus: true, failure: true, outcome: true,
        },
        where: { orderId },
        order: { id: 'ASC' },
        take: ROWS_MAX + 1,
      }),
    ); // prettier-ignore
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
