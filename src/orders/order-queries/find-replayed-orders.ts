import { In, type EntityManager } from 'typeorm';
import { AuditEntryRow } from '../../infra/audit/audit-entry.entity.js';
import type { OrderRow } from '../order/order.entity.js';
import { orderAsOf } from './order-as-of.js';
import type { OrderView } from './order-view.js';

/** The orders as they were known at that instant, by id; without those that did not exist yet. */
export async function replayedOrders(
  manager: EntityManager,
  orders: readonly OrderRow[],
  asOf: number,
): Promise<ReadonlyMap<string, OrderView>> {
  const streams = orders.map(({ id }) => id);
  const entries = await manager.find(AuditEntryRow, {
    select: { sequence: true, stream: true, streamSequence: true, at: true, body: true },
    where: { stream: In(streams) },
    order: { stream: 'ASC', streamSequence: 'ASC' },
  });
  const byOrder = new Map<string, AuditEntryRow[]>();
  for (const entry of entries) {
    const before = byOrder.get(entry.stream);
    if (before === undefined) byOrder.set(entry.stream, [entry]);
    else before.push(entry);
  }
  const views = new Map<string, OrderView>();
  for (const order of orders) {
    const view = orderAsOf(order, byOrder.get(order.id) ?? [], asOf);
    if (view !== null) views.set(order.id, view);
  }
  return views;
}
