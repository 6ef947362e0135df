import { join } from 'node:path';
import pg from 'pg';
import { CONNECTIONS, Load } from './load.js';
import { bestOf, type Measured } from './measured.js';
import { startPostgres } from './postgres-server.js';
import { key, startMarina, startSilentExchange, type Running } from './processes.js';

/**
 * Durable accepts per second on PostgreSQL: one instance, and three on one database, beside one on SQLite in the same
 * run. The candidates take turns, and the fastest round of each counts.
 */
const WARM_UP_S = 2;
const ROUND_S = 2;
const ROUNDS = 6;
const INSTANCES = 3;

export async function measureAcceptsOnPostgres(folder: string): Promise<void> {
  const exchange = await startSilentExchange();
  const server = await startPostgres();
  const urls = { one: await server.database('one'), many: await server.database('many') };
  const sqlite = await startMarina(`sqlite:${join(folder, 'marina.db')}`, exchange.url);
  const one = await startMarina(urls.one, exchange.url);
  const many: Running[] = [];
  for (let index = 0; index < INSTANCES; index += 1)
    many.push(await startMarina(urls.many, exchange.url));
  const services = { sqlite: [sqlite], one: [one], many };
  const loads = Object.entries(services).map(([name, running]) => ({
    name,
    loads: running.map((each) => new Load({ ...each, url: `${each.url}/v1/orders`, key })),
    rounds: [] as Measured[],
  }));
  for (const { loads: each } of loads)
    await Promise.all(each.map((load) => load.warmUp(WARM_UP_S)));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { loads: each, rounds } of loads)
      rounds.push(together(await Promise.all(each.map((load) => load.measure(ROUND_S)))));
  const results = loads.map(({ name, rounds }) => ({ name, ...bestOf(rounds) }));
  for (const { name, perSecond, p50, p99 } of results)
    process.stdout.write(
      `${name.padEnd(8)}${perSecond.toFixed(0).padStart(8)} a second   p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms\n`,
    );
  const [first, second, third] = results.map(({ perSecond }) => perSecond);
  const accepted = loads
    .slice(1)
    .map(({ loads: each }) => sumOf(each.map((load) => load.accepted)));
  const stored = [await ordersIn(urls.one), await ordersIn(urls.many)];
  process.stdout.write(
    `\nPostgreSQL to SQLite: ${ratio(second, first)}; ${INSTANCES} instances to one: ${ratio(third, second)}` +
      `\nAccepted on PostgreSQL: ${accepted.join(' and ')}; stored: ${stored.join(' and ')}` +
      `\n${CONNECTIONS} connections to each instance; the fastest of ${ROUNDS} rounds of ${ROUND_S} s\n`,
  );
  await Promise.all([sqlite, one, ...many, exchange].map((running) => running.stop()));
  await server.stop();
  if (accepted.join() !== stored.join()) process.exitCode = 1;
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
