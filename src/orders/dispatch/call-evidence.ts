import { bodyOf } from '../../infra/audit/audit-chain.js';
import { DISPATCHER, type Actor } from '../../infra/audit/actor.js';
import type { Reading } from '../../infra/database/reads.js';
import { ExchangeCallRow } from '../../infra/exchange/client/exchange-call.entity.js';
import { digestOfReply } from '../../infra/exchange/client/reply-store.js';
import { requestFact, type OrderChange, type OrderFact } from '../order/order.js';
import type { OrderRequest } from '../order/requests/order-request.js';

/*
 * Entries about the outcome of a post, an edit or a cancel say which entry led to them, which call it was, and by its
 * digest what the exchange replied: whoever changes a stored reply contradicts the trail.
 */

/** Of an order that is edited endlessly, so many of its newest entries are read: the sending stands among the last. */
const ENTRIES_MAX = 500;

type Sent = Pick<OrderRequest, 'id' | 'orderId' | 'kind'>;

/** Who enters the outcome of a call: caused by the entry that says it was sent. */
export async function actorOfOutcome(
  reading: Pick<Reading, 'query'>,
  { id, orderId, kind }: Sent,
  claimNumber: number,
): Promise<Actor> {
  const entries = await reading.query<{ sequence: number; body: string }>(
    `SELECT sequence, body FROM (SELECT sequence, type, body FROM audit_entries WHERE stream = ?
        ORDER BY stream_sequence DESC LIMIT ${ENTRIES_MAX}) newest
      WHERE type = ? ORDER BY sequence DESC`,
    [orderId, requestFact(kind, 'SENT')],
  );
  const sent = entries.find(({ body }) => {
    const { request, epoch } = bodyOf(body);
    return request === id && epoch === claimNumber;
  });
  return sent === undefined ? DISPATCHER : { ...DISPATCHER, cause: sent.sequence };
}

/** The change with the call in what it says of the request and of the status; of one that was never stored there is nothing to say. */
export async function withCall(
  reading: Pick<Reading, 'find'>,
  change: OrderChange,
  { id }: Pick<Sent, 'id'>,
  claimNumber: number,
): Promise<OrderChange> {
  const [call] = await reading.find(ExchangeCallRow, 'request_id = ? AND epoch = ?', [
    id,
    claimNumber,
  ]);
  if (call === undefined) return change;
  const { id: callId, httpStatus } = call;
  const said = { callId, httpStatus, replyDigest: digestOfReply(call) };
  const withSaid = (fact: OrderFact): OrderFact =>
    fact.body['request'] === id || fact.type === 'STATUS_CHANGED'
      ? { ...fact, body: { ...fact.body, ...said } }
      : fact;
  return { ...change, facts: change.facts.map(withSaid) };
}
