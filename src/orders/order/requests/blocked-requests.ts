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
const BEHIND = `match_key = ? AND blocked_by = 'Twin' AND state = 'Queued' ORDER BY turn, id LIMIT 1`;

export type LivePost = Pick<OrderRequestRow, 'id' | 'matchKey' | 'state' | 'dueAt' | 'turn'>;

/** What blocks a post that is queued again: an indistinguishable one that goes first. */
async function blockedByTwin(unit: Unit, post: LivePost): Promise<BlockedBy | null> {
  const { matchKey } = post;
  if (matchKey === null) return null;
  const live = `${LIVE} ORDER BY id LIMIT 8${unit.rowLock}`;
  const others = await unit.find(OrderRequestRow, live, [matchKey]);
  return others.some((other) => goesBefore(other, post)) ? 'Twin' : null;
}

/** Those that may block the posts. */
export async function liveTwins(
  unit: Unit,
  posts: readonly Pick<OrderRequest, 'matchKey'>[],
): Promise<readonly LivePost[]> {
  const keys = posts.flatMap(({ matchKey }) => matchKey ?? []);
  if (keys.length === 0) return [];
  const { marks, values } = inList([...new Set(keys)]);
  return unit.find(
    OrderRequestRow,
    // Everybody locks them in this order.
    `match_key IN (${marks}) AND ${IS_LIVE} ORDER BY match_key, id${unit.rowLock}`,
    values,
  );
}

/** What blocks new posts, in their order: each may block those after it. */
export function blockedByTwins(
  live: readonly LivePost[],
  posts: readonly LivePost[],
): readonly (BlockedBy | null)[] {
  const ofKey = new Map<string, LivePost[]>();
  const note = (post: LivePost): void => {
    const others = post.matchKey === null ? undefined : ofKey.get(post.matchKey);
    if (others !== undefined) others.push(post);
    else if (post.matchKey !== null) ofKey.set(post.matchKey, [post]);
  };
  live.forEach(note);
  return posts.map((post) => {
    const others = ofKey.get(post.matchKey ?? '') ?? [];
    if (others.some((other) => goesBefore(other, post))) return 'Twin';
    note(post);
    return null;
  });
}

/** It is on its way, or goes no later whenever both may: a queued one of a later turn would keep this one from its own. */
function goesBefore(other: LivePost, post: LivePost): boolean {
  if (other.id === post.id) return false;
  return other.state !== 'Queued' || (other.dueAt <= post.dueAt && other.turn <= post.turn);
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
  const turn = row?.turn ?? 0;
  const blockedBy = after.state === 'Queued' ? await blockedByTwin(unit, { ...after, turn }) : null;
  if (row?.blockedBy !== blockedBy) await setBlock(unit, after.id, blockedBy);
  if (wasBefore && (isGone || isAnother)) await unblockNext(unit, before.matchKey);
}
