import { inList } from '../../../infra/database/in-list.js';
import type { Unit } from '../../../infra/database/units/unit-of-work.js';
import type { OrderRequest } from './order-request.js';
import type { Order } from '../order.js';
import { isClosed } from '../order-status.js';
import { OrderRequestRow, type BlockedBy } from './order-request.entity.js';

/**
 * Why a claim may skip a queued request. A claim reads the unblocked ones in order and stops at the
 * first that may be sent, so requests that wait behind others cost it nothing.
 *   `Twin`   an indistinguishable post (same match key) goes first
 *   `Order`  its order has no proven number, or has ended, or another request of it has no known outcome
 * Null means only that no such reason was found: `SENDABLE` of the outbox decides what is sent. The
 * write that ends a reason also unblocks, in the same unit of work.
 */

/** What blocks an edit or a cancel of the order. */
export function blockedByOrder(
  { orderNumber, numberGrade, status }: Pick<Order, 'orderNumber' | 'numberGrade' | 'status'>,
  request: OrderRequest,
  open: readonly OrderRequest[],
): BlockedBy | null {
  if (orderNumber === null || numberGrade === 'Inferred' || isClosed(status)) return 'Order';
  const isBlocked = open.some(
    ({ id, kind, state }) =>
      id !== request.id &&
      (state === 'Sent' || (state === 'Unknown' && (kind === 'Post' || request.kind !== 'Cancel'))),
  );
  return isBlocked ? 'Order' : null;
}

/** Posts with one match key that are sent, unknown or next to be sent. */
const IS_LIVE = `blocked_by IS NULL AND state IN ('Queued', 'Sent', 'Unknown')`;
const LIVE = `match_key = ? AND ${IS_LIVE}`;
const BEHIND = `match_key = ? AND blocked_by = 'Twin' AND state = 'Queued' ORDER BY due_at, id LIMIT 1`;

/** What blocks a new post: an indistinguishable one that is sent, unknown or due no later. */
export async function blockedByTwin(
  unit: Unit,
  post: Pick<OrderRequest, 'id' | 'matchKey' | 'dueAt'>,
): Promise<BlockedBy | null> {
  const { matchKey } = post;
  if (matchKey === null) return null;
  const live = `${LIVE} ORDER BY id LIMIT 8${unit.rowLock}`;
  const others = await unit.find(OrderRequestRow, live, [matchKey]);
  return others.some((other) => goesBefore(other, post)) ? 'Twin' : null;
}

/** The same for many posts that no other unit has seen yet, in their order: each may block those after it. */
export async function blockedByTwins(
  unit: Unit,
  posts: readonly OrderRequest[],
): Promise<(BlockedBy | null)[]> {
  const keys = posts.flatMap(({ matchKey }) => matchKey ?? []);
  const { marks, values } = inList([...new Set(keys)]);
  const live: LivePost[] =
    keys.length === 0
      ? []
      : await unit.find(
          OrderRequestRow,
          // Everybody locks them in this order.
          `match_key IN (${marks}) AND ${IS_LIVE} ORDER BY match_key, id${unit.rowLock}`,
          values,
        );
  const ofKey = new Map(keys.map((key) => [key, [] as LivePost[]]));
  for (const post of live) ofKey.get(post.matchKey ?? '')?.push(post);
  return posts.map((post) => {
    const others = ofKey.get(post.matchKey ?? '');
    if (others?.some((other) => goesBefore(other, post)) === true) return 'Twin';
    others?.push(post);
    return null;
  });
}

type LivePost = Pick<OrderRequest, 'id' | 'matchKey' | 'state' | 'dueAt'>;

function goesBefore(other: LivePost, post: Pick<LivePost, 'id' | 'dueAt'>): boolean {
  return other.id !== post.id && (other.state !== 'Queued' || other.dueAt <= post.dueAt);
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
