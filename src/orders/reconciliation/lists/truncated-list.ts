import type { Clock } from '../../../infra/runtime/clock.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import {
  LEFT_OUT_TIMES,
  lacksMost,
  listBreakEnd,
  listBreak,
} from '../../breaks/doubtful-answer.js';
import type { SystemBreaks } from '../../breaks/system-breaks.js';
import type { ListComparisonResult } from './broker-list.js';
import type { PollingState } from '../collect/polling-state.js';
import type { AbsenceSources } from './absence.js';

interface Desk {
  readonly systemBreaks: SystemBreaks;
  readonly polling: PollingState;
  readonly clock: Clock;
}

/**
 * Orders leave a list one by one while their session is open. If list after list lacks most of them, a break about the
 * list itself opens. No order changes because a list leaves it out.
 */
export async function reportTruncatedList(
  { systemBreaks, polling, clock }: Desk,
  { absent, ofAccount }: ListComparisonResult,
  places: AbsenceSources,
): Promise<void> {
  let shown = 0;
  for (const numbers of ofAccount.values()) shown += numbers.length;
  let missing = 0;
  for await (const slice of inBatches([...absent])) {
    for (const orderId of slice) if (places.of(orderId).phase === 'trading') missing += 1;
  }
  if (lacksMost(shown + missing, missing)) {
    const now = clock.steady();
    const { times, since } = polling.listLacking ?? { times: 0, since: now };
    polling.listLacking = { times: times + 1, since };
    const isLong = times + 1 >= LEFT_OUT_TIMES.answers && now - since >= LEFT_OUT_TIMES.forMs;
    if (isLong) await systemBreaks.open(listBreak());
    return;
  }
  polling.listLacking = null;
  // A list without any working order does not end the break.
  if (shown > missing) await systemBreaks.close(listBreakEnd());
}
