import { Draft } from './draft.js';
import type { Change, Moment, OrderState } from './order.js';
import { kindOfWord, type LearnedWords } from './order-status.js';

/**
 * The end of a trading day. The exchange sends no word of it, so it is concluded, and graded Calendar:
 *   - Only a day order expires, and only when the trades of its day were read whole after the close,
 *     and a list and an enquiry asked after the close show it in none of the exchange's own words.
 *   - What shows nothing of it must do so three times. A word that is not documented is enough.
 *   - What was sent and has no known outcome keeps it from expiring.
 *   - An order that is still shown as working once the next session has opened has not expired: a
 *     person is told. An expired one that is shown to work is opened again (the grid sees to that).
 */
export const DAY_ORDER = 'Day Order (DO)';

/** Time that the exchange is given to publish the last trades of a session. */
export const CLOSE_GRACE_MS = 10 * 60_000;

const TIMES_NOT_SHOWN = 3;

/** `word`: the status in the answer to an enquiry; null when there is no record of the order. */
export function endOfDay(
  state: OrderState,
  word: string | null,
  at: Moment,
  words?: LearnedWords,
): Change | null {
  const draft = new Draft(state, at);
  if (!draft.isWorking || state.order.timeInForce !== DAY_ORDER) return null;
  if (draft.openRequests().some((request) => request.state !== 'Queued')) return null;
  if (word !== null && kindOfWord(word, words) !== null) return null;
  const misses = word === null ? state.order.misses + 1 : 0;
  draft.set({ misses });
  if (word === null && misses < TIMES_NOT_SHOWN) return draft.change();
  draft.believe('dayEnded', 'Calendar', word);
  draft.settle('OpenAfterClose');
  draft.settle('UnmappedValue');
  return draft.change();
}

/** It is listed as working although its day is over and another session has opened. */
export function stillOpen(state: OrderState, at: Moment): Change | null {
  const { timeInForce, tradingDate } = state.order;
  const draft = new Draft(state, at);
  if (!draft.isWorking || timeInForce !== DAY_ORDER) return null;
  draft.raise({
    type: 'OpenAfterClose',
    detail: `a day order of ${tradingDate} is still shown as working`,
  });
  return draft.change();
}
