import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { type EntityManager, type SelectQueryBuilder, type WhereExpressionBuilder } from 'typeorm';
import { inBatches, nextTurn } from '../../infra/runtime/batches.js';
import { Clock } from '../../infra/runtime/clock.js';
import { READ_TIMEOUT_MS } from '../../infra/database/data-source-options.js';
import { Database } from '../../infra/database/database.js';
import { QueryTimeout } from '../../infra/database/query-timeout.js';
import { cursorKey, notACursor, pageOf, type Page } from '../../infra/http/input/page.js';
import type { BoundAccounts } from '../../infra/auth/api-keys/bound-keys.js';
import { orderView, type OrderView } from './order-view.js';
import { isSameAccountInSql } from '../order/client/account-spellings.js';
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
    const until = this.clock.steady() + READ_TIMEOUT_MS;
    const search = { filters, accounts, byTime: isByTime(filters) };
    const inTime = (): void => {
      if (this.clock.steady() >= until) throw new QueryTimeout();
    };
    return this.database.questions.read(async (manager) => {
      const place = await placeOf(manager, search, before);
      const wanted = { place, limit: limit + 1, inTime };
      const orders = await ordersThatMeet(manager, search, wanted);
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

interface Search {
  readonly filters: OrderFilters;
  readonly accounts: BoundAccounts;
  /**
   * Newest first is by id, which is the order of their making; when times are asked for, by those, so that their index
   * answers.
   */
  readonly byTime: boolean;
}

/** Of an order among the others; `createdAt` null: by its id. */
interface Place {
  readonly id: string;
  readonly createdAt: number | null;
}

function isByTime({ createdFrom, createdTo }: OrderFilters): boolean {
  return createdFrom !== undefined || createdTo !== undefined;
}

export async function placeOf(
  manager: EntityManager,
  { accounts, byTime }: Pick<Search, 'accounts' | 'byTime'>,
  id: string | null,
): Promise<Place | null> {
  if (id === null || !byTime) return id === null ? null : { id, createdAt: null };
  const order = await manager.findOneBy(OrderRow, { id, ...whereVisible(accounts) });
  if (order === null) throw notACursor();
  return { id, createdAt: order.createdAt };
}

export function newestFirst(
  query: SelectQueryBuilder<OrderRow>,
  byTime: boolean,
  before: Place | null,
): void {
  if (byTime) query.orderBy('o.createdAt', 'DESC').addOrderBy('o.id', 'DESC');
  else query.orderBy('o.id', 'DESC');
  if (before !== null) beside(query, '<', before);
}

/** Only orders on one side of the place. */
function beside(query: SelectQueryBuilder<OrderRow>, side: '<' | '>=', place: Place): void {
  const { id, createdAt } = place;
  const name = side === '<' ? 'before' : 'last';
  if (createdAt === null) query.andWhere(`o.id ${side} :${name}`, { [name]: id });
  else {
    const values = { [name]: id, [`${name}At`]: createdAt };
    query.andWhere(`(o.createdAt, o.id) ${side} (:${name}At, :${name})`, values);
  }
}

/** Of a filter whose index leaves fewer orders, all are read at once. */
const FEW = 1_000;

/** Else a statement looks through so many orders; then others have their turn. */
const LOOKED_AT = 5_000;

interface Wanted {
  readonly place: Place | null;
  readonly limit: number;
  /** Throws when the page has taken as long as a read may: each part alone is a short one. */
  readonly inTime: () => void;
}

/**
 * Where filters leave many orders each, there may be none that meets all: then one part of the orders is looked through
 * after the other.
 */
async function ordersThatMeet(
  manager: EntityManager,
  search: Search,
  { place, limit, inTime }: Wanted,
): Promise<readonly OrderWithList[]> {
  const best = bestIndex(search);
  if (isRangeOfIndex(search) || (best !== null && (await leavesFew(manager, search, best)))) {
    const query = ordersQuery(manager, search, best);
    newestFirst(query, search.byTime, place);
    return readOrders(query.limit(limit));
  }
  const index = best !== null && !search.byTime && BY_ID.has(best) ? best : null;
  const found: OrderWithList[] = [];
  for (let before = place; ;) {
    const last = await endOfPart(manager, search, before);
    const filters = withinPart(search.filters, before, last);
    const query = ordersQuery(manager, { ...search, filters }, index);
    newestFirst(query, search.byTime, before);
    if (last !== null) beside(query, '>=', last);
    found.push(...(await readOrders(query.limit(limit - found.length))));
    if (last === null || found.length >= limit) return found;
    before = last;
    await nextTurn();
    inTime();
  }
}

function ordersQuery(
  manager: EntityManager,
  { filters, accounts }: Pick<Search, 'filters' | 'accounts'>,
  index: Indexed | null,
): SelectQueryBuilder<OrderRow> {
  const query = ordersWithList(manager);
  filterTerms(query, filters, index);
  filterState(query, filters, index);
  if (accounts !== null) {
    query.andWhere(`${columnOf('accountNumber', index)} IN (:...accounts)`, { accounts });
  }
  return query;
}

/** The same times, and no others than those of the part: of several bounds SQLite reads its index by any. */
function withinPart(filters: OrderFilters, before: Place | null, last: Place | null): OrderFilters {
  const from = last?.createdAt ?? null;
  const to = before?.createdAt ?? null;
  return {
    ...filters,
    ...(from === null ? {} : { createdFrom: from }),
    ...(to === null ? {} : { createdTo: Math.min(filters.createdTo ?? Infinity, to + 1) }),
  };
}

/** Null: no more than one part is left. */
async function endOfPart(
  manager: EntityManager,
  { filters, byTime }: Search,
  before: Place | null,
): Promise<Place | null> {
  const { createdFrom, createdTo } = withinPart(filters, before, null);
  const query = manager.createQueryBuilder(OrderRow, 'o').select('o.id', 'id');
  if (byTime) query.addSelect('o.createdAt', 'createdAt');
  if (createdFrom !== undefined) query.andWhere('o.createdAt >= :createdFrom', { createdFrom });
  if (createdTo !== undefined) query.andWhere('o.createdAt < :createdTo', { createdTo });
  newestFirst(query, byTime, before);
  const row = await query
    .offset(LOOKED_AT - 1)
    .limit(1)
    .getRawOne<{ id: string; createdAt?: number | string }>();
  if (row === undefined) return null;
  return { id: row.id, createdAt: row.createdAt === undefined ? null : Number(row.createdAt) };
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
export type Indexed = (typeof INDEXED)[number];
/** The index of each has the orders of one value by their id. */
const BY_ID: ReadonlySet<Indexed> = new Set(['accountNumber', 'tradingDate', 'security', 'status']);

export function bestIndex({
  filters,
  accounts,
}: Pick<Search, 'filters' | 'accounts'>): Indexed | null {
  const isGiven = (name: Indexed): boolean =>
    filters[name] !== undefined || (name === 'accountNumber' && accounts !== null);
  return INDEXED.find(isGiven) ?? null;
}

/** Whether the page is the beginning of the range of an index, so that it is read at once however long that is. */
function isRangeOfIndex({ filters, accounts, byTime }: Search): boolean {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  if (accounts !== null) return false;
  if (byTime) return given.every(([name]) => name === 'createdFrom' || name === 'createdTo');
  if (given.length > 1) return false;
  const { pending = 'none', certain, hasBreaks } = filters;
  const { accountNumber, tradingDate, security, status } = filters;
  const hasIndex =
    [accountNumber, tradingDate, security].some((value) => value !== undefined) ||
    status?.length === 1;
  return (
    given.length === 0 || hasIndex || pending !== 'none' || certain === false || hasBreaks === true
  );
}

async function leavesFew(
  manager: EntityManager,
  { filters, accounts }: Search,
  index: Indexed,
): Promise<boolean> {
  const alone = {
    filters: { [index]: filters[index] },
    accounts: index === 'accountNumber' ? accounts : null,
  };
  const query = ordersQuery(manager, alone, index);
  const rows = await query.select('o.id').limit(FEW).getRawMany();
  return rows.length < FEW;
}

function columnOf(name: Indexed | 'side', index: Indexed | null): string {
  const column = name === 'orderNumberStartsWith' ? 'orderNumber' : name;
  return name === index ? `o.${column}` : `COALESCE(o.${column}, '')`;
}

/** The same condition as `evidence.certain` of the order's view. */
const certainBy = (flag: string): string => `(${flag} = 1 AND o.numberDoubt IS NULL
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
export function filterTerms(
  query: WhereExpressionBuilder,
  filters: OrderFilters,
  index: Indexed | null,
): void {
  for (const name of TERMS) {
    const value = filters[name];
    if (value === undefined) continue;
    query.andWhere(`${columnOf(name, index)} = :${name}`, { [name]: value });
  }
  const { accountNumber, createdFrom, createdTo } = filters;
  if (accountNumber !== undefined) {
    const column = columnOf('accountNumber', index);
    query.andWhere(isSameAccountInSql(column, ':accountNumber'), { accountNumber });
  }
  if (createdFrom !== undefined) query.andWhere('o.createdAt >= :createdFrom', { createdFrom });
  if (createdTo !== undefined) query.andWhere('o.createdAt < :createdTo', { createdTo });
}

export function filterState(
  query: WhereExpressionBuilder,
  filters: OrderFilters,
  index: Indexed | null,
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
    columnOf(name, index);
  if (status !== undefined) query.andWhere(`${column('status')} IN (:...status)`, { status });
  if (orderNumber !== undefined) {
    query.andWhere(`${column('orderNumber')} = :orderNumber`, { orderNumber });
  }
  if (start !== undefined) {
    startingWith(query, column('orderNumberStartsWith'), start);
  }
  if (pending === 'none') query.andWhere('o.pending IS NULL');
  else if (pending !== undefined) query.andWhere('o.pending = :pending', { pending });
  // Nearly all are certain, so that no index of that may be read; one has only those that are not.
  if (certain === true) query.andWhere(certainBy('COALESCE(o.certain, 0)'));
  if (certain === false) query.andWhere(`NOT (${certainBy('o.certain')})`);
  if (hasBreaks !== undefined) query.andWhere(`o.openBreaks ${hasBreaks ? '>' : '='} 0`);
}
