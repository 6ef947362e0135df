import type { Reading } from '../../infra/database/reads.js';
import { nextTurn } from '../../infra/runtime/batches.js';
import { FillRow } from '../order/fill.entity.js';

/**
 * The booked executions of a trading day: those shown for that day, unless their own date is earlier (a
 * later date is that of the settlement), and those of that date that were shown for a later day or for
 * an unknown one. Two queries, because each has its own index.
 */
const PARTS = [
  'shown_for = ? AND trade_date >= ?',
  "trade_date = ? AND (shown_for > ? OR shown_for = '')",
] as const;
const PAGE = 1_000;

/** The `columns` of fills `f`; `joined` may join to it. */
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

/** Page by page: a large day has many, and mostly none is wanted. */
export async function findFillsOfDay(
  reading: Reading,
  tradingDate: string,
  isWanted: (fill: FillRow) => boolean,
): Promise<FillRow[]> {
  const found: FillRow[] = [];
  for (const part of PARTS) {
    found.push(...(await find(reading, part, [tradingDate, tradingDate], isWanted)));
  }
  return found;
}

/** How many were first shown for that day. */
export async function countShownFor(reading: Reading, date: string): Promise<number> {
  const [row] = await reading.query<{ count: number }>(
    'SELECT count(*) AS count FROM fills WHERE shown_for = ? AND reversed_at IS NULL',
    [date],
  );
  return row?.count ?? 0;
}

export function findShownFor(
  reading: Reading,
  date: string,
  isWanted: (fill: FillRow) => boolean,
): Promise<FillRow[]> {
  return find(reading, 'shown_for = ?', [date], isWanted);
}

async function find(
  reading: Reading,
  part: string,
  values: readonly string[],
  isWanted: (fill: FillRow) => boolean,
): Promise<FillRow[]> {
  const where = `reversed_at IS NULL AND ${part} AND id > ? ORDER BY id LIMIT ${PAGE}`;
  const found: FillRow[] = [];
  for (let after = ''; ; await nextTurn()) {
    const page = await reading.find(FillRow, where, [...values, after]);
    found.push(...page.filter(isWanted));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return found;
    after = last.id;
  }
}
