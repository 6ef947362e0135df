import type { EntityManager, EntityTarget } from 'typeorm';
import { nextTurn } from '../../../infra/runtime/batches.js';
import { OrderRow } from '../../order/order.entity.js';

const ROWS_AT_ONCE = 1_000;

/** Of the rows of a table that name an order, the ids of those orders that there are not; some may come twice. */
export async function* ordersOfRowsWithout(
  manager: EntityManager,
  table: EntityTarget<{ id: string; orderId: string | null }>,
): AsyncGenerator<string, void, undefined> {
  for (let after = ''; ; await nextTurn()) {
    const rows = await manager
      .createQueryBuilder(table, 'r')
      .leftJoin(OrderRow, 'o', 'o.id = r.orderId')
      .select(['r.id AS id', 'r.orderId AS "orderId"', 'o.id AS known'])
      .where('r.id > :after', { after })
      .orderBy('r.id')
      .limit(ROWS_AT_ONCE)
      .getRawMany<{ id: string; orderId: string | null; known: string | null }>();
    for (const { orderId, known } of rows) if (orderId !== null && known === null) yield orderId;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return;
    after = last.id;
  }
}
