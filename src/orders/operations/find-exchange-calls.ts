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
    const before = cursor === null ? null : cursorKey(cursor);
    const rows: readonly Row[] = await this.database.questions.read((manager) => {
      const query = manager
        .createQueryBuilder(ExchangeCallRow, 'c')
        .select(COLUMNS.map((name) => `c.${name}`))
        .orderBy('c.id', 'DESC')
        .limit(LOOKED_AT_MOST + 1);
      if (before !== null) query.where('c.id < :before', { before });
      return query.getMany();
    });
    const looked = rows.slice(0, LOOKED_AT_MOST);
    const wanted = looked.filter((row) => isWanted(row, filters));
    const data = wanted.slice(0, limit);
    const hasMore = wanted.length > limit || rows.length > looked.length;
    const last = wanted.length > limit ? data.at(-1) : looked.at(-1);
    const nextCursor = hasMore && last !== undefined ? cursorOf(last.id) : null;
    return { data: data.map(viewOf), page: { limit, nextCursor, hasMore } };
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
