import { compare } from './decimal.js';
import type { Draft } from './draft.js';
import type { RecordEvidence } from './evidence.js';
import { completeIfTraded } from './executions.js';
import type { OrderRequest } from './order-request.js';
import { isClosed, kindOfWord } from './order-status.js';
import { isFull, type RecordRules } from './record-rules.js';
import { noteSearch } from './search-notes.js';
import { confirmEdit } from './settling.js';

/**
 * What an enquiry of its order does to an edit or a cancel of unknown outcome.
 *   - It is Acknowledged by a record that shows its effect, whatever the exchange has said.
 *   - It is Refused by one that shows none, where the exchange has said no to the only one sent.
 *   - Of one that got no answer, a record asked after the quiet time that shows nothing lets it be
 *     sent once more: its values are absolute. When two show no effect it is Refused.
 *   - A change of the price alone shows in no record, so that only an acknowledgement ends it.
 */
export function settleRequests(draft: Draft, record: RecordEvidence, rules: RecordRules): void {
  for (const request of draft.openRequests()) {
    if (request.state !== 'Unknown' || request.kind === 'Post') continue;
    if (request.kind === 'Cancel') settleCancel(draft, request, record);
    else refuseEdit(draft, request, record, rules);
  }
}

/** Sends of one edit or cancel at the most. */
const CHANGE_SENDS_MOST = 2;

function settleCancel(draft: Draft, request: OrderRequest, record: RecordEvidence): void {
  const { status } = draft.order;
  if (status === 'Cancelled') {
    draft.move(request, 'Acknowledged', 'ACKNOWLEDGED', { reason: 'seen in the order enquiry' });
  } else if (status === 'Filled') {
    refuse(draft, request, 'the order was filled before it could be cancelled');
  } else if (request.saidNo === 1 && request.sends === 1) {
    refuse(draft, request, request.reason ?? 'refused');
  } else if (record.askedAt >= request.dueAt) {
    if (request.sends < CHANGE_SENDS_MOST) letAgain(draft, request);
    else refuse(draft, request, 'the order still works, and two cancels show no effect');
  }
}

/** Its values are absolute, so that being done twice does no more than being done once. */
function letAgain(draft: Draft, request: OrderRequest): void {
  if (request.again === 1) return;
  noteSearch(draft, request, 'the record shows nothing of it: it is sent once more', true);
}

/** An edit of unknown outcome is proven by a record with its units, before the status is looked at. */
export function confirmShownEdits(draft: Draft, record: RecordEvidence, rules: RecordRules): void {
  if (kindOfWord(record.statusWord, rules.words) === null && !isFull(record)) return;
  for (const request of draft.openRequests()) {
    if (request.kind !== 'Edit' || request.state !== 'Unknown' || request.units === null) continue;
    const changesUnits = compare(request.units, draft.order.units) !== 0;
    if (!changesUnits || compare(record.units, request.units) !== 0) continue;
    draft.move(request, 'Acknowledged', 'ACKNOWLEDGED', { reason: 'seen in the order enquiry' });
    confirmEdit(draft, request, null, 'Enquired');
  }
}

/**
 * A "no" to an edit is believed when the record shows nothing of it. The word "Amended" may be this
 * edit showing, unless the order was Amended before and the edit would have changed its units.
 */
function refuseEdit(
  draft: Draft,
  request: OrderRequest,
  record: RecordEvidence,
  rules: RecordRules,
): void {
  const { order } = draft;
  if (isClosed(order.status)) {
    refuse(draft, request, `the order is ${order.status}`);
    completeIfTraded(draft);
    return;
  }
  if (compare(record.units, order.units) !== 0) return;
  const priceOnly = request.units === null || compare(request.units, order.units) === 0;
  const mayShow = priceOnly || order.status !== 'Amended';
  const shows = mayShow && kindOfWord(record.statusWord, rules.words) === 'seenAmended';
  const quiet = record.askedAt >= request.dueAt;
  if (request.saidNo === 1 && request.sends === 1) {
    if (shows) return;
    refuse(draft, request, request.reason ?? 'refused');
  } else if (quiet && request.saidNo === 0 && mayBeRepeated(draft, request)) {
    letAgain(draft, request);
  } else if (quiet && request.sends >= CHANGE_SENDS_MOST && !priceOnly && !shows) {
    refuse(draft, request, 'two edits show no effect');
  }
  completeIfTraded(draft);
}

/** Once units are matched, the same edit may mean something else than it did. */
function mayBeRepeated(draft: Draft, request: OrderRequest): boolean {
  const cancelled = draft.openRequests().some((open) => open.kind === 'Cancel');
  const untouched = compare(draft.order.matchedUnits, '0') === 0;
  return request.sends < CHANGE_SENDS_MOST && untouched && !cancelled;
}

export function refuse(draft: Draft, request: OrderRequest, reason: string): void {
  draft.move(request, 'Refused', 'REFUSED', { reason });
  draft.set({ reason });
}
