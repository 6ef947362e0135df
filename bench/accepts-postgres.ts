import { join } from 'node:path';
import pg from 'pg';
import { Database } from '../src/infra/database/database.js';
import { Clock } from '../src/infra/runtime/clock.js';
import { SCHEMA } from '../src/schema.js';
import { CONNECTIONS, Load } from './load.js';
import { bestOf, type Measured } from './measured.js';
import { startPostgres, type PostgresServer } from './postgres-server.js';
import { key, startMarina, startRaw, startSilentExchange, type Running } from './processes.js';

/**
 * Durable accepts per second on PostgreSQL: one instance, and two on one database, beside one on SQLite and the raw
 * limit of PostgreSQL in the same run. The candidates take turns, and the fastest round of each counts.
 */
const WARM_UP_S = 2;
const ROUND_S = 2;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 6);
const INSTANCES = 2;
const PACE = 300;
const PACED_S = 5;

interface Candidate {
  readonly name: string;
  readonly loads: readonly Load[];
  readonly rounds: Measured[];
}

export async function measureAcceptsOnPostgres(folder: string): Promise<void> {
  const exchange = await startSilentExchange();
  const server = await startPostgres();
  const urls = { one: await server.database('one'), many: await server.database('many') };
  const sqlite = await startMarina(`sqlite:${join(folder, 'marina.db')}`, exchange.url);
  const one = await startMarina(urls.one, exchange.url);
  const many: Running[] = [];
  for (let index = 0; index < INSTANCES; index += 1)
    many.push(await startMarina(urls.many, exchange.url));
  const candidates = Object.entries({ sqlite: [sqlite], one: [one], many }).map(candidate);
  const raw = await startRawOnPostgres(server);
  const rawRounds: Measured[] = [];
  for (const { loads } of candidates)
    await Promise.all(loads.map((load) => load.warmUp(WARM_UP_S)));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { loads, rounds } of candidates)
      rounds.push(together(await Promise.all(loads.map((load) => load.measure(ROUND_S)))));
    rawRounds.push(await raw.measure(ROUND_S));
  }
  const paced = await pacedRounds(candidates);
  print([...candidates, { name: 'raw', rounds: rawRounds }], paced);
  const accepted = candidates
    .slice(1)
    .map(({ loads }) => sumOf(loads.map((load) => load.accepted)));
  const stored = [await ordersIn(urls.one), await ordersIn(urls.many)];
  process.stdout.write(
    `Accepted on PostgreSQL: ${accepted.join(' and ')}; stored: ${stored.join(' and ')}\n`,
  );
  await Promise.all([sqlite, one, ...many, exchange, raw].map((running) => running.stop()));
  await server.stop();
  if (accepted.join() !== stored.join()) process.exitCode = 1;
}

function candidate([name, running]: [string, readonly Running[]]): Candidate {
  const loads = running.map((each) => new Load({ ...each, url: `${each.url}/v1/orders`, key }));
  return { name, loads, rounds: [] };
}

/** On a database of its own with the schema, which an instance has made. */
async function startRawOnPostgres(server: PostgresServer) {
  const url = await server.database('raw');
  const migrated = await Database.open(url, SCHEMA, new Clock());
  await migrated.close();
  return startRaw(url, './raw-limit-postgres.js');
}

/** p99 of one instance of each when it has time. */
async function pacedRounds(candidates: readonly Candidate[]): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, loads } of candidates) {
    const measured: Measured[] = [];
    for (let round = 0; round < 3; round += 1)
      for (const load of loads.slice(0, 1)) measured.push(await load.paced(PACE, PACED_S));
    const [best] = measured.sort((a, b) => a.p99 - b.p99);
    lines.push(`${name} p99 ${best?.p99.toFixed(0) ?? '?'} ms`);
  }
  return lines;
}

function print(
  candidates: readonly Pick<Candidate, 'name' | 'rounds'>[],
  paced: readonly string[],
): void {
  const results = candidates.map(({ name, rounds }) => ({ name, ...bestOf(rounds) }));
  for (const { name, perSecond, p50, p99 } of results)
    process.stdout.write(
      `${name.padEnd(8)}${perSecond.toFixed(0).padStart(8)} a second   p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms\n`,
    );
  const [sqlite, one, many, raw] = results.map(({ perSecond }) => perSecond);
  process.stdout.write(
    `\nPostgreSQL to SQLite: ${ratio(one, sqlite)}; to the raw limit: ${ratio(one, raw)}; ${INSTANCES} instances to one: ${ratio(many, one)}` +
      `\nAt ${PACE} a second: ${paced.join(', ')}` +
      `\n${CONNECTIONS} connections to each instance; the fastest of ${ROUNDS} rounds of ${ROUND_S} s\n`,
  );
}

function together(parts: readonly Measured[]): Measured {
  const of = (pick: (one: Measured) => number): number[] => parts.map(pick);
  return {
    count: sumOf(of(({ count }) => count)),
    perSecond: sumOf(of(({ perSecond }) => perSecond)),
    p50: Math.max(...of(({ p50 }) => p50)),
    p99: Math.max(...of(({ p99 }) => p99)),
    cpu: Number.NaN,
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function ratio(a = Number.NaN, b = Number.NaN): string {
  return (a / b).toFixed(2);
}

async function ordersIn(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ count: string }>('SELECT count(*) AS count FROM orders');
  await client.end();
  return Number(rows[0]?.count);
}
