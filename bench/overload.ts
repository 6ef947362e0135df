import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { Agent, fetch } from 'undici';
import { makeKeys } from './api-keys.js';
import { listedTermsOf } from './order-rows.js';
import type { CrowdFigures, CrowdTask } from './overload-crowd.js';
import { startPostgres } from './postgres-server.js';
import { startExchange, startMarina } from './processes.js';

/**
 * Cancels while the service is asked for five times as much as it can do: reads and posts, of callers who all keep
 * within their own limits of places. A cancel counts from the dealer's request until the exchange has answered it, on a
 * connection that was there before: Node.js accepts one a turn of the event loop, so new ones wait behind the crowd's.
 * The goals: each within a second, none refused, and no larger a share of the posts refused than of the reads.
 */
const TIMES = Number(process.env['BENCH_TIMES'] ?? 5);
const CROWD_KEYS = 24;
/** Enough to keep a service busy that answers at once. */
const AT_ONCE = 64;
const AT_ONCE_MAX = 2_000;
const CAPACITY_MS = 8_000;
const OVERLOAD_MS = 40_000;
/** Fewer than the calls that the budget of a minute keeps for cancels while posts would use it up. */
const CANCELS = 8;
const CANCEL_EVERY_MS = 4_000;
const READ_EVERY_MS = 1_000;
/** Nobody sells at that price. */
const RESTING = { side: 'BUY', price: '12.00' } as const;
const GOAL_MS = 1_000;

export async function measureOverload(folder: string): Promise<void> {
  const server = process.env['BENCH_DATABASE'] === 'postgres' ? await startPostgres() : null;
  const exchange = await startExchange();
  const url = (await server?.database('overload')) ?? `sqlite:${join(folder, 'overload.db')}`;
  const marina = await startMarina(url, exchange.url, { TRADING_SESSION: 'always' });
  const crowd = fork(fileURLToPath(new URL('overload-crowd.js', import.meta.url)));
  try {
    await once(crowd, 'message');
    const [dealer = '', ...keys] = await makeKeys(marina.url, CROWD_KEYS + 1);
    await measureWith(marina.url, { dealer, keys, crowd });
  } finally {
    crowd.disconnect();
    await marina.stop();
    await exchange.stop();
    await server?.stop();
  }
}

interface Callers {
  readonly dealer: string;
  readonly keys: readonly string[];
  readonly crowd: ChildProcess;
}

async function measureWith(url: string, { dealer, keys, crowd }: Callers): Promise<void> {
  const orders = await workingOrders(url, dealer);
  const closed = { url, keys, perSecond: null, atOnce: AT_ONCE, forMs: CAPACITY_MS };
  const [last = ''] = orders.slice(-1);
  const readFor = (forMs: number): Promise<void> => keepReading(url, dealer, last, forMs);
  await Promise.all([ask(crowd, closed), readFor(CAPACITY_MS)]);
  const [quiet] = await Promise.all([ask(crowd, closed), readFor(CAPACITY_MS)]);
  const capacity = (doneOf(quiet.reads) + doneOf(quiet.posts)) / (CAPACITY_MS / 1_000);
  const perSecond = TIMES * capacity;
  const overload = ask(crowd, {
    ...closed,
    perSecond,
    atOnce: AT_ONCE_MAX,
    forMs: OVERLOAD_MS,
  });
  const cancels: Cancelled[] = [];
  for (const id of orders) {
    await readFor(CANCEL_EVERY_MS);
    cancels.push(await cancel(url, dealer, id));
  }
  report(capacity, await overload, cancels);
  await dispatcher.close();
}

function report(capacity: number, figures: CrowdFigures, cancels: readonly Cancelled[]): void {
  const { reads, posts, notSent } = figures;
  const times = cancels.map(({ ms }) => ms).sort((a, b) => a - b);
  const refused = cancels.filter(({ status }) => status !== 200).length;
  const shares = { reads: refusedShare(reads), posts: refusedShare(posts) };
  const longest = times.at(-1) ?? Number.NaN;
  // Else the service was not the limit, or did nothing but refuse.
  const isOverload = notSent > 0 && doneOf(reads) > 0 && doneOf(posts) > 0;
  const isMet = isOverload && longest <= GOAL_MS && refused === 0 && shares.posts <= shares.reads;
  if (!isMet) process.exitCode = 1;
  const offered = (sum(reads) + sum(posts) + notSent) / (OVERLOAD_MS / 1_000);
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  say(
    `capacity ${capacity.toFixed(0)} answers a second; ${offered.toFixed(0)} a second arrive, and find up to ${AT_ONCE_MAX} waiting`,
  );
  say(`reads ${JSON.stringify(reads)}, posts ${JSON.stringify(posts)}, not sent ${notSent}`);
  say(`refused: ${percent(shares.reads)} of the reads, ${percent(shares.posts)} of the posts`);
  say(
    `${cancels.length} cancels: p50 ${(times[times.length >> 1] ?? Number.NaN).toFixed(0)} ms, longest ${longest.toFixed(0)} ms, ${refused} refused (goal: at most ${GOAL_MS} ms, none; ${isMet ? 'met' : 'NOT MET'})`,
  );
}

interface Cancelled {
  readonly ms: number;
  /** 200: the exchange has answered. */
  readonly status: number;
}

const dispatcher = new Agent({ connections: 1 });

/** A connection that is not used is closed. */
async function keepReading(url: string, key: string, id: string, forMs: number): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  for (const since = performance.now(); performance.now() - since < forMs;) {
    const answer = await fetch(`${url}/v1/orders/${id}`, { headers, dispatcher });
    await answer.text();
    await sleep(READ_EVERY_MS);
  }
}

async function cancel(url: string, key: string, id: string): Promise<Cancelled> {
  const since = performance.now();
  const { status } = await fetch(`${url}/v1/orders/${id}/cancel`, {
    method: 'POST',
    dispatcher,
    headers: { authorization: `Bearer ${key}`, prefer: 'wait=30' },
  });
  return { ms: performance.now() - since, status };
}

/** Posted and acknowledged while nobody else is there. */
async function workingOrders(url: string, key: string): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < CANCELS; number += 1) {
    const answer = await fetch(`${url}/v1/orders`, {
      method: 'POST',
      dispatcher,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        prefer: 'wait=30',
      },
      body: JSON.stringify({
        ...listedTermsOf(number),
        ...RESTING,
        clientOrderId: `dealer-${number}`,
      }),
    });
    const { id } = (await answer.json()) as { readonly id?: string };
    if (answer.status !== 201 || id === undefined)
      throw new Error(`An order was answered with ${answer.status}`);
    ids.push(id);
  }
  return ids;
}

function sum(statuses: Readonly<Record<number, number>>): number {
  return Object.values(statuses).reduce((total, count) => total + count, 0);
}

function doneOf(statuses: Readonly<Record<number, number>>): number {
  return (statuses[200] ?? 0) + (statuses[202] ?? 0);
}

function refusedShare(statuses: Readonly<Record<number, number>>): number {
  return 1 - doneOf(statuses) / sum(statuses);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

async function ask(crowd: ChildProcess, task: CrowdTask): Promise<CrowdFigures> {
  crowd.send(task);
  const [figures] = (await once(crowd, 'message')) as [CrowdFigures];
  return figures;
}

function sleep(forMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, forMs));
}
