import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { type EntityManager, type SelectQueryBuilder, type WhereExpressionBuilder } from 'typeorm';
import { inBatches, nextTurn } from '../../infra/runtime/batches.js';
import { Clock } from '../../infra/runtime/clock.js';
import { Database } from '../../infra/database/database.js';
import { cursorKey, notACursor, pageOf, type Page } from '../../infra/http/page.js';
import type { BoundAccounts } from '../../infra/auth/api-keys/bound-keys.js';
import { orderView, type OrderView } from './order-view.js';
import { spellingsInOrders } from '../order/find-account-spellings.js';
import { OrderRow } from '../order/order.entity.js';
import {
  ordersWithList,
  readOrders,
  readRequests,
  whereVisible,
  type OrderWithList,
} from './order-columns.js';

/** Several values mean any of them; times are milliseconds. */
export interface OrderFilters {
  readonly status?: readonly string[];
  readonly side?: string;
  readonly security?: string;
  readonly accountNumber?: string;
  readonly clientOrderId?: string;
  readonly orderRef?: string;
  readonly orderNumber?: string;
  /** Digits. */
  readonly orderNumberStartsWith?: string;
  readonly tradingDate?: string;
  /** From inclusive, to exclusive. */
  readonly createdFrom?: number;
  readonly createdTo?: number;
  /** Kind of the oldest open request; `none` for orders without one. */
  readonly pending?: string;
  readonly certain?: boolean;
  readonly hasBreaks?: boolean;
}

const LONG_PAGE = 50;

/** Orders, newest first. */
export class FindOrders extends Query<Page<OrderView>> {
  constructor(
    readonly filters: OrderFilters,
    readonly accounts: BoundAccounts,
    readonly limit: number,
    readonly cursor: string | null,
  ) {
    super();
  }
}

@QueryHandler(FindOrders)
export class FindOrdersHandler implements IQueryHandler<FindOrders> {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  execute({ filters, accounts, limit, cursor }: FindOrders): Promise<Page<OrderView>> {
    const before = cursor === null ? null : cursorKey(cursor);
    return this.database.questions.read(async (manager) => {
      const query = ordersWithList(manager);
      await filterTerms(manager, query, filters, accounts !== null);
      filterState(query, filters, accounts !== null);
      query.andWhere(whereVisible(accounts));
      const byTime = filters.createdFrom !== undefined || filters.createdTo !== undefined;
      await newestFirst(manager, query, { accounts, byTime, before });
      const orders = await readOrders(query.limit(limit + 1));
      const page = pageOf(orders, limit, (order) => order.id);
      const pending = page.data.filter((order) => order.pending !== null).map((order) => order.id);
      const requests = await readRequests(manager, pending);
      const now = this.clock.now();
      const view = (order: OrderWithList): OrderView =>
        orderView(order, requests.get(order.id) ?? [], { watermark: order.watermark, now });
      const data: OrderView[] = [];
      // New orders have their turn between reading a long page and writing it.
      if (page.data.length > LONG_PAGE) await nextTurn();
      for await (const few of inBatches(page.data, LONG_PAGE)) data.push(...few.map(view));
      return { data, page: page.page };
    });
  }
}

interface PagePlace {
  readonly accounts: BoundAccounts;
  readonly byTime: boolean;
  readonly before: string | null;
}

/**
 * Newest first by id, which is the order of their making; when times are asked for, by those, so that their
 * index answers.
 */
export async function newestFirst(
  manager: EntityManager,
  query: SelectQueryBuilder<OrderRow>,
  { accounts, byTime, before }: PagePlace,
): Promise<void> {
  if (byTime) query.orderBy('o.createdAt', 'DESC').addOrderBy('o.id', 'DESC');
  else query.orderBy('o.id', 'DESC');
  if (before === null) return;
  if (!byTime) {
    query.andWhere('o.id < :before', { before });
    return;
  }
  const last = await manager.findOneBy(OrderRow, { id: before, ...whereVisible(accounts) });
  if (last === null) throw notACursor();
  const { createdAt } = last;
  query.andWhere('(o.createdAt, o.id) < (:createdAt, :before)', { createdAt, before });
}

const TERMS = [
  'side', 'security', 'clientOrderId', 'orderRef', 'tradingDate',
] as const satisfies readonly (keyof OrderFilters)[]; // prettier-ignore

/**
 * Filters with an index each, the one that leaves least first. Only its index may be read: without statistics a
 * database takes any two for equally good, and `status` may leave all.
 */
const INDEXED = [
  'orderRef', 'clientOrderId', 'orderNumber', 'orderNumberStartsWith', 'accountNumber', 'tradingDate', 'security', 'status',
] as const satisfies readonly (keyof OrderFilters)[]; // prettier-ignore

function columnOf(name: keyof OrderFilters, filters: OrderFilters, isBound: boolean): string {
  const place = INDEXED.findIndex((one) => one === name);
  const best = INDEXED.findIndex(
    (one) => filters[one] !== undefined || (isBound && one === 'accountNumber'),
  );
  const column = name === 'orderNumberStartsWith' ? 'orderNumber' : name;
  return place <= best ? `o.${column}` : `COALESCE(o.${column}, '')`;
}

/** The same condition as `evidence.certain` of the order's view. */
const CERTAIN = `(o.certain = 1 AND o.numberDoubt IS NULL
  AND (o.orderNumber IS NULL OR COALESCE(o.numberGrade, 'Inferred') <> 'Inferred')
  AND (COALESCE(o.priceGrade, '') <> 'Doubtful' OR o.closedAt IS NOT NULL)
  AND o.fewerMatchedSince IS NULL AND o.tradesDifferOn IS NULL)`;

/** The range is for the index; collations may have in it what starts otherwise. */
function startingWith(query: WhereExpressionBuilder, column: string, start: string): void {
  query.andWhere(`${column} >= :start AND substr(${column}, 1, ${start.length}) = :start`, {
    start,
  });
  // The next digits of this length; after nines alone there are none.
  const carried = start.replace(/9+$/, '');
  if (carried === '') return;
  const next = carried.slice(0, -1) + String(Number(carried.at(-1)) + 1);
  query.andWhere(`${column} < :next`, { next });
}

/** By what never changes of an order. */
export async function filterTerms(
  manager: EntityManager,
  query: WhereExpressionBuilder,
  filters: OrderFilters,
  isBound: boolean,
): Promise<void> {
  for (const name of TERMS) {
    const value = filters[name];
    if (value === undefined) continue;
    query.andWhere(`${columnOf(name, filters, isBound)} = :${name}`, { [name]: value });
  }
  const { accountNumber, createdFrom, createdTo } = filters;
  if (accountNumber !== undefined) {
    const spellings = await spellingsInOrders(manager, accountNumber);
    query.andWhere(`${columnOf('accountNumber', filters, isBound)} IN (:...spellings)`, {
      spellings,
    });
  }
  if (createdFrom !== undefined) query.andWhere('o.createdAt >= :createdFrom', { createdFrom });
  if (createdTo !== undefined) query.andWhere('o.createdAt < :createdTo', { createdTo });
}

export function filterState(
  query: WhereExpressionBuilder,
  filters: OrderFilters,
  isBound: boolean,
): void {
  const {
    status,
    orderNumber,
    orderNumberStartsWith: start,
    pending,
    certain,
    hasBreaks,
  } = filters;
  const column = (name: 'status' | 'orderNumber' | 'orderNumberStartsWith'): string =>
    columnOf(name, filters, isBound);
  if (status !== undefined) query.andWhere(`${column('status')} IN (:...status)`, { status });
  if (orderNumber !== undefined) {
    query.andWhere(`${column('orderNumber')} = :orderNumber`, { orderNumber });
  }
  if (start !== undefined) {
    startingWith(query, column('orderNumberStartsWith'), start);
  }
  if (pending === 'none') query.andWhere('o.pending IS NULL');
  else if (pending !== undefined) query.andWhere('o.pending = :pending', { pending });
  if (certain !== undefined) query.andWhere(certain ? CERTAIN : `NOT (${CERTAIN})`);
  if (hasBreaks !== undefined) query.andWhere(`o.openBreaks ${hasBreaks ? '>' : '='} 0`);
}
