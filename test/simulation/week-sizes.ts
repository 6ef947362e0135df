import { statSync } from 'node:fs';
import type { Books } from './books.js';
import type { Report, Scene } from './invariants/violation.js';

/** What the service holds when a week is over. */
export interface WeekSizes {
  readonly orders: number;
  readonly rows: Readonly<Record<string, number>>;
  readonly databaseBytes: number;
  readonly walBytes: number;
  /** After a collection. Of the whole process: the exchange and all that the invariants compare is in it, too. */
  readonly heapBytes: number;
}

const HOUR_MS = 3_600_000;
/** The service deletes once in an hour; it may be away for thirty, and its timers are slow in a session. */
const LATE_MS = 40 * HOUR_MS;
const READ = 'exchange_calls WHERE order_id IS NULL AND is_evidence = 0 AND started_at < ?';

/** What is deleted, and after how long. */
const DELETED = [
  { from: READ, after: 7 * 24 * HOUR_MS },
  { from: `${READ} AND lane = 'market'`, after: 6 * HOUR_MS },
  {
    from: `exchange_replies WHERE kept_at < ?
      AND NOT EXISTS (SELECT 1 FROM exchange_calls c WHERE c.reply_digest = exchange_replies.digest)
      AND NOT EXISTS (SELECT 1 FROM exchange_replies later WHERE later.base = exchange_replies.digest)`,
    after: 24 * HOUR_MS,
  },
];

export function checkDeleted({ books, world }: Scene, report: Report): void {
  for (const { from, after } of DELETED) {
    const left = books.count(from, world.now - after - LATE_MS);
    if (left > 0) report('I35 old reads are deleted', `${left} rows are left: ${from}`);
  }
}

export function sizesOf(books: Books, path: string): WeekSizes {
  globalThis.gc?.();
  const tables = books.all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  );
  const rows = Object.fromEntries(tables.map(({ name }) => [name, books.count(name)]));
  return {
    orders: rows['orders'] ?? 0,
    rows,
    databaseBytes: statSync(path).size,
    walBytes: statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    heapBytes: process.memoryUsage().heapUsed,
  };
}

/** A column for each week; of the tables those that grow. */
export function weeksText(weeks: readonly WeekSizes[]): string {
  const [first, last] = [weeks[0]?.rows ?? {}, weeks.at(-1)?.rows ?? {}];
  const growing = Object.keys(last).filter((table) => last[table] !== first[table]);
  const perOrder = (table: string) => (week: WeekSizes) =>
    ((week.rows[table] ?? 0) / week.orders).toFixed(2);
  const mib = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);
  const line = (name: string, of: (week: WeekSizes) => string): string =>
    `${name.padEnd(24)}${weeks.map((week) => of(week).padStart(9)).join('')}`;
  return [
    '',
    line('orders', ({ orders }) => String(orders)),
    line('database, MiB', ({ databaseBytes }) => mib(databaseBytes)),
    line('its log, MiB', ({ walBytes }) => mib(walBytes)),
    line('heap, MiB', ({ heapBytes }) => mib(heapBytes)),
    'rows for each order',
    ...growing.map((table) => line(`  ${table}`, perOrder(table))),
    '',
  ].join('\n');
}
