import type { Unit } from '../../infra/database/unit-of-work.js';
import type { OrderRequest } from './requests/order-request.js';
import type { Order } from './order.js';
import { OrderRequestRow, type BlockedBy } from './requests/order-request.entity.js';

/**
 * Why a claim may skip a queued request. A claim reads the unblocked ones in order and stops at the
 * first that may be sent, so requests that wait behind others cost it nothing.
 *   `Twin`   an indistinguishable post (same match key) goes first
 *   `Order`  its order has no proven number, or another request of it has no known outcome
 * Null means only that no such reason was found: `SENDABLE` of the outbox decides what is sent. The
 * write that ends a reason also unblocks, in the same unit of work.
 */

/** What blocks an edit or a cancel of the order. */
export function blockedByOrder(
  { orderNumber, numberGrade }: Pick<Order, 'orderNumber' | 'numberGrade'>,
  request: OrderRequest,
  open: readonly OrderRequest[],
): BlockedBy | null {
  if (orderNumber === null || numberGrade === 'Inferred') return 'Order';
  const isBlocked = open.some(
    ({ id, kind, state }) =>
      id !== request.id &&
      (state === 'Sent' || (state === 'Unknown' && (kind === 'Post' || request.kind !== 'Cancel'))),
  );
  return isBlocked ? 'Order' : null;
}

/** Posts with one match key that are sent, unknown or next to be sent. */
const LIVE = `match_key = ? AND blocked_by IS NULL AND state IN ('Queued', 'Sent', 'Unknown')`;
const BEHIND = `match_key = ? AND blocked_by = 'Twin' AND state = 'Queued' ORDER BY due_at, id LIMIT 1`;

/** What blocks a new post: an indistinguishable one that is sent, unknown or due no later. */
export async function blockedByTwin(
  unit: Unit,
  { id, matchKey, dueAt }: OrderRequest,
): Promise<BlockedBy | null> {
  if (matchKey === null) return null;
  const others = await unit.find(OrderRequestRow, `${LIVE} ORDER BY id LIMIT 8${unit.rowLock}`, [
    matchKey,
  ]);
  const isBefore = (other: OrderRequestRow): boolean =>
    other.id !== id && (other.state !== 'Queued' || other.dueAt <= dueAt);
  return others.some(isBefore) ? 'Twin' : null;
}

/** The first post with this match key is out of the way. */
async function unblockNext(unit: Unit, matchKey: string): Promise<void> {
  // Locked: another instance may be withdrawing the one that is found.
  const [next] = await unit.find(OrderRequestRow, `${BEHIND}${unit.rowLock}`, [matchKey]);
  if (next !== undefined) await setBlock(unit, next.id, null);
}

function setBlock(unit: Unit, id: string, blockedBy: BlockedBy | null): Promise<number> {
  return unit.update(OrderRequestRow, { id }, { blockedBy });
}

/** After a write of an order: blocks and unblocks its requests, and the posts that waited for its own. */
export async function reblock(
  unit: Unit,
  order: Order,
  before: readonly OrderRequest[],
  requests: readonly OrderRequest[],
): Promise<void> {
  for (const request of requests) {
    if (request.kind === 'Post')
      await reblockPost(
        unit,
        before.find(({ id }) => id === request.id),
        request,
      );
    else if (request.state === 'Queued') {
      const blockedBy = blockedByOrder(order, request, requests);
      await unit.execute(
        `UPDATE order_requests SET blocked_by = ${blockedBy === null ? 'NULL' : "'Order'"}
          WHERE id = ? AND blocked_by IS ${blockedBy === null ? 'NOT ' : ''}NULL`,
        [request.id],
      );
    }
  }
}

async function reblockPost(
  unit: Unit,
  before: OrderRequest | undefined,
  after: OrderRequest,
): Promise<void> {
  if (before === undefined || before.matchKey === null) return;
  const isGone = !['Queued', 'Sent', 'Unknown'].includes(after.state);
  const isAnother = after.matchKey !== before.matchKey;
  if (after.state === 'Queued' && !isAnother) return;
  if (before.state !== 'Queued' && !isGone) return;
  // Read again under our lock: another instance may have unblocked it since it was loaded.
  const [row] = await unit.find(OrderRequestRow, 'id = ?', [after.id]);
  const wasBefore = row?.blockedBy === null;
  const blockedBy = after.state === 'Queued' ? await blockedByTwin(unit, after) : null;
  if (row?.blockedBy !== blockedBy) await setBlock(unit, after.id, blockedBy);
  if (wasBefore && (isGone || isAnother)) await unblockNext(unit, before.matchKey);
}
