import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { In, type EntityManager } from 'typeorm';
import type { MatchingId, OrderNumber, Price, Security, Units } from '../../market/formats.js';
import type { Id, Instant, LagosDate } from '../../infra/formats.js';
import { AuditEntryRow } from '../../infra/audit/audit-entry.entity.js';
import type { BoundAccounts } from '../../infra/auth/api-keys/bound-keys.js';
import { instant } from '../../infra/runtime/clock.js';
import { Database } from '../../infra/database/database.js';
import { ExchangeCallRow } from '../../infra/exchange/client/exchange-call.entity.js';
import { replyOf } from '../../infra/exchange/client/reply-store.js';
import { cursorKey, numericCursorKey, pageOf, type Page } from '../../infra/http/input/page.js';
import { orderNotFound } from '../order/order-problems.js';
import { FillRow } from '../order/fill.entity.js';
import { OrderRow } from '../order/order.entity.js';
import { whereVisible } from './order-columns.js';
import {
  asBoundKeysSee,
  EVENTS_OF_BOUND_KEYS,
  eventView,
  type EventView,
} from '../audit-trail/audit-events.js';

export interface FillView {
  readonly id: Id;
  readonly units: Units;
  readonly price: Price;
  /**
   * BUY or SELL.
   * @example "BUY"
   */
  readonly side: string;
  readonly security: Security;
  readonly tradeDate: LagosDate;
  readonly matchingId: MatchingId;
  readonly orderNumber: OrderNumber;
  /** When Marina first saw it; the exchange gives executions no time. */
  readonly observedAt: Instant;
  /** Reversed by two people, or because its number is another order's; null: it counts. */
  readonly reversedAt: Instant | null;
}

export interface CallView {
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
   * Whoever asked for it; null: the service.
   * @example "ada.obi"
   */
  readonly operator: string | null;
  /**
   * The body as sent.
   * @example "{\"orderNumber\":\"700001\"}"
   */
  readonly request: string;
  readonly startedAt: Instant;
  /** Null: it has no end yet. */
  readonly completedAt: Instant | null;
  /**
   * Null: no reply came.
   * @example 200
   */
  readonly httpStatus: number | null;
  /**
   * The body as received, without secrets; null: none came.
   * @example "{\"success\":true}"
   */
  readonly reply: string | null;
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

interface Histories {
  readonly events: EventView;
  readonly fills: FillView;
  /** Including reversed ones. */
  readonly everyFill: FillView;
  readonly calls: CallView;
}

/** The history of one order, oldest first: its facts, its executions, or the calls made for it. */
export class OrderHistory<K extends keyof Histories> extends Query<Page<Histories[K]>> {
  constructor(
    readonly kind: K,
    readonly orderId: string,
    /** Orders of other accounts are not there, and of its own a bound key gets no event that may tell of others. */
    readonly accounts: BoundAccounts,
    readonly limit: number,
    readonly cursor: string | null,
  ) {
    super();
  }
}

@QueryHandler(OrderHistory)
export class OrderHistoryHandler implements IQueryHandler<OrderHistory<keyof Histories>> {
  constructor(private readonly database: Database) {}

  async execute(
    query: OrderHistory<keyof Histories>,
  ): Promise<Page<EventView | FillView | CallView>> {
    const { kind, orderId, accounts, limit, cursor } = query;
    const after = cursor === null ? '' : cursorKey(cursor);
    if (kind === 'calls') {
      const { data: rows, page } = await this.read(query, (manager) =>
        calls(manager, orderId, limit, after),
      );
      const data: CallView[] = [];
      for (const row of rows) data.push(await callView(this.database, row));
      return { data, page };
    }
    return this.read<Page<EventView | FillView>>(query, (manager) => {
      if (kind === 'events') {
        const types = accounts === null ? null : EVENTS_OF_BOUND_KEYS;
        const from = cursor === null ? 0 : numericCursorKey(cursor);
        return events(manager, types, { orderId, limit, after: from });
      }
      const counted = kind === 'fills' ? 'AND f.reversedAt IS NULL' : '';
      return fills(manager, counted, { orderId, limit, after });
    });
  }

  private read<T>(
    { orderId, accounts }: OrderHistory<keyof Histories>,
    question: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    return this.database.questions.read(async (manager) => {
      const known = await manager.existsBy(OrderRow, { id: orderId, ...whereVisible(accounts) });
      if (!known) throw orderNotFound();
      return question(manager);
    });
  }
}

async function events(
  manager: EntityManager,
  types: readonly string[] | null,
  { orderId, limit, after }: { orderId: string; limit: number; after: number },
): Promise<Page<EventView>> {
  const rows = await manager
    .createQueryBuilder(AuditEntryRow, 'e')
    .where('e.stream = :orderId AND e.streamSequence > :after', { orderId, after })
    .andWhere(types === null ? {} : { type: In(types) })
    .orderBy('e.streamSequence')
    .limit(limit + 1)
    .getMany();
  const page = pageOf(rows, limit, (row) => String(row.streamSequence));
  const views = page.data.map(eventView);
  return { data: types === null ? views : views.map(asBoundKeysSee), page: page.page };
}

async function fills(
  manager: EntityManager,
  counted: string,
  { orderId, limit, after }: { orderId: string; limit: number; after: string },
): Promise<Page<FillView>> {
  const rows = await manager
    .createQueryBuilder(FillRow, 'f')
    .where(`f.orderId = :orderId AND f.id > :after ${counted}`, { orderId, after })
    .orderBy('f.id')
    .limit(limit + 1)
    .getMany();
  const page = pageOf(rows, limit, (row) => row.id);
  const view = ({ orderId: _, shownFor: __, ...fill }: FillRow): FillView => ({
    ...fill,
    observedAt: instant(fill.observedAt),
    reversedAt: fill.reversedAt === null ? null : instant(fill.reversedAt),
  });
  return { data: page.data.map(view), page: page.page };
}

async function calls(
  manager: EntityManager,
  orderId: string,
  limit: number,
  after: string,
): Promise<Page<ExchangeCallRow>> {
  const rows = await manager
    .createQueryBuilder(ExchangeCallRow, 'c')
    .where('c.orderId = :orderId AND c.id > :after', { orderId, after })
    .orderBy('c.id')
    .limit(limit + 1)
    .getMany();
  return pageOf(rows, limit, (row) => row.id);
}

async function callView({ reading }: Database, row: ExchangeCallRow): Promise<CallView> {
  const reply = await replyOf(reading, row);
  return {
    id: row.id,
    endpoint: row.endpoint,
    lane: row.lane,
    operator: row.operator,
    request: row.body,
    startedAt: instant(row.startedAt),
    completedAt: row.completedAt === null ? null : instant(row.completedAt),
    httpStatus: row.httpStatus,
    reply: reply?.toString() ?? null,
    failure: row.failure,
    outcome: row.outcome,
  };
}
