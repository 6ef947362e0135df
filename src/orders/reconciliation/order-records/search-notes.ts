import type { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import { withoutClearance, type OrderRequest } from '../../order/requests/order-request.js';

/** Each search waits longer than the last. */
const NEXT_SEARCH_MS = 5_000;
const NEXT_SEARCH_MOST_MS = 60_000;

/** Audits a finding only when it differs from the previous one, in words or in the numbers that it names. */
export function noteSearch(
  draft: OrderChangeDraft,
  request: OrderRequest,
  found: string,
  { resend, wait = nextWait(request), absentSince = null, candidates = [] }: SearchNote = {},
): void {
  const named = candidates.length === 0 ? null : candidates.join(' ');
  const next = {
    found,
    candidates: named,
    resend: resend ?? withoutClearance(request),
    searches: request.searches + 1,
    dueAt: draft.at.database + (resend === undefined ? wait : 0),
    absentSince,
  };
  if (request.found === found && isSameNumbers(request.candidates, candidates))
    draft.updateRequest({ ...request, ...next });
  else draft.moveRequest(request, 'Unknown', 'SEARCHED', next, { candidates });
}

interface SearchNote {
  readonly resend?: 'Cleared' | 'DuplicateProbe';
  readonly wait?: number;
  readonly absentSince?: number | null;
  /** The order numbers that may be it. */
  readonly candidates?: readonly string[];
}

function isSameNumbers(before: string | null, now: readonly string[]): boolean {
  const sorted = (numbers: readonly string[]): string => [...numbers].sort().join(' ');
  return sorted(before === null ? [] : before.split(' ')) === sorted(now);
}

function nextWait({ searches }: OrderRequest): number {
  return Math.min(NEXT_SEARCH_MS * 2 ** searches, NEXT_SEARCH_MOST_MS);
}

/** How long something that the exchange has may show nowhere. */
export interface ShowsWithin {
  /** How long after it was sent something may take effect. */
  readonly quietMs: number;
  /** How old the answers may be that should show it. */
  readonly answersLateMs: number;
}

const NOTHING_YET = 'nothing of it so far: it is searched for once more';

/**
 * Nothing counts only when it is found twice, so long apart that the second answers are newer than what
 * the first could not show: an order that was filled between the questions of one search has left the
 * lists, and its trades may show later. True the second time; the first is kept on the request.
 * `notBefore`: answers that were asked for before that are not the second.
 */
export function isNothingAgain(
  draft: OrderChangeDraft,
  request: OrderRequest,
  { quietMs, answersLateMs }: ShowsWithin,
  notBefore = 0,
): boolean {
  const { absentSince } = request;
  const now = draft.at.database;
  // A time in the future comes from a clock that was wrong.
  const since = absentSince === null || absentSince > now ? now : absentSince;
  const due = Math.max(since + Math.max(quietMs, answersLateMs), notBefore);
  if (absentSince !== null && now >= due) return true;
  noteSearch(draft, request, NOTHING_YET, { wait: due - now, absentSince: since });
  return false;
}
