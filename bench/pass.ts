import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tradingDateOf } from '../src/market/trading-calendar/trading-day.js';
import { termsOf } from './order-rows.js';
import { CHANGED_ORDERS, NEW_TRADES, ORDERS, TRADES, writeBook } from './pass-book.js';
import type { PassFigures } from './pass-service.js';
import { key } from './processes.js';

/**
 * One reconciliation run over a large book, from the bytes of the lists to committed changes, while
 * orders are being accepted: how long it takes, how much memory it needs, and how long callers wait.
 */
const IS_LARGE = ORDERS > 20_000;
const GOAL_MS = 1_500;
const GOAL_HELD_MS = 50;
/** For the whole process, with a heap limit as an operator would set it. */
const GOAL_MB = 500;
const HEAP_MB = 384;
const POST_EVERY_MS = 20;
const IDLE_MS = 3_000;
const QUIET_PASSES = 3;

export async function measurePass(folder: string): Promise<void> {
  const databaseUrl = `sqlite:${join(folder, 'pass.db')}`;
  await writeBook(databaseUrl);
  const exchange = start('pass-exchange.js', [tradingDateOf(Date.now())]);
  const { url: exchangeUrl, bytes } = (await messageOf(exchange)) as {
    url: string;
    bytes: { orders: number; trades: number };
  };
  const limits = IS_LARGE ? { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` } : {};
  const service = start('pass-service.js', [], {
    ...environment(databaseUrl, exchangeUrl),
    ...limits,
  });
  const { url } = (await messageOf(service)) as { url: string };
  const mb = (count: number): string => (count / 1e6).toFixed(1);
  say(`${ORDERS} working orders, a list of as many rows (${mb(bytes.orders)} MB), and`);
  say(`${TRADES} trades (${mb(bytes.trades)} MB); an order is posted every ${POST_EVERY_MS} ms\n`);
  say(line(['', 'time ms', 'cpu ms', 'held p99', 'held max', 'peak MB', 'post p50', 'post p99']));
  const measure = (name: string, work: 'pass' | number): Promise<PassFigures> =>
    measured({ service, url }, name, work);
  // Starts on its own when the service has started. No list has shown these orders before.
  let worst = await measure('first pass', 'pass');
  await measure('no pass', IDLE_MS);
  for (let n = 0; n < QUIET_PASSES; n += 1) {
    worst = worse(worst, await measure('nothing changed', 'pass'));
  }
  exchange.send('move');
  await messageOf(exchange);
  const moved = await measure('1 % changed', 'pass');
  worst = worse(worst, moved);
  const told = await fetch(`${url}/v1/audit/verifications`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  });
  const { valid } = (await told.json()) as { readonly valid: boolean };
  for (const child of [service, exchange]) {
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  }
  const booked = moved.changed >= CHANGED_ORDERS + NEW_TRADES && moved.fills === NEW_TRADES;
  say(
    `\nbooked of the last: ${moved.changed} orders changed, ${moved.fills} executions ${verdict(booked, 'all')}`,
  );
  say(`the audit chain ${verdict(valid, 'valid')}`);
  judge(worst);
}

function judge({ ms: time, delayP99Ms, peakMb }: PassFigures): void {
  if (IS_LARGE) {
    say(
      `peak of the process: ${peakMb.toFixed(0)} MB ${verdict(peakMb < GOAL_MB, `under ${GOAL_MB} MB`)}`,
    );
    return;
  }
  say(`slowest pass: ${time.toFixed(0)} ms ${verdict(time < GOAL_MS, `under ${GOAL_MS} ms`)}`);
  const isMet = delayP99Ms <= GOAL_HELD_MS;
  const goal = `at most ${GOAL_HELD_MS} ms`;
  say(
    `event loop held, p99 of the worst pass: ${delayP99Ms.toFixed(0)} ms ${verdict(isMet, goal)}`,
  );
}

interface Subject {
  readonly service: ChildProcess;
  readonly url: string;
}

async function measured(
  { service, url }: Subject,
  name: string,
  work: 'pass' | number,
): Promise<PassFigures> {
  const { waits, result } = await whilePosting(url, () => {
    const figures = messageOf(service);
    service.send(work);
    return figures as Promise<PassFigures>;
  });
  const figures = [
    result.ms.toFixed(0),
    result.cpuMs.toFixed(0),
    result.delayP99Ms.toFixed(1),
    result.delayMaxMs.toFixed(1),
    result.peakMb.toFixed(0),
  ];
  say(line([name, ...figures, ms(waits, 0.5), ms(waits, 0.99)]));
  return result;
}

function worse(a: PassFigures, b: PassFigures): PassFigures {
  return {
    ...b,
    ms: Math.max(a.ms, b.ms),
    peakMb: Math.max(a.peakMb, b.peakMb),
    delayP99Ms: Math.max(a.delayP99Ms, b.delayP99Ms),
    delayMaxMs: Math.max(a.delayMaxMs, b.delayMaxMs),
  };
}

let posted = 0;

/** Posts orders at a fixed pace without waiting for answers; measures how long each took. */
async function whilePosting<T>(
  url: string,
  work: () => Promise<T>,
): Promise<{ readonly waits: readonly number[]; readonly result: T }> {
  const posts: Promise<number>[] = [];
  // If the service blocks so long that a connection breaks, it counts as not answering at all.
  const timer = setInterval(() => posts.push(post(url).catch(() => Infinity)), POST_EVERY_MS);
  const result = await work();
  clearInterval(timer);
  return { waits: await Promise.all(posts), result };
}

async function post(url: string): Promise<number> {
  const startedAt = performance.now();
  posted += 1;
  const response = await fetch(`${url}/v1/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...termsOf(posted), clientOrderId: `meanwhile-${posted}` }),
  });
  const text = await response.text();
  if (response.status !== 202) throw new Error(`${response.status}: ${text}`);
  return performance.now() - startedAt;
}

function environment(databaseUrl: string, exchangeUrl: string): Record<string, string> {
  return {
    PORT: '0',
    DATABASE_URL: databaseUrl,
    EXCHANGE_BASE_URL: exchangeUrl,
    EXCHANGE_API_KEYS: 'sk_test_benchmark',
    BROKER_CODE: 'MARINA',
    TRADING_SESSION: 'always',
    RECONCILE_INTERVAL_MS: '3600000',
    MARINA_ADMIN_KEY: key,
    MARINA_KEY_PEPPER: 'benchmark-pepper-0123456789-0123456789',
    LOG_LEVEL: 'warn',
  };
}

function start(
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
): ChildProcess {
  const file = fileURLToPath(new URL(`./${name}`, import.meta.url));
  return fork(file, args, { env: { ...process.env, ...env } });
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('A process of the benchmark has ended');
  });
  ended.catch(() => undefined);
  const [message] = (await Promise.race([once(child, 'message'), ended])) as unknown[];
  return message;
}

function ms(waits: readonly number[], share: number): string {
  const sorted = [...waits].sort((a, b) => a - b);
  return (sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(1);
}

function line([name = '', ...figures]: readonly string[]): string {
  return name.padEnd(18) + figures.map((figure) => figure.padStart(10)).join('');
}

function verdict(met: boolean, goal: string): string {
  if (!met) process.exitCode = 1;
  return `(goal: ${goal}; ${met ? 'met' : 'NOT MET'})`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
