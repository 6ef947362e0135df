import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { writeAbuseBook, type Book } from './abuse-book.js';
import { startPostgres } from './postgres-server.js';
import { key, startExchange, startMarina, UNLIMITED } from './processes.js';

/**
 * What compliance waits for, on SQLite or, with `BENCH_DATABASE=postgres`, on PostgreSQL; on a trail of a million entries about 250,000 orders of one day: each filter of orders
 * and of the trail, one after the other by one caller; then the verification of the whole trail, and its export. See
 * docs/benchmarks.md.
 */
const ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 1_000_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 40);
const WARM_UP = 3;
const GOAL_P95_MS = 50;
/** Verification against hashing the same bytes and doing nothing else. */
const GOAL_OF_RAW = 0.5;

export async function measureAudit(folder: string): Promise<void> {
  const server = process.env['BENCH_DATABASE'] === 'postgres' ? await startPostgres() : null;
  try {
    const databaseUrl = await server?.database('audit');
    await measureOn(databaseUrl ?? `sqlite:${join(folder, 'audit.db')}`, folder);
  } finally {
    await server?.stop();
  }
}

async function measureOn(databaseUrl: string, folder: string): Promise<void> {
  say(`writing a trail of ${ENTRIES} entries`);
  const book = await writeAbuseBook(databaseUrl, ENTRIES);
  const exchange = await startExchange();
  const marina = await startMarina(databaseUrl, exchange.url, {
    TRADING_SESSION: 'always',
    MARINA_CHECKPOINT_DIR: join(folder, 'checkpoints'),
    MARINA_SIGNING_KEY_FILE: join(folder, 'signing-key.pem'),
    ...UNLIMITED,
  });
  try {
    say(`${book.orders} orders; ${ROUNDS} calls of each, milliseconds\n`);
    say(line(['', 'p50', 'p95', 'rows', '']));
    for (const path of pathsOf(book)) await measureQuery(marina.url, path);
    await measureExport(marina.url);
    await measureVerification(marina.url, book.hashedBytes);
  } finally {
    await marina.stop();
    await exchange.stop();
  }
}

function pathsOf(book: Book): readonly string[] {
  const { orderId, clientOrderId, requestId, tradingDate, at } = book;
  const account = 'C0002500';
  const later = new Date(Date.parse(at) + 60_000).toISOString();
  const ofOrders = [
    'status=Filled', 'status=Open', 'side=BUY', 'security=SD7PLC', `accountNumber=${account}`,
    `clientOrderId=${clientOrderId}`, 'orderRef=none', 'orderNumber=225001', `tradingDate=${tradingDate}`,
    `createdFrom=${at}&createdTo=${later}`, 'pending=Post', 'certain=false', 'hasBreaks=true',
    `accountNumber=${account}&side=SELL&status=Filled`, `asOf=${at}`, `asOf=${at}&accountNumber=${account}`,
  ]; // prettier-ignore
  const ofTrail = [
    `orderId=${orderId}`, 'orderRef=none', 'orderNumber=225001', `accountNumber=${account}`, 'security=SD7PLC',
    'actor=key:admin', 'actor=nobody', 'onBehalfOf=nobody', 'type=POST_SENT', `tradingDate=${tradingDate}`,
    `from=${at}&to=${later}`, `requestId=${requestId}`, 'afterSequence=500000', 'order=desc',
    `accountNumber=${account}&type=STATUS_CHANGED`, `from=${at}&actor=nobody`,
  ]; // prettier-ignore
  return [
    ...ofOrders.map((query) => `/v1/orders?limit=50&${query}`),
    `/v1/orders/${orderId}`,
    `/v1/orders/${orderId}?asOf=${at}`,
    `/v1/orders/${orderId}/report`,
    ...ofTrail.map((query) => `/v1/audit/events?limit=50&${query}`),
    `/v1/audit/handled-orders?accountNumber=${account}&from=${tradingDate}&to=${tradingDate}`,
    `/v1/audit/unknown-outcomes?from=${at}`,
  ];
}

async function measureQuery(url: string, path: string): Promise<void> {
  const times: number[] = [];
  let rows = '';
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const began = performance.now();
    const body = await (await ask(url, path)).text();
    if (round >= 0) times.push(performance.now() - began);
    rows = body.startsWith('{"data":[') ? String(rowsIn(body)) : '';
  }
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const isMet = at(0.95) <= GOAL_P95_MS;
  if (!isMet) process.exitCode = 1;
  const name = path.replace('/v1/', '').replace('limit=50&', '');
  say(line([name, at(0.5).toFixed(1), at(0.95).toFixed(1), rows, isMet ? '' : 'NOT MET']));
}

function rowsIn(body: string): number {
  return (JSON.parse(body) as { readonly data: readonly unknown[] }).data.length;
}

async function measureExport(url: string): Promise<void> {
  const began = performance.now();
  const { body } = await ask(url, '/v1/audit/export?format=ndjson');
  let bytes = 0;
  for await (const chunk of body ?? []) bytes += (chunk as Uint8Array).length;
  const seconds = (performance.now() - began) / 1_000;
  say(
    `\nexport: ${seconds.toFixed(1)} s, ${perSecond(seconds)} entries a second, ${Math.round(bytes / 1e6)} MB`,
  );
}

interface Verdict {
  readonly valid: boolean;
  readonly entries: number;
  readonly mode: string;
  readonly from: number;
}

async function measureVerification(url: string, bytes: number): Promise<void> {
  const raw = rawSeconds(bytes);
  // The note of a verification is signed with the key of the first checkpoint.
  await ask(url, '/v1/audit/signed-checkpoints', 'POST');
  for (const [name, mode] of [
    ['verification', 'full'],
    ['once more', 'full'],
    ['since the last', 'since'],
  ]) {
    const began = performance.now();
    const answer = await ask(url, '/v1/audit/verifications', 'POST', { mode });
    const verdict = (await answer.json()) as Verdict;
    const seconds = (performance.now() - began) / 1_000;
    const share = raw / seconds;
    const isMet = verdict.valid && share >= GOAL_OF_RAW;
    if (!isMet) process.exitCode = 1;
    say(
      `${name}: ${seconds.toFixed(1)} s, ${perSecond(seconds)} entries a second, ${share.toFixed(2)} of hashing the same bytes alone (${raw.toFixed(1)} s); valid: ${verdict.valid}, ${verdict.mode}, ${verdict.entries} entries, read from ${verdict.from} on; ${isMet ? 'met' : 'NOT MET'}`,
    );
  }
}

/** Hashes as many bytes in as many pieces. */
function rawSeconds(bytes: number): number {
  const piece = Buffer.alloc(Math.max(1, Math.floor(bytes / ENTRIES)), 'a');
  const began = performance.now();
  for (let entry = 0; entry < ENTRIES; entry += 1) createHash('sha256').update(piece).digest('hex');
  return (performance.now() - began) / 1_000;
}

async function ask(url: string, path: string, method = 'GET', body?: object): Promise<Response> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...json },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
}

function perSecond(seconds: number): string {
  return Math.round(ENTRIES / seconds).toLocaleString('en');
}

function line(cells: readonly string[]): string {
  const [name = '', ...figures] = cells;
  const last = figures.pop() ?? '';
  return `${name.padEnd(84)}${figures.map((figure) => figure.padStart(9)).join('')}  ${last}`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
