import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Id, Instant, Whole } from '../../infra/formats.js';
import { Database } from '../../infra/database/database.js';
import { ExchangeCallRow } from '../../infra/exchange/client/exchange-call.entity.js';
import { cursorKey, cursorOf, type Page } from '../../infra/http/input/page.js';
import { instant } from '../../infra/runtime/clock.js';

/** A call without its bodies, which may name a client; those of an order are at `/v1/orders/{id}/calls`. */
export interface ExchangeCallView {
  readonly id: Id;
  /**
   * Path below `/v2/vendor/`.
   * @example "order/post"
   */
  readonly endpoint: string;
  /**
   * The part of the rate budget that it was taken from: cancel, resolve, trade, reconcile or market.
   * @example "trade"
   */
  readonly lane: string;
  /**
   * Short digest of the exchange key that it was made with.
   * @example "5b1c2d"
   */
  readonly keyId: string;
  /** The order that it was made for; null: for none alone. */
  readonly orderId: Id | null;
  /**
   * Whoever asked for it; null: the service.
   * @example "ada.obi"
   */
  readonly operator: string | null;
  readonly startedAt: Instant;
  /** Null: it has no end yet. */
  readonly completedAt: Instant | null;
  /**
   * Null: no reply came.
   * @example 200
   */
  readonly httpStatus: number | null;
  /** Length of the reply; null: none came. */
  readonly replyBytes: Whole | null;
  /**
   * What went wrong on the way; null: nothing.
   * @example "timeout"
   */
  readonly failure: string | null;
  /**
   * What it meant; null: not known yet.
   * @example "Acknowledged"
   */
  readonly outcome: string | null;
}

export interface CallFilters {
  readonly endpoint?: string;
  readonly lane?: string;
  /** Only those without an answer of 2xx. */
  readonly failed?: boolean;
}

/** Calls of one page are looked for among so many: a filter that few meet must not read the whole journal at once. */
const LOOKED_AT_MOST = 2_000;
/** Rows of one look: most pages are full after the first. */
const LOOK = 200;
const COLUMNS = [
  'id', 'endpoint', 'lane', 'keyId', 'orderId', 'operator', 'startedAt', 'completedAt', 'httpStatus', 'replyBytes',
  'failure', 'outcome',
] as const satisfies readonly (keyof ExchangeCallRow)[]; // prettier-ignore
type Row = Pick<ExchangeCallRow, (typeof COLUMNS)[number]>;

/** The journal of calls, newest first. */
export class FindExchangeCalls extends Query<Page<ExchangeCallView>> {
  constructor(
    readonly filters: CallFilters,
    readonly limit: number,
    readonly cursor: string | null,
  ) {
    super();
  }
}

@QueryHandler(FindExchangeCalls)
export class FindExchangeCallsHandler implements IQueryHandler<FindExchangeCalls> {
  constructor(private readonly database: Database) {}

  async execute({ filters, limit, cursor }: FindExchangeCalls): Promise<Page<ExchangeCallView>> {
    const wanted: Row[] = [];
    let looked = 0;
    let last: string | null = cursor === null ? null : cursorKey(cursor);
    let isAtEnd = false;
    while (wanted.length <= limit && looked < LOOKED_AT_MOST && !isAtEnd) {
      const rows = await this.before(last, LOOK);
      for (const row of rows) if (isWanted(row, filters)) wanted.push(row);
      looked += rows.length;
      last = rows.at(-1)?.id ?? last;
      isAtEnd = rows.length < LOOK;
    }
    const data = wanted.slice(0, limit);
    const hasMore = wanted.length > limit || !isAtEnd;
    const end = wanted.length > limit ? (data.at(-1)?.id ?? null) : last;
    const nextCursor = hasMore && end !== null ? cursorOf(end) : null;
    return { data: data.map(viewOf), page: { limit, nextCursor, hasMore } };
  }

  private before(id: string | null, most: number): Promise<readonly Row[]> {
    return this.database.questions.read((manager) => {
      const query = manager
        .createQueryBuilder(ExchangeCallRow, 'c')
        .select(COLUMNS.map((name) => `c.${name}`))
        .orderBy('c.id', 'DESC')
        .limit(most);
      if (id !== null) query.where('c.id < :id', { id });
      return query.getMany();
    });
  }
}

function isWanted(row: Row, { endpoint, lane, failed }: CallFilters): boolean {
  if (endpoint !== undefined && row.endpoint !== endpoint) return false;
  if (lane !== undefined && row.lane !== lane) return false;
  return failed === undefined || failed !== isAnswered(row);
}

function isAnswered({ httpStatus, failure }: Row): boolean {
  return failure === null && httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
}

function viewOf(row: Row): ExchangeCallView {
  const { startedAt, completedAt, ...rest } = row;
  return {
    ...rest,
    startedAt: instant(startedAt),
    completedAt: completedAt === null ? null : instant(completedAt),
  };
}
