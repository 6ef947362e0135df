import type { Reading } from '../../infra/database/reads.js';
import { digestOfReply } from '../../infra/exchange/client/reply-store.js';
import type { OrderChange, OrderFact } from './order.js';

/*
 * Entries that a reply of the exchange has led to name the call, and by its digest the reply: an examiner finds what
 * showed it, and whoever changes a stored reply contradicts the trail as long as the call is kept.
 */

/** Executions and moves of the status; what else a reply means stands beside them, in the same change. */
const SHOWN: ReadonlySet<string> = new Set(['FILL', 'STATUS_CHANGED']);

interface Call {
  readonly httpStatus: number | null;
  readonly reply: string | null;
  readonly replyDigest: string | null;
}

/** The call in all that the change says of executions and the status; `callId` undefined: no call is known. */
export async function shownByCall(
  reading: Pick<Reading, 'query'>,
  change: OrderChange,
  callId: string | undefined,
): Promise<OrderChange> {
  const isShown = ({ type }: OrderFact): boolean => SHOWN.has(type);
  if (callId === undefined || !change.facts.some(isShown)) return change;
  // Not its body, nor a long reply, which may be megabytes.
  const [call] = await reading.query<Call>(
    'SELECT http_status AS "httpStatus", reply, reply_digest AS "replyDigest" FROM exchange_calls WHERE id = ?',
    [callId],
  );
  if (call === undefined) return change;
  const said = { callId, httpStatus: call.httpStatus, replyDigest: digestOfReply(call) };
  const withSaid = (fact: OrderFact): OrderFact =>
    isShown(fact) ? { ...fact, body: { ...fact.body, ...said } } : fact;
  return { ...change, facts: change.facts.map(withSaid) };
}
