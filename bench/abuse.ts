import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Attack, AttackCounts } from './abuse-attacker.js';
import { attacksOn, STREAM_KEYS } from './abuse-attacks.js';
import { writeAbuseBook } from './abuse-book.js';
import type { DealerFigures, DealerTask } from './abuse-dealer.js';
import { makeKeys } from './api-keys.js';
import { listedTermsOf } from './order-rows.js';
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

const GOAL_RATIO = 2;
const GOAL_NEWCOMER_MS = 1_000;

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
    const keys = await makeKeys(marina.url, 2 + STREAM_KEYS);
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
    const attackers = keys.slice(2);
    const cancelled = await cancelledOrder(marina.url, attackers[0] ?? '');
    for (const [name, attack] of Object.entries(attacksOn(book, attackers, cancelled))) {
      if (ONLY !== undefined && !ONLY.some((one) => name.includes(one))) continue;
      await measureOne(name, { ...attack, url: marina.url }, () => ask(dealer, task));
    }
  } finally {
    dealer.disconnect();
    await marina.stop();
    await exchange.stop();
  }
}

/** The id of an order of the caller that is cancelled already. */
async function cancelledOrder(url: string, key: string): Promise<string> {
  const call = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${url}/v1/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        prefer: 'wait=20',
      },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const { id } = await call('orders', { ...listedTermsOf(0), clientOrderId: `cancelled-${Date.now()}` }); // prettier-ignore
  const { status } = await call(`orders/${String(id)}/cancel`, {});
  say(`an order to cancel again: ${String(id)} is ${String(status)}`);
  return String(id);
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
