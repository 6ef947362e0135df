import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Brackets, type EntityManager } from 'typeorm';
import type { BoundAccounts } from '../../infra/auth/api-keys/bound-keys.js';
import { Database } from '../../infra/database/database.js';
import { cursorKey, cursorOf, type Page } from '../../infra/http/input/page.js';
import { Clock } from '../../infra/runtime/clock.js';
import { OrderRow } from '../order/order.entity.js';
import {
  bestIndex,
  filterState,
  filterTerms,
  newestFirst,
  placeOf,
  type OrderFilters,
} from './find-orders.js';
import { isAsFiltered, notInFuture } from './order-as-of.js';
import { whereVisible } from './order-columns.js';
import { replayedOrders } from './find-replayed-orders.js';
import type { OrderView } from './order-view.js';

/** So many are rebuilt at a time. */
const BATCH = 200;
/** A page looks at no more, however few of them are what is asked for: the next page goes on from there. */
const LOOKED_AT_MOST = 2_000;

/** Orders as they were known at an instant, newest first. */
export class FindOrdersAsOf extends Query<Page<OrderView>> {
  constructor(
    readonly filters: OrderFilters,
    /** Milliseconds. */
    readonly asOf: number,
    readonly accounts: BoundAccounts,
    readonly place: { readonly limit: number; readonly cursor: string | null },
  ) {
    super();
  }
}

@QueryHandler(FindOrdersAsOf)
export class FindOrdersAsOfHandler implements IQueryHandler<FindOrdersAsOf> {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  execute(query: FindOrdersAsOf): Promise<Page<OrderView>> {
    const { filters, asOf, place } = query;
    const { limit, cursor } = place;
    notInFuture(asOf, this.clock.now());
    let before = cursor === null ? null : cursorKey(cursor);
    return this.database.questions.read(async (manager) => {
      const data: OrderView[] = [];
      for (let looked = 0; ; looked += BATCH) {
        const orders = await candidates(manager, query, before);
        const views = await replayedOrders(manager, orders, asOf);
        for (const { id } of orders) {
          const view = views.get(id);
          if (view === undefined || !isAsFiltered(view, filters)) continue;
          if (data.length === limit) return pageUntil(data, limit, data.at(-1)?.id ?? null);
          data.push(view);
        }
        if (orders.length < BATCH) return pageUntil(data, limit, null);
        before = orders.at(-1)?.id ?? null;
        if (looked + BATCH >= LOOKED_AT_MOST) return pageUntil(data, limit, before);
      }
    });
  }
}

/** What has not changed since then is as it was, and can be asked for by what it is now. */
async function candidates(
  manager: EntityManager,
  { filters, asOf, accounts }: FindOrdersAsOf,
  before: string | null,
): Promise<readonly OrderRow[]> {
  const query = manager.createQueryBuilder(OrderRow, 'o').where('o.createdAt <= :asOf', { asOf });
  const index = bestIndex({ filters, accounts });
  filterTerms(query, filters, index);
  const unchanged = new Brackets((where) => {
    where.where('o.updatedAt <= :asOf');
    filterState(where, filters, index);
  });
  query.andWhere(new Brackets((where) => where.where('o.updatedAt > :asOf').orWhere(unchanged)));
  query.andWhere(whereVisible(accounts));
  newestFirst(query, true, await placeOf(manager, { accounts, byTime: true }, before));
  return query.limit(BATCH).getMany();
}

function pageUntil(
  data: readonly OrderView[],
  limit: number,
  last: string | null,
): Page<OrderView> {
  const nextCursor = last === null ? null : cursorOf(last);
  return { data, page: { limit, nextCursor, hasMore: nextCursor !== null } };
}
