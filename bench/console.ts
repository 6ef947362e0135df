import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Watcher, type Opened, type Scrolled } from './console-browser.js';
import { writeConsoleBook } from './console-book.js';
import type { ChangesMade, ChangesTask } from './console-changes.js';
import { LONG_MS, type LongTask } from './console-trace.js';
import { key, startMarina, startSilentExchange } from './processes.js';

/** What somebody at the order blotter notices of a large day with many changes. See docs/benchmarks.md. */
const ORDERS = Number(process.env['BENCH_ORDERS'] ?? 100_000);
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 2);
const PER_SECOND = Number(process.env['BENCH_CHANGES'] ?? 200);
const OPENINGS = 5;
const ROUND_MS = 60_000;
const SETTLE_MS = 3_000;
const GOAL_ROWS_MS = 1_000;
const GOAL_BYTES = 300 * 1_024;
/** From the first minute with changes to the last. */
const GOAL_HEAP_GROWTH = 0.1;

export async function measureConsole(folder: string): Promise<void> {
  const databaseUrl = `sqlite:${join(folder, 'console.db')}`;
  say(`writing ${ORDERS} orders of today`);
  const waiting = await writeConsoleBook(databaseUrl, ORDERS);
  const exchange = await startSilentExchange();
  const marina = await startMarina(databaseUrl, exchange.url);
  const changes = fork(fileURLToPath(new URL('console-changes.js', import.meta.url)));
  for (const pid of [marina.pid, changes.pid]) giveWay(pid);
  try {
    await once(changes, 'message');
    const watcher = await Watcher.signedIn(marina.url, await keyOf(marina.url, 'watcher'));
    try {
      say('\nnothing changes');
      reportOpened(await openings(watcher));
      reportScrolled([await watcher.scroll(ROUND_MS / 2)]);
      const desks = await keyOf(marina.url, 'desks');
      const task = { url: marina.url, key: desks, waiting, perSecond: PER_SECOND };
      const made = await started(changes, task);
      say(`\n${PER_SECOND} changes a second`);
      reportOpened(await openings(watcher));
      const from = { ...made, at: Date.now() };
      const rounds: Scrolled[] = [];
      while (rounds.length < MINUTES) rounds.push(await watcher.scroll(ROUND_MS));
      const rate = (made.made - from.made) / ((Date.now() - from.at) / 1_000);
      say(
        `  changes made: ${rate.toFixed(0)} a second, refused by status: ${JSON.stringify(made.refused)}`,
      );
      reportScrolled(rounds);
      reportHeap(rounds);
    } finally {
      await watcher.end();
    }
  } finally {
    changes.disconnect();
    await marina.stop();
    await exchange.stop();
  }
}

/** In life the browser has a machine of its own: here it does not wait for what serves it. */
function giveWay(pid: number | undefined): void {
  if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
}

/** Each has a key of its own, as a person and another system have. */
async function keyOf(url: string, name: string): Promise<string> {
  const response = await fetch(`${url}/v1/api-keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name,
      scopes: ['orders:read', 'orders:write', 'recon:read', 'ops:read'],
    }),
  });
  const { secret } = (await response.json()) as { readonly secret?: string };
  if (secret === undefined) throw new Error(`No key was made: ${response.status}`);
  return secret;
}

/** Several, because other work on the machine can only make one slower. */
async function openings(watcher: Watcher): Promise<readonly Opened[]> {
  const opened: Opened[] = [];
  while (opened.length < OPENINGS) opened.push(await watcher.open());
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return opened;
}

/** Counts on while it runs. */
async function started(changes: ChildProcess, task: ChangesTask): Promise<ChangesMade> {
  const counts = { made: 0, refused: {} };
  changes.on('message', (message) => void Object.assign(counts, message));
  changes.send(task);
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return counts;
}

function reportOpened(opened: readonly Opened[]): void {
  const times = opened.map(({ rowsMs }) => rowsMs).sort((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)] ?? Number.NaN;
  const { code, fonts, data } = opened[0] ?? { code: NaN, fonts: NaN, data: NaN };
  const most = `${(times.at(-1) ?? Number.NaN).toFixed(0)} ms at most`;
  const middle = opened.find(({ rowsMs }) => rowsMs === median);
  say(`  first rows: ${median.toFixed(0)} ms, ${most} ${verdict(median <= GOAL_ROWS_MS)}`);
  say(`    ms from the start, asked-answered: ${middle?.steps ?? ''}`);
  say(
    `  first load: ${kb(code)} of code and styles ${verdict(code <= GOAL_BYTES)}, fonts ${kb(fonts)}, answers ${kb(data)}`,
  );
}

function reportScrolled(rounds: readonly Scrolled[]): void {
  const tasks = rounds.flatMap(({ longTasks }) => longTasks);
  const ours = tasks.filter(({ cpuMs }) => cpuMs > LONG_MS);
  const observed = rounds.reduce((sum, round) => sum + round.observed, 0);
  say(
    `  tasks over ${LONG_MS} ms: ${tasks.length} (${observed} seen by the page), the longest ${longest(tasks, 'ms')} ms`,
  );
  say(
    `  of these over ${LONG_MS} ms of processor time: ${ours.length}, the longest ${longest(ours, 'cpuMs')} ms ${verdict(ours.length === 0)}`,
  );
  say(
    `  main thread at work: ${rounds.map(({ busy }) => `${(busy * 100).toFixed(0)} %`).join(' ')}`,
  );
  for (const { ms, cpuMs, parts } of [...tasks].sort((a, b) => b.cpuMs - a.cpuMs).slice(0, 8))
    say(`    ${ms.toFixed(0)} ms, processor ${cpuMs.toFixed(0)}: ${parts}`);
}

function reportHeap(rounds: readonly Scrolled[]): void {
  const sizes = rounds.map(({ heapBytes }) => heapBytes);
  const [first = 0] = sizes;
  const growth = (sizes.at(-1) ?? 0) / first - 1;
  const minutes = sizes.map((size) => (size / 1e6).toFixed(1)).join(' ');
  say(`  heap after each minute, MB: ${minutes}`);
  say(`  growth ${(growth * 100).toFixed(0)} % ${verdict(growth <= GOAL_HEAP_GROWTH)}`);
  say(`  rows held by the list: ${rounds.map(({ rowsShown }) => rowsShown).join(' ')}`);
}

function longest(tasks: readonly LongTask[], name: 'ms' | 'cpuMs'): string {
  return Math.max(0, ...tasks.map((task) => task[name])).toFixed(0);
}

function kb(bytes: number): string {
  return `${(bytes / 1_024).toFixed(0)} KB`;
}

function verdict(isMet: boolean): string {
  if (!isMet) process.exitCode = 1;
  return isMet ? '(met)' : '(NOT MET)';
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
