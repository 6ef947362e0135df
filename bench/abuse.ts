import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Attack, AttackCounts } from './abuse-attacker.js';
import { writeAbuseBook, type Book } from './abuse-book.js';
import type { DealerFigures, DealerTask } from './abuse-dealer.js';
import { makeKeys } from './api-keys.js';
import { startPostgres } from './postgres-server.js';
import { startExchange, startMarina } from './processes.js';

/**
 * What honest callers notice while somebody attacks the service, or only asks it something heavy: order entry and
 * new callers, quietly and during each attack, in one run. See docs/benchmarks.md.
 */
const ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 240_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const ONLY = process.env['BENCH_ATTACKS']?.split(',');
const WINDOW_MS = 4_000;
const SETTLE_MS = 1_000;
const OPEN_FILES = 1_024;
/** More than the service may open. */
const MANY = 1_100;
const FLOOD_CONNECTIONS = 64;
const HEAVY_CALLERS = 4;
const STREAMS = 200;
const STREAMS_A_KEY = 20;
const WAITING_CALLERS = 300;
const BODY_CALLERS = 2;
/** Of many small parts, and nearly as long as a body may be. */
const LONG_BODY = `{"a":[${'[],'.repeat(10_000)}[]]}`;
/** Before an answer that takes the database longer. */
const LEAVES_AFTER_MS = 15;

const GOAL_RATIO = 2;
const GOAL_NEWCOMER_MS = 1_000;

type Named = Readonly<Record<string, Omit<Attack, 'url'>>>;

export async function measureAbuse(folder: string): Promise<void> {
  const server = process.env['BENCH_DATABASE'] === 'postgres' ? await startPostgres() : null;
  try {
    const databaseUrl = (await server?.database('abuse')) ?? `sqlite:${join(folder, 'abuse.db')}`;
    await measureOn(databaseUrl);
  } finally {
    await server?.stop();
  }
}

async function measureOn(databaseUrl: string): Promise<void> {
  say(`writing a trail of ${ENTRIES} entries`);
  const book = await writeAbuseBook(databaseUrl, ENTRIES);
  const exchange = await startExchange();
  const env = { TRADING_SESSION: 'always' };
  const marina = await startMarina(databaseUrl, exchange.url, env, OPEN_FILES);
  const dealer = fork(fileOf('abuse-dealer.js'));
  try {
    await once(dealer, 'message');
    // The first is the dealer's, the second that of new callers; the others are the attackers'.
    const keys = await makeKeys(marina.url, 2 + STREAMS / STREAMS_A_KEY);
    const task: DealerTask = {
      url: marina.url,
      dealerKey: keys[0] ?? '',
      newcomerKey: keys[1] ?? '',
      orderId: book.orderId,
      forMs: WINDOW_MS,
    };
    await ask(dealer, task);
    await ask(dealer, task);
    say(
      `${book.orders} orders; an order every 20 ms, a new caller every 200 ms, ${ROUNDS} rounds of ${WINDOW_MS / 1_000} s each\n`,
    );
    say(line(['', 'order p50', 'p99', 'ratio', 'refused', 'caller max', 'refused', '']));
    for (const [name, attack] of Object.entries(attacksOn(book, keys.slice(2)))) {
      if (ONLY !== undefined && !ONLY.some((one) => name.includes(one))) continue;
      await measureOne(name, { ...attack, url: marina.url }, () => ask(dealer, task));
    }
  } finally {
    dealer.disconnect();
    await marina.stop();
    await exchange.stop();
  }
}

function attacksOn(book: Book, keys: readonly string[]): Named {
  const [one = ''] = keys;
  const idle = { connections: MANY, keys } as const;
  const flood = { kind: 'requests', connections: FLOOD_CONNECTIONS } as const;
  const heavy = (path: string, method: 'GET' | 'POST' = 'GET'): Omit<Attack, 'url'> => ({
    kind: 'requests',
    connections: HEAVY_CALLERS,
    keys: [one],
    method,
    path,
  });
  const ofDay = `from=${book.tradingDate}&to=${book.tradingDate}`;
  return {
    [`${MANY} idle connections`]: { kind: 'idle', ...idle },
    [`${MANY} slow headers`]: { kind: 'slow headers', ...idle },
    [`${MANY} slow bodies`]: { kind: 'slow bodies', ...idle },
    'wrong keys at full speed': { ...flood, path: '/v1/orders' },
    'long bodies without a key': {
      kind: 'requests',
      connections: BODY_CALLERS,
      method: 'POST',
      path: '/v1/orders',
      body: LONG_BODY,
    },
    'one key floods: small reads': { ...flood, keys: [one], path: `/v1/orders/${book.orderId}` },
    'one key floods: long lists': { ...flood, keys: [one], path: '/v1/orders?limit=200' },
    'one key floods: orders': { ...flood, keys: [one], posts: true },
    [`${WAITING_CALLERS} callers that wait`]: {
      ...flood,
      connections: WAITING_CALLERS,
      keys: [one],
      posts: true,
      headers: { prefer: 'wait=30' },
    },
    [`${STREAMS} streams`]: {
      kind: 'streams',
      connections: STREAMS,
      keys: keys.slice(0, STREAMS / STREAMS_A_KEY),
    },
    'audit/events?requestId=': heavy(`/v1/audit/events?requestId=${book.requestId}&limit=200`),
    'audit/events?from=': heavy(`/v1/audit/events?from=${book.at}&limit=200`),
    'audit/events?from=&actor=': heavy(`/v1/audit/events?from=${book.at}&actor=nobody&limit=200`),
    'orders?clientOrderId=': heavy(`/v1/orders?clientOrderId=${book.clientOrderId}`),
    'orders, many filters': heavy('/v1/orders?side=BUY&hasBreaks=false&certain=false&limit=200'),
    'orders, abandoned': {
      ...heavy('/v1/orders?side=BUY&hasBreaks=false&certain=false&limit=1'),
      leavesAfterMs: LEAVES_AFTER_MS,
    },
    'exchange/calls': { ...heavy('/v1/exchange/calls?limit=50'), connections: 2 * HEAVY_CALLERS },
    'trading-days/{date}': heavy(`/v1/trading-days/${book.tradingDate}`),
    'trading-days/{date}/report': heavy(`/v1/trading-days/${book.tradingDate}/report?format=html`),
    'trading-days': heavy('/v1/trading-days?limit=200'),
    'audit/best-execution, json': heavy(`/v1/audit/best-execution?${ofDay}&limit=200`),
    'audit/best-execution, csv': heavy(
      `/v1/audit/best-execution?${ofDay}&security=${book.security}&format=csv`,
    ),
    'audit/verifications': heavy('/v1/audit/verifications', 'POST'),
    'audit/export, ndjson': heavy('/v1/audit/export?format=ndjson'),
    'audit/export, csv': heavy('/v1/audit/export?format=csv'),
    '/metrics': { ...flood, keys: [one], path: '/metrics' },
  };
}

/** Quiet and attacked in turns; the best round of each counts, because other work can only make one slower. */
async function measureOne(
  name: string,
  attack: Attack,
  deal: () => Promise<DealerFigures>,
): Promise<void> {
  const quiet: DealerFigures[] = [await deal()];
  const attacked: DealerFigures[] = [];
  let seen: AttackCounts = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    const attacker = fork(fileOf('abuse-attacker.js'));
    attacker.on('message', (message) => {
      if (typeof message === 'object') seen = message as AttackCounts;
    });
    attacker.send(attack);
    await sleep(SETTLE_MS);
    attacked.push(await deal());
    const ended = once(attacker, 'exit');
    attacker.disconnect();
    await ended;
    await sleep(SETTLE_MS);
    quiet.push(await deal());
  }
  report(name, { quiet, attacked, seen });
}

interface Measured {
  readonly quiet: readonly DealerFigures[];
  readonly attacked: readonly DealerFigures[];
  readonly seen: AttackCounts;
}

function report(name: string, { quiet, attacked, seen }: Measured): void {
  const best = bestOf(attacked);
  const calm = bestOf(quiet);
  const ratio = p99(best) / p99(calm);
  const refused = best.ordersRefused + best.newcomersRefused;
  const newcomer = Math.max(...best.newcomerMs);
  const isMet = ratio <= GOAL_RATIO && newcomer <= GOAL_NEWCOMER_MS && refused === 0;
  if (!isMet) process.exitCode = 1;
  say(
    line([
      '  quiet',
      ms(calm, 0.5),
      p99(calm).toFixed(1),
      '',
      '',
      Math.max(...calm.newcomerMs).toFixed(0),
      '',
      '',
    ]),
  );
  say(
    line([
      name,
      ms(best, 0.5),
      p99(best).toFixed(1),
      ratio.toFixed(2),
      String(best.ordersRefused),
      newcomer.toFixed(0),
      String(best.newcomersRefused),
      `${isMet ? 'met' : 'NOT MET'}  ${JSON.stringify(seen)}`,
    ]),
  );
}

function bestOf(rounds: readonly DealerFigures[]): DealerFigures {
  const [best] = [...rounds].sort((a, b) => p99(a) - p99(b));
  if (best === undefined) throw new Error('Nothing was measured');
  return best;
}

function p99(figures: DealerFigures): number {
  return at(figures.orderMs, 0.99);
}

function ms({ orderMs }: DealerFigures, share: number): string {
  return at(orderMs, share).toFixed(1);
}

function at(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
}

async function ask(dealer: ChildProcess, task: DealerTask): Promise<DealerFigures> {
  dealer.send(task);
  const [figures] = (await once(dealer, 'message')) as [DealerFigures];
  return figures;
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

function line(cells: readonly string[]): string {
  const [name = '', ...figures] = cells;
  const last = figures.pop() ?? '';
  return `${name.padEnd(32)}${figures.map((figure) => figure.padStart(11)).join('')}  ${last}`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function sleep(forMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, forMs));
}
