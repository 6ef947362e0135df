import type { Reading } from '../../infra/database/reads.js';

export type DayVerdict = 'DAY_CLOSED' | 'DAY_REOPENED' | 'DAY_HOLDS_AGAIN';

/** What the trail says last of the report of a day; null: it was never signed. */
export async function lastVerdictOn(
  reading: Pick<Reading, 'query'>,
  tradingDate: string,
): Promise<DayVerdict | null> {
  const [last] = await reading.query<{ type: DayVerdict }>(
    `SELECT e.type AS type FROM audit_subjects s JOIN audit_entries e ON e.sequence = s.sequence
      WHERE s.trading_date = ? AND e.type IN ('DAY_CLOSED', 'DAY_REOPENED', 'DAY_HOLDS_AGAIN')
      ORDER BY s.sequence DESC LIMIT 1`,
    [tradingDate],
  );
  return last?.type ?? null;
}
