import type { Clock } from '../../../infra/runtime/clock.js';
import type { Database } from '../../../infra/database/database.js';
import { isSessionOpen, type Sessions } from '../../../market/trading-calendar/trading-day.js';
import { NOT_SEEN_MS, seenAgain, unseenBreak } from '../../breaks/doubtful-answer.js';
import type { SystemBreaks } from '../../breaks/system-breaks.js';
import { LISTED } from '../../order/list-watermark.entity.js';
import type { ListComparisonResult } from './broker-list.js';
import type { PollingState } from '../collect/polling-state.js';

interface Desk {
  readonly database: Database;
  readonly systemBreaks: SystemBreaks;
  readonly polling: PollingState;
  readonly clock: Clock;
}

/**
 * While the session is open a list proves the whole book every few seconds. When none comes for long, and
 * enquiries have not come round to every order that works either, one break says so of all of them. An
 * order that only the lists leave out has a break of its own.
 */
export async function reportUnseenOrders(
  { database, systemBreaks, polling, clock }: Desk,
  list: ListComparisonResult | null,
  sessions: Sessions,
): Promise<void> {
  if (list !== null) {
    polling.unlistedSince = null;
    // A list was answered, but it may leave out most of the book.
    return endIfSeen(database, systemBreaks, clock.now());
  }
  if (!isSessionOpen(sessions, clock.now())) {
    polling.unlistedSince = null;
    return;
  }
  polling.unlistedSince ??= clock.steady();
  if (clock.steady() - polling.unlistedSince < NOT_SEEN_MS) return;
  if (await anyUnseenSince(database, clock.now() - NOT_SEEN_MS))
    await systemBreaks.open(unseenBreak());
  else await systemBreaks.close(seenAgain());
}

async function endIfSeen(
  database: Database,
  systemBreaks: SystemBreaks,
  now: number,
): Promise<void> {
  if (!(await systemBreaks.isOpenOrAccepted(seenAgain()))) return;
  if (!(await anyUnseenSince(database, now - NOT_SEEN_MS))) await systemBreaks.close(seenAgain());
}

async function anyUnseenSince(database: Database, since: number): Promise<boolean> {
  const [row] = await database.reading.query(
    `SELECT 1 FROM orders LEFT JOIN list_watermarks ON ${LISTED}
      WHERE status IN ('Posted', 'Open', 'Amended') AND order_number IS NOT NULL
        AND COALESCE(list_watermarks.seen_at, orders.proven_at, 0) <= ? LIMIT 1`,
    [since],
  );
  return row !== undefined;
}
