import { inList } from '../../../infra/database/in-list.js';
import type { Reading } from '../../../infra/database/reads.js';
import { instant } from '../../../infra/runtime/clock.js';
import type { BreakRow } from '../../breaks/break.entity.js';
import type { Decision } from '../../breaks/resolution.js';
import { OrderRow } from '../../order/order.entity.js';
import { OrderRequestRow } from '../../order/requests/order-request.entity.js';
import { ApprovalRow } from '../approval.entity.js';
import type { FormerCandidacy } from '../break-view.js';
import { OF_POST } from './contradictions.js';
import {
  candidatesOf,
  numbersIn,
  waitingProposals,
  type NumberCandidate,
} from '../candidates/find-candidates.js';

/** For each of the proposals that waits: the numbers besides its own that may be its order, by the last search. */
export async function otherNumbers(
  reading: Reading,
  brokerCode: string,
  rows: readonly ApprovalRow[],
): Promise<ReadonlyMap<string, readonly NumberCandidate[]>> {
  const proposals = rows.flatMap(({ id, state, orderId, payload }) => {
    const { resolution, orderNumber } = JSON.parse(payload) as Decision;
    const isOfPost = state === 'Pending' && OF_POST.includes(resolution);
    return isOfPost && orderId !== null ? [{ id, orderId, orderNumber }] : [];
  });
  const others = new Map<string, readonly NumberCandidate[]>();
  if (proposals.length === 0) return others;
  const { marks, values } = inList(proposals.map(({ orderId }) => orderId));
  const requests = await reading.find(
    OrderRequestRow,
    `order_id IN (${marks}) AND kind = 'Post' AND state = 'Unknown' AND candidates IS NOT NULL`,
    values,
  );
  if (requests.length === 0) return others;
  const waiting = await waitingProposals(reading);
  for (const { id, orderId, orderNumber } of proposals) {
    const request = requests.find((one) => one.orderId === orderId);
    const [order] = await reading.find(OrderRow, 'id = ?', [orderId]);
    if (request === undefined || order === undefined) continue;
    const numbers = numbersIn(request.candidates).filter((one) => one !== orderNumber);
    const of = { order, request, numbers, waiting };
    others.set(id, await candidatesOf(reading, brokerCode, of));
  }
  return others;
}

const DAY_MS = 86_400_000;
/** Two people decide on a number within days. */
const BEFORE_MS = DAY_MS;
const AFTER_MS = 7 * DAY_MS;
/** Of a number that stays a long time, the newest decisions only. */
const DECISIONS_READ = 1_000;

/** The orders of ours that the number of the break might have been, until two people decided otherwise. */
export async function formerCandidacies(
  reading: Reading,
  { orderId, orderNumber, openedAt, seenAt, closedAt }: BreakRow,
): Promise<readonly FormerCandidacy[]> {
  if (orderId !== null || orderNumber === null) return [];
  const approved = await reading.find(
    ApprovalRow,
    `state = 'Approved' AND order_id IS NOT NULL AND decided_at BETWEEN ? AND ? ORDER BY id DESC LIMIT ${DECISIONS_READ}`,
    [openedAt - BEFORE_MS, Math.max(seenAt, closedAt ?? 0) + AFTER_MS],
  );
  const decisions = approved.flatMap((row) => {
    const decision = JSON.parse(row.payload) as Decision;
    const isOther = decision.orderNumber !== orderNumber;
    return OF_POST.includes(decision.resolution) && isOther ? [{ row, decision }] : [];
  });
  if (decisions.length === 0) return [];
  const { marks, values } = inList(decisions.map(({ row }) => row.orderId ?? ''));
  const requests = await reading.find(
    OrderRequestRow,
    `order_id IN (${marks}) AND kind = 'Post' AND state <> 'Unknown' AND candidates IS NOT NULL`,
    values,
  );
  return decisions.flatMap(({ row, decision }) => {
    const post = requests.find((one) => one.orderId === row.orderId);
    if (row.orderId === null || !numbersIn(post?.candidates ?? null).includes(orderNumber))
      return [];
    return [
      {
        orderId: row.orderId,
        resolution: decision.resolution,
        orderNumber: decision.orderNumber,
        decidedBy: [row.proposedBy, ...(row.decidedBy === null ? [] : [row.decidedBy])].join(', '),
        decidedAt: instant(row.decidedAt ?? row.proposedAt),
      },
    ];
  });
}
