import type { Reading } from '../../infra/database/reads.js';
import { nextTurn } from '../../infra/slices.js';
import { FillRow } from './fill.entity.js';

/**
 * The executions of a trading day that stand: of the day for which they were shown, unless their own date is
 * an earlier one; a later one is when the trade is settled. Of what was booked before that was kept, only
 * its own date is known. Two parts, each with an index of its own.
 */
const PARTS = [
  'shown_for = ? AND trade_date >= ?',
  "trade_date = ? AND (shown_for > ? OR shown_for = '')",
] as const;
const PAGE = 1_000;

/** `columns` of them, as `f`; `joined` may join to it. */
export function fillsOfDay<T extends object>(
  reading: Reading,
  tradingDate: string,
  { columns, joined = '' }: { readonly columns: string; readonly joined?: string },
): Promise<T[]> {
  const of = (part: string): string =>
    `SELECT ${columns} FROM fills f ${joined} WHERE f.reversed_at IS NULL AND ${part}`;
  const values = [tradingDate, tradingDate, tradingDate, tradingDate];
  return reading.query<T>(PARTS.map(of).join(' UNION ALL '), values);
}

export async function countFillsOfDay(reading: Reading, tradingDate: string): Promise<number> {
  const columns = 'count(*) AS count';
  const counts = await fillsOfDay<{ count: number }>(reading, tradingDate, { columns });
  return counts.reduce((sum, { count }) => sum + count, 0);
}

/** A page at a time: of a large day they are many, and mostly none is kept. */
export async function findFillsOfDay(
  reading: Reading,
  tradingDate: string,
  isWanted: (fill: FillRow) => boolean,
): Promise<FillRow[]> {
  const found: FillRow[] = [];
  for (const part of PARTS) {
    const where = `reversed_at IS NULL AND ${part} AND id > ? ORDER BY id LIMIT ${PAGE}`;
    for (let after = ''; ; await nextTurn()) {
      const page = await reading.find(FillRow, where, [tradingDate, tradingDate, after]);
      found.push(...page.filter(isWanted));
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) break;
      after = last.id;
    }
  }
  return found;
}
