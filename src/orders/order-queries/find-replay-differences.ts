import { In, type EntityManager } from 'typeorm';
import { AuditEntryRow } from '../../infra/audit/audit-entry.entity.js';
import { OrderRequestRow } from '../order/requests/order-request.entity.js';
import { OrderRow } from '../order/order.entity.js';
import { replayablePart } from './order-as-of.js';
import { replayedOrders } from './find-replayed-orders.js';
import { orderView } from './order-view.js';

export interface ReplayDifference {
  readonly orderId: string;
  /** The fields of the order that are otherwise; empty: the trail, or the table, does not have the order. */
  readonly fields: readonly string[];
}

export interface ReplayComparison {
  readonly orders: number;
  readonly differences: readonly ReplayDifference[];
}

const BATCH = 200;
/** The first that differ say enough. */
const MOST = 100;

/** Rebuilds every order from the trail alone, and compares it with what the tables hold. */
export async function findReplayDifferences(manager: EntityManager): Promise<ReplayComparison> {
  const differences: ReplayDifference[] = [];
  let orders = 0;
  let after = '';
  for (;;) {
    const rows = await manager
      .createQueryBuilder(OrderRow, 'o')
      .where('o.id > :after', { after })
      .orderBy('o.id')
      .limit(BATCH)
      .getMany();
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
    orders += rows.length;
    for (const difference of await compared(manager, rows))
      if (differences.length < MOST) differences.push(difference);
  }
  for (const orderId of await lostOrders(manager)) differences.push({ orderId, fields: [] });
  return { orders, differences };
}

async function compared(
  manager: EntityManager,
  rows: readonly OrderRow[],
): Promise<readonly ReplayDifference[]> {
  const told = await replayedOrders(manager, rows, Infinity);
  const ids = rows.map(({ id }) => id);
  const requests = await manager.find(OrderRequestRow, {
    where: { orderId: In(ids) },
    order: { id: 'ASC' },
  });
  return rows.flatMap((order) => {
    const own = requests.filter(({ orderId }) => orderId === order.id);
    const held = replayablePart(orderView(order, own, { watermark: null, now: 0 }));
    const view = told.get(order.id);
    if (view === undefined) return [{ orderId: order.id, fields: [] }];
    const rebuilt = replayablePart(view);
    const fields = Object.keys(held).filter(
      (name) => JSON.stringify(held[name]) !== JSON.stringify(rebuilt[name]),
    );
    return fields.length === 0 ? [] : [{ orderId: order.id, fields }];
  });
}

/** Orders that the trail has received and no table holds. */
async function lostOrders(manager: EntityManager): Promise<readonly string[]> {
  const entries = await manager
    .createQueryBuilder(AuditEntryRow, 'e')
    .where({ type: In(['ORDER_RECEIVED', 'ORDER_ADOPTED']) })
    .andWhere((query) => {
      const known = query.subQuery().select('o.id').from(OrderRow, 'o').where('o.id = e.stream');
      return `NOT EXISTS ${known.getQuery()}`;
    })
    .orderBy('e.sequence')
    .limit(MOST)
    .getMany();
  return entries.map(({ stream }) => stream);
}
