import { join } from 'node:path';
import { key, startExchange, startMarina, UNLIMITED, type Running } from './processes.js';

/**
 * How many of the exchange's 100 calls a minute become useful work when there is always more to do:
 * readers of quotes, a dealer who posts without end, and another who cancels now and then.
 */
const READERS = 200;
const QUOTES = 40;
const READING_S = 60;
const WARM_UP_S = 65;
/** Three times as long as a slot is held, so that the start of the window does not matter. */
const SATURATED_S = 181;
const CANCEL_EVERY_MS = 7_000;
const QUEUE_LEAST = 150;
const GOAL_USEFUL = 95;
const GOAL_CANCEL_MS = 1_000;

interface Call {
  readonly arrivedAt: number;
  readonly path: string;
  readonly status: number | null;
  readonly orderNumber: string | null;
}

export async function measureSaturation(folder: string): Promise<void> {
  const exchange = await startExchange();
  const marina = await startMarina(`sqlite:${join(folder, 'saturation.db')}`, exchange.url, {
    TRADING_SESSION: 'always',
    RECONCILE_INTERVAL_MS: '5000',
    ...UNLIMITED,
  });
  try {
    const reading = await read(marina, exchange);
    const trading = await saturate(marina, exchange);
    report(reading, trading);
  } finally {
    await marina.stop();
    await exchange.stop();
  }
}

interface Reading {
  readonly reads: number;
  readonly sources: Readonly<Record<string, number>>;
  readonly calls: number;
}

async function read(marina: Running, exchange: Running): Promise<Reading> {
  const { body } = await api<{ data: { symbol: string }[] }>(
    marina,
    'GET',
    `/v1/market/companies?limit=${QUOTES}`,
  );
  if (body.data === undefined) throw new Error(JSON.stringify(body));
  const symbols = body.data.map((company) => company.symbol);
  const before = (await callsOf(exchange)).length;
  const sources: Record<string, number> = {};
  const until = Date.now() + READING_S * 1_000;
  const readers = Array.from({ length: READERS }, async (_, reader) => {
    for (let turn = reader; Date.now() < until; turn += 1) {
      const path = `/v1/market/quotes/${symbols[turn % symbols.length] ?? ''}`;
      const answer = await api<{ source?: string; code?: string }>(marina, 'GET', path);
      const source = answer.body.source ?? answer.body.code ?? String(answer.status);
      sources[source] = (sources[source] ?? 0) + 1;
      await sleep(200);
    }
  });
  await Promise.all(readers);
  const calls = (await callsOf(exchange)).slice(before);
  const quotes = calls.filter((call) => call.path.includes('/security/quote'));
  const reads = Object.values(sources).reduce((sum, count) => sum + count, 0);
  return { reads, sources, calls: quotes.length };
}

interface Trading {
  readonly usefulPerMinute: number;
  readonly refused: number;
  readonly worstMinute: number;
  readonly byPath: Readonly<Record<string, number>>;
  /** From the dealer's request until the cancel arrives at the exchange. */
  readonly cancelWaitsMs: readonly number[];
}

async function saturate(marina: Running, exchange: Running): Promise<Trading> {
  const startedAt = Date.now();
  const until = startedAt + (WARM_UP_S + SATURATED_S) * 1_000;
  const cancelled = new Map<string, number>();
  const posting = keepPosting(marina, until);
  await sleep(WARM_UP_S * 1_000);
  const from = Date.now();
  await keepCancelling(marina, until, cancelled);
  await posting;
  const calls = await callsOf(exchange);
  const counted = calls.filter((call) => call.arrivedAt >= from && call.arrivedAt < until);
  const byPath: Record<string, number> = {};
  for (const call of counted) {
    const path = call.path.replace(/^\/v2\/vendor\//, '').replace(/\?.*/, '');
    byPath[path] = (byPath[path] ?? 0) + 1;
  }
  const useful = counted.filter((call) => call.status === 200).length;
  const cancelWaitsMs = calls.flatMap((call) => {
    const asked = call.path.endsWith('/order/cancel')
      ? cancelled.get(call.orderNumber ?? '')
      : undefined;
    return asked === undefined ? [] : [call.arrivedAt - asked];
  });
  return {
    usefulPerMinute: (useful * 60_000) / (until - from),
    refused: calls.filter((call) => call.status === 429).length,
    worstMinute: await worstMinuteOf(exchange),
    byPath,
    cancelWaitsMs,
  };
}

/** Keeps the queue from ever being empty. */
async function keepPosting(marina: Running, until: number): Promise<void> {
  let number = 0;
  while (Date.now() < until) {
    const { body } = await api<{ requests: { Queued: number } }>(marina, 'GET', '/v1/ops/status');
    const missing = Math.max(0, QUEUE_LEAST - body.requests.Queued);
    const posts = Array.from({ length: missing }, () => {
      number += 1;
      return api(marina, 'POST', '/v1/orders', {
        clientOrderId: `load-${number}`,
        side: 'BUY',
        security: 'SD11PLC',
        units: String(number),
        price: '12.40',
        timeInForce: 'Day Order (DO)',
        accountNumber: 'C0012345',
        clientName: 'Ada Obi',
      });
    });
    await Promise.all(posts);
    await sleep(500);
  }
}

async function keepCancelling(
  marina: Running,
  until: number,
  cancelled: Map<string, number>,
): Promise<void> {
  while (Date.now() < until - CANCEL_EVERY_MS) {
    await sleep(CANCEL_EVERY_MS);
    const path = '/v1/orders?status=Posted,Open&limit=200';
    const { body } = await api<{ data: { id: string; orderNumber: string }[] }>(
      marina,
      'GET',
      path,
    );
    const order = body.data.find((one) => !cancelled.has(one.orderNumber));
    if (order === undefined) continue;
    cancelled.set(order.orderNumber, Date.now());
    await api(marina, 'POST', `/v1/orders/${order.id}/cancel`, {});
  }
}

function report(reading: Reading, trading: Trading): void {
  const { reads, sources, calls } = reading;
  const waits = [...trading.cancelWaitsMs].sort((a, b) => a - b);
  const longest = waits.at(-1) ?? Number.NaN;
  const cached = (sources['cache'] ?? 0) + (sources['stale'] ?? 0);
  const lines = [
    `${READERS} readers of ${QUOTES} quotes for ${READING_S} s: ${reads} reads, ${calls} calls of the exchange`,
    `  answered from memory: ${((cached / reads) * 100).toFixed(2)} % (${JSON.stringify(sources)})`,
    '',
    `A queue that is never empty, for ${SATURATED_S} s after ${WARM_UP_S} s: ${JSON.stringify(trading.byPath)}`,
    `  useful calls a minute: ${trading.usefulPerMinute.toFixed(1)} ${verdict(trading.usefulPerMinute >= GOAL_USEFUL, `at least ${GOAL_USEFUL}`)}`,
    `  worst rolling minute at the exchange: ${trading.worstMinute} ${verdict(trading.worstMinute <= 100, 'at most 100')}`,
    `  refused for the rate (429): ${trading.refused} ${verdict(trading.refused === 0, 'none')}`,
    `  a cancel is at the exchange after: p50 ${String(waits[Math.floor(waits.length / 2)])} ms, longest ${longest} ms, of ${waits.length} ${verdict(longest <= GOAL_CANCEL_MS, `at most ${GOAL_CANCEL_MS} ms`)}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function verdict(met: boolean, goal: string): string {
  if (!met) process.exitCode = 1;
  return `(goal: ${goal}; ${met ? 'met' : 'NOT MET'})`;
}

async function callsOf(exchange: Running): Promise<readonly Call[]> {
  return (await controlCalls(exchange)).calls;
}

async function worstMinuteOf(exchange: Running): Promise<number> {
  return (await controlCalls(exchange)).worstMinute;
}

async function controlCalls(
  exchange: Running,
): Promise<{ readonly calls: readonly Call[]; readonly worstMinute: number }> {
  const response = await fetch(`${exchange.url}/control/calls`);
  return (await response.json()) as { calls: readonly Call[]; worstMinute: number };
}

/** `T` is the type of the answer that the caller expects. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- said at the call
async function api<T>(
  marina: Running,
  method: string,
  path: string,
  body?: object,
): Promise<{ readonly status: number; readonly body: T }> {
  const response = await fetch(`${marina.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
