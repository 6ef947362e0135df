import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from './postgres-server.js';
import { startExchange, startMarina, UNLIMITED, type Running } from './processes.js';
import { SoakLoad } from './soak-load.js';
import { takeSample, type Sample } from './soak-samples.js';

/**
 * Whether the service holds on to anything: an hour of an ordinary day (`BENCH_MINUTES`), on SQLite or with
 * `BENCH_DATABASE=postgres` on a server of its own. It is looked at 60 times. The last quarter of the run is compared
 * with the second; in the first the process is still warming up.
 *
 * - Resident memory (median) and JavaScript heap (least, which is after a collection): at most a fifth more.
 * - Open files, what Node.js waits for, connections to PostgreSQL (medians): at most a tenth and 3 more.
 * - The log of SQLite: never more than 32 MiB, twice what it is checkpointed at.
 * - Temporary and other files beside the database (medians): at most 3 more.
 * - Each table: no more new rows for each new order than before, give or take a quarter and 10 rows. The same of the
 *   database: no more bytes, give or take a quarter and 1 MiB.
 *
 * - `reconciliation_runs`, which grows with the time and not with the orders: no more rows than one for each five
 *   seconds, and 10. A busy machine makes fewer of them, so that no quarter can be held against another.
 *
 * The load comes by the clock, whatever the machine. It fails, too, if a quarter had no orders to compare with, if the
 * exchange saw more than 100 calls in a minute, if a limit refused a caller (429), which means that it counts somebody who
 * has gone, or if the trail was not valid.
 */
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 60);
const SAMPLES = 60;
const MEMORY_RATIO = 1.2;
const HANDLES_RATIO = 1.1;
const HANDLES_MORE = 3;
const WAL_MIB_MAX = 32;
const GROWTH_RATIO = 1.25;
const ROWS_MORE = 10;
const BYTES_MORE = 1024 * 1024;
const CALLS_MAX = 100;
const RUN_EVERY_MS = 5_000;
const MIB = 1024 * 1024;
const RUNS = 'rows of reconciliation_runs';
const RUNS_A_QUARTER = (MINUTES * 60_000) / 4 / RUN_EVERY_MS;

export async function measureSoak(folder: string): Promise<void> {
  const server = process.env['BENCH_DATABASE'] === 'postgres' ? await startPostgres() : null;
  try {
    const databaseUrl = (await server?.database('soak')) ?? `sqlite:${join(folder, 'soak.db')}`;
    await soakOn(databaseUrl, folder);
  } finally {
    await server?.stop();
  }
}

async function soakOn(databaseUrl: string, folder: string): Promise<void> {
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  const exchange = await startExchange('on');
  const marina = await startMarina(databaseUrl, exchange.url, {
    TRADING_SESSION: 'always',
    TMPDIR: temporary,
    RECONCILE_INTERVAL_MS: String(RUN_EVERY_MS),
    ...UNLIMITED,
  });
  const load = new SoakLoad(marina.url);
  try {
    load.start();
    const samples = await sampled(() => takeSample({ url: marina.url, databaseUrl, folder }));
    await load.stop();
    reportSoak(samples);
    await reportLoad(load, exchange);
  } finally {
    await marina.stop();
    await exchange.stop();
  }
}

/** At the start, and 60 times after it. */
async function sampled(take: () => Promise<Sample>): Promise<readonly Sample[]> {
  const startedAt = Date.now();
  const samples = [await take()];
  for (let number = 1; number <= SAMPLES; number += 1) {
    const at = startedAt + (number * MINUTES * 60_000) / SAMPLES;
    await new Promise((resolve) => setTimeout(resolve, at - Date.now()));
    samples.push(await take());
  }
  return samples;
}

interface Figure {
  readonly name: string;
  readonly of: (sample: Sample) => number;
  /** What stands for a quarter. */
  readonly by: (values: readonly number[]) => number;
  readonly most: (before: number) => number;
}

const ofMemory = (before: number): number => before * MEMORY_RATIO;
const ofHandles = (before: number): number => before * HANDLES_RATIO + HANDLES_MORE;

const FIGURES: readonly Figure[] = [
  {
    name: 'resident memory, MiB',
    of: ({ residentBytes }) => residentBytes / MIB,
    by: median,
    most: ofMemory,
  },
  { name: 'heap, MiB', of: ({ heapBytes }) => heapBytes / MIB, by: least, most: ofMemory },
  { name: 'open files', of: ({ openFiles }) => openFiles, by: median, most: ofHandles },
  { name: 'sockets and timers', of: ({ resources }) => resources, by: median, most: ofHandles },
  { name: 'connections', of: ({ connections }) => connections, by: median, most: ofHandles },
  { name: 'log, MiB', of: ({ walBytes }) => walBytes / MIB, by: greatest, most: () => WAL_MIB_MAX },
  { name: 'other files', of: ({ files }) => files, by: median, most: (before) => before + 3 },
];

function reportSoak(samples: readonly Sample[]): void {
  const quarter = SAMPLES / 4;
  const quarters = {
    second: samples.slice(quarter, 2 * quarter + 1),
    last: samples.slice(3 * quarter),
  };
  say(line(['', 'second quarter', 'last quarter', '']));
  for (const { name, of, by, most } of FIGURES) {
    const before = by(quarters.second.map(of));
    const after = by(quarters.last.map(of));
    if (before === 0 && after === 0) continue;
    say(line([name, before.toFixed(1), after.toFixed(1), verdict(after <= most(before))]));
  }
  say(`\n${line(['new for each new order', 'second quarter', 'last quarter', ''])}`);
  reportGrowth('bytes of the database', ({ databaseBytes }) => databaseBytes, BYTES_MORE, quarters);
  for (const table of Object.keys(samples.at(-1)?.rows ?? {}).sort())
    reportGrowth(`rows of ${table}`, ({ rows }) => rows[table] ?? 0, ROWS_MORE, quarters);
}

interface Quarters {
  readonly second: readonly Sample[];
  readonly last: readonly Sample[];
}

/** Nothing of what did not grow. */
function reportGrowth(
  name: string,
  of: (sample: Sample) => number,
  more: number,
  { second, last }: Quarters,
): void {
  const orders = growthIn(last, ordersIn);
  const before = growthIn(second, of) / growthIn(second, ordersIn);
  const after = growthIn(last, of) / orders;
  if (before === 0 && after === 0) return;
  const most = name === RUNS ? RUNS_A_QUARTER : before * orders * GROWTH_RATIO;
  const isCompared = Number.isFinite(before) && orders > 0;
  const isBounded = isCompared && after * orders <= most + more;
  say(line([name, before.toFixed(2), after.toFixed(2), verdict(isBounded)]));
}

async function reportLoad({ done }: SoakLoad, exchange: Running): Promise<void> {
  const response = await fetch(`${exchange.url}/control/calls`);
  const { worstMinute } = (await response.json()) as { readonly worstMinute: number };
  const wrong = Object.keys(done).filter((what) => /429|INVALID/.test(what));
  say(`\nIn ${MINUTES} minutes: ${JSON.stringify(done)}`);
  say(`  worst minute at the exchange: ${worstMinute} calls, ${verdict(worstMinute <= CALLS_MAX)}`);
  say(
    `  refused by a limit, or not valid: ${wrong.join(', ') || 'none'}, ${verdict(wrong.length === 0)}`,
  );
}

function ordersIn({ rows }: Sample): number {
  return rows['orders'] ?? 0;
}

function growthIn(samples: readonly Sample[], of: (sample: Sample) => number): number {
  const values = samples.map(of);
  return (values.at(-1) ?? 0) - (values[0] ?? 0);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function least(values: readonly number[]): number {
  return Math.min(...values);
}

function greatest(values: readonly number[]): number {
  return Math.max(...values);
}

function verdict(isBounded: boolean): string {
  if (!isBounded) process.exitCode = 1;
  return isBounded ? 'bounded' : 'NOT BOUNDED';
}

function line([name = '', before = '', after = '', last = '']: readonly string[]): string {
  return `${name.padEnd(34)}${before.padStart(16)}${after.padStart(16)}  ${last}`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
