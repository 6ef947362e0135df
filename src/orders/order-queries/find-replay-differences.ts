import { In, type EntityManager } from 'typeorm';
import { AuditEntryRow } from '../../infra/audit/audit-entry.entity.js';
import { AuditSubjectRow } from '../../infra/audit/audit-subject.entity.js';
import { BreakCommentRow } from '../breaks/break-comment.entity.js';
import { BreakRow } from '../breaks/break.entity.js';
import { FillRow } from '../order/fill.entity.js';
import { OrderRequestRow } from '../order/requests/order-request.entity.js';
import { RECEIVED } from '../order/requests/request-in-trail.js';
import { OrderRow } from '../order/order.entity.js';
import { eachEntry } from './find-replayed-orders.js';
import type { FieldDifference } from './rebuild/field-difference.js';
import type { KnownOfAll } from './rebuild/calls-in-trail.js';
import { differentCount, recordedRemovals } from './rebuild/find-removed-clients.js';
import { ordersOfRowsWithout } from './rebuild/find-rows-of-no-order.js';
import { differencesOfBreaks } from './rebuild/find-breaks-of-no-order.js';
import { differencesOfLimits } from './rebuild/find-limits-differences.js';
import { comparedCalls } from './rebuild/find-compared-calls.js';
import { OrderInTrail } from './rebuild/order-in-trail.js';

export interface ReplayDifference {
  /** Null: it is about none alone. */
  readonly orderId: string | null;
  /**
   * The fields of the order that are otherwise, `client`, `requests`, `fills`, `breaks`, `calls` and `index` (what its entries are
   * found by) among them, or `breaks` or `limits` about no order; empty: the trail, or the table, does
   * not have the order.
   */
  readonly fields: readonly string[];
  /** What the trail says of each, and what the tables have. */
  readonly details: readonly FieldDifference[];
}

export interface ReplayComparison {
  readonly orders: number;
  readonly differences: readonly ReplayDifference[];
}

/** So many orders are compared together. */
const BATCH = 25;
/** The first that differ say enough. */
const MOST = 100;

/**
 * Rebuilds every order, and the limits of keys and accounts, from the trail alone, and compares them with what the tables
 * hold. The present time says which calls may have been deleted by now.
 */
export async function findReplayDifferences(
  manager: EntityManager,
  now: number,
): Promise<ReplayComparison> {
  const differences: ReplayDifference[] = [];
  const known = { removals: await recordedRemovals(manager), now };
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
    for (const difference of await lastingOf(manager, await compared(manager, rows, known), now))
      if (differences.length < MOST) differences.push(difference);
  }
  for (const orderId of await lostOrders(manager))
    differences.push({ orderId, fields: [], details: [] });
  differences.push(
    ...(await rowsOfNoOrder(manager, FillRow, { field: 'fills', table: 'executions' })),
    ...(await rowsOfNoOrder(manager, BreakRow, { field: 'breaks', table: 'breaks' })),
    ...(await uncountedRemovals(manager)),
  );
  const ofNoOrder = {
    breaks: await differencesOfBreaks(manager),
    limits: await differencesOfLimits(manager),
  };
  for (const [field, details] of Object.entries(ofNoOrder))
    if (details.length > 0)
      differences.push({ orderId: null, fields: [field], details: details.slice(0, MOST) });
  return { orders, differences };
}

/** One line for people. */
export function differenceText({ orderId, details }: ReplayDifference): string {
  if (details.length === 0) return `${orderId ?? ''} is not in both the trail and the tables`;
  const texts = details.map(
    ({ field, trail, table }) => `${field} (trail: ${trail}; table: ${table})`,
  );
  return `${orderId ?? 'the database'} differs in ${texts.join(', ')}`;
}

/** Those that are still there: beside a running service the order may have changed between row and trail. */
async function lastingOf(
  manager: EntityManager,
  found: readonly ReplayDifference[],
  now: number,
): Promise<readonly ReplayDifference[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ orderId }) => orderId);
  const rows = await manager.find(OrderRow, { where: { id: In(ids) } });
  return compared(manager, rows, { removals: await recordedRemovals(manager), now });
}

async function compared(
  manager: EntityManager,
  rows: readonly OrderRow[],
  known: KnownOfAll,
): Promise<readonly ReplayDifference[]> {
  const ids = rows.map(({ id }) => id);
  const trails = new Map(rows.map((order) => [order.id, new OrderInTrail(order, known)] as const));
  await eachEntry(manager, ids, {}, async (entries) => {
    const sequence = In(entries.map((entry) => entry.sequence));
    const subjects = await manager.find(AuditSubjectRow, { where: { sequence } });
    const of = new Map(subjects.map((subject) => [subject.sequence, subject]));
    for (const entry of entries) trails.get(entry.stream)?.add(entry, of.get(entry.sequence));
  });
  const ofThese = { where: { orderId: In(ids) }, order: { id: 'ASC' } } as const;
  const requests = await manager.find(OrderRequestRow, ofThese);
  const fills = await manager.find(FillRow, ofThese);
  const breaks = await manager.find(BreakRow, ofThese);
  const ofBreaks = { breakId: In(breaks.map(({ id }) => id)) };
  const comments = await manager.find(BreakCommentRow, { where: ofBreaks });
  const named = [...trails.values()].flatMap((trail) => trail.callIds());
  const calls = await comparedCalls(manager, named);
  return [...trails].flatMap(([orderId, trail]) => {
    const details = trail.differences({
      requests: requests.filter((row) => row.orderId === orderId),
      fills: fills.filter((row) => row.orderId === orderId),
      breaks: breaks.filter((row) => row.orderId === orderId),
      comments,
      calls: trail.callIds().flatMap((id) => calls.get(id) ?? []),
    });
    if (details === null) return [{ orderId, fields: [], details: [] }];
    const fields = [...new Set(details.map(({ field }) => field))];
    return details.length === 0 ? [] : [{ orderId, fields, details }];
  });
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

/** Rows of orders that there are not. */
async function rowsOfNoOrder(
  manager: EntityManager,
  rows: typeof FillRow | typeof BreakRow,
  named: Pick<FieldDifference, 'field' | 'table'>,
): Promise<readonly ReplayDifference[]> {
  const found = new Set<string>();
  for await (const orderId of ordersOfRowsWithout(manager, rows)) {
    found.add(orderId);
    if (found.size === MOST) break;
  }
  const details = [{ trail: 'no such order', ...named }];
  return [...found].map((orderId) => ({ orderId, fields: [named.field], details }));
}

async function uncountedRemovals(manager: EntityManager): Promise<readonly ReplayDifference[]> {
  const count = await differentCount(manager);
  if (count === null) return [];
  const field = 'removedClients';
  const details = [{ field, trail: `${count.told} orders`, table: `${count.held} orders` }];
  return [{ orderId: null, fields: [field], details }];
}
