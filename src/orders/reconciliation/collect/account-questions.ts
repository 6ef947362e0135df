import type { Reading } from '../../../infra/database/reads.js';

/** What decides for which orders, and in which order, the lists of accounts are asked. */
export interface AccountQuestions {
  /** Orders with a cancel that waits, is on its way, or has no known outcome. */
  readonly cancelled: ReadonlySet<string>;
  /** Orders of which people have still to say whose units are shown. */
  readonly unitsDiffer: ReadonlySet<string>;
}

export async function loadAccountQuestions(reading: Reading): Promise<AccountQuestions> {
  const cancelled = await reading.query<Found>(
    `SELECT order_id AS "orderId" FROM order_requests
      WHERE state IN ('Queued', 'Sent', 'Unknown') AND kind = 'Cancel'`,
  );
  const unitsDiffer = await reading.query<Found>(
    `SELECT order_id AS "orderId" FROM breaks WHERE closed_at IS NULL AND type = 'UnitsMismatch'`,
  );
  return { cancelled: idsOf(cancelled), unitsDiffer: idsOf(unitsDiffer) };
}

interface Found {
  readonly orderId: string;
}

function idsOf(rows: readonly Found[]): ReadonlySet<string> {
  return new Set(rows.map(({ orderId }) => orderId));
}
