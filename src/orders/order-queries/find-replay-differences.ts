import { In, type EntityManager } from 'typeorm';
import { bodyOf } from '../../infra/audit/audit-chain.js';
import { AuditEntryRow } from '../../infra/audit/audit-entry.entity.js';
import { OrderRequestRow } from '../order/requests/order-request.entity.js';
import { isAskedInTrail, RECEIVED } from '../order/requests/request-in-trail.js';
import { clientCommitment } from '../order/new-order.js';
import { REMOVED } from '../order/order.js';
import { OrderRow } from '../order/order.entity.js';
import { replayablePart } from './order-as-of.js';
import { replayedOrders } from './find-replayed-orders.js';
import { orderView } from './order-view.js';

export interface ReplayDifference {
  readonly orderId: string;
  /**
   * The fields of the order that are otherwise, `client` and `requests` among them; empty: the trail, or the table, does
   * not have the order.
   */
  readonly fields: readonly string[];
}

export interface ReplayComparison {
  readonly orders: number;
  readonly differences: readonly ReplayDifference[];
}

const BATCH = 200;
/** What asks for an edit or a cancel. */
const ASKED = ['EDIT_REQUESTED', 'EDIT_REPLACED', 'CANCEL_REQUESTED'];
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
    for (const difference of await lastingOf(manager, await compared(manager, rows)))
      if (differences.length < MOST) differences.push(difference);
  }
  for (const orderId of await lostOrders(manager)) differences.push({ orderId, fields: [] });
  return { orders, differences };
}

/** Those that are still there: beside a running service the order may have changed between row and trail. */
async function lastingOf(
  manager: EntityManager,
  found: readonly ReplayDifference[],
): Promise<readonly ReplayDifference[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ orderId }) => orderId);
  return compared(manager, await manager.find(OrderRow, { where: { id: In(ids) } }));
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
  const entries = await manager.find(AuditEntryRow, {
    select: { sequence: true, stream: true, type: true, body: true },
    where: { stream: In(ids), type: In([...RECEIVED, ...ASKED]) },
    order: { sequence: 'ASC' },
  });
  const received = entries.filter(({ type }) => RECEIVED.has(type));
  const clients = new Map(received.map(({ stream, body }) => [stream, bodyOf(body)['client']]));
  return rows.flatMap((order) => {
    const own = requests.filter(({ orderId }) => orderId === order.id);
    const held = replayablePart(orderView(order, own, { watermark: null, now: 0 }));
    const view = told.get(order.id);
    if (view === undefined) return [{ orderId: order.id, fields: [] }];
    const rebuilt = replayablePart(view);
    const fields = Object.keys(held).filter(
      (name) => JSON.stringify(held[name]) !== JSON.stringify(rebuilt[name]),
    );
    if (!isOfClient(order, clients.get(order.id))) fields.push('client');
    const asked = entries.filter(({ stream }) => stream === order.id);
    if (!own.every((request) => isAskedInTrail(request, asked))) fields.push('requests');
    return fields.length === 0 ? [] : [{ orderId: order.id, fields }];
  });
}

/** The trail names no client, but has a commitment to it; without one, of which nothing is left to compare. */
function isOfClient(order: OrderRow, committed: unknown): boolean {
  const { clientSalt, accountNumber, clientName } = order;
  if (clientName === REMOVED && accountNumber === REMOVED) return true;
  return clientCommitment(clientSalt, accountNumber, clientName) === committed;
}

/** Orders that the trail has received and no table holds. */
async function lostOrders(manager: EntityManager): Promise<readonly string[]> {
  const entries = await manager
    .createQueryBuilder(AuditEntryRow, 'e')
    .where({ type: In([...RECEIVED]) })
    .andWhere((query) => {
      const known = query.subQuery().select('o.id').from(OrderRow, 'o').where('o.id = e.stream');
      return `NOT EXISTS ${known.getQuery()}`;
    })
    .orderBy('e.sequence')
    .limit(MOST)
    .getMany();
  return entries.map(({ stream }) => stream);
}
