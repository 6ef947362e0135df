import type { Draft } from './draft.js';
import type { OrderRequest } from './order-request.js';

/** What a search found is kept on the request, and the next search waits longer than the last. */
const NEXT_SEARCH_MS = 5_000;
const NEXT_SEARCH_MOST_MS = 60_000;

/** One fact for each thing that a search says anew; what it said before costs no entry. */
export function noteSearch(
  draft: Draft,
  request: OrderRequest,
  found: string,
  again: boolean,
  wait = Math.min(NEXT_SEARCH_MS * 2 ** request.searches, NEXT_SEARCH_MOST_MS),
): void {
  const next = {
    found,
    again: again ? 1 : Math.min(request.again, 0),
    searches: request.searches + 1,
    dueAt: again ? draft.at.database : draft.at.database + wait,
  };
  if (request.found === found) draft.keep({ ...request, ...next });
  else draft.move(request, 'Unknown', 'SEARCHED', next);
}

const NOTHING_YET = 'nothing of it so far: it is searched for once more';

/**
 * Nothing counts only when it is found twice, a quiet time apart: an order that was filled between
 * the questions of one search has left the lists, and its trades may show later. True the second
 * time; the first is kept on the request.
 */
export function isNothingAgain(draft: Draft, request: OrderRequest, quietMs: number): boolean {
  if (request.found === NOTHING_YET) return true;
  noteSearch(draft, request, NOTHING_YET, false, quietMs);
  return false;
}
