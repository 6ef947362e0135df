import { join } from 'node:path';
import { Clock } from '../src/infra/runtime/clock.js';
import { Database, REAL_WRITE } from '../src/infra/database/database.js';
import { SCHEMA } from '../src/schema.js';
import { CONNECTIONS, Load } from './load.js';
import { bestOf, type Measured } from './measured.js';
import { key, startMarina, startPlain, startRaw, startSilentExchange } from './processes.js';
import { printReport } from './report.js';
import { SqliteDriver } from '../src/infra/database/sqlite-driver.js';

/**
 * Durable accepts per second of the built service, compared with a plain implementation, an empty route
 * and the raw limit of the database, in one run on one disk. The candidates take turns and the fastest
 * round of each counts, because other work on the machine can only make a round slower.
 */
const WARM_UP_S = 2;
const ROUND_S = 2;
const ROUNDS = 6;

export async function measureAccepts(folder: string): Promise<void> {
  const urlOf = (name: string): string => `sqlite:${join(folder, `${name}.db`)}`;
  await checkFlush(urlOf('flush'));
  const exchange = await startSilentExchange();
  const marina = await startMarina(urlOf('marina'), exchange.url);
  const plain = await startPlain(urlOf('plain'));
  const raw = await startRaw(urlOf('raw'));
  const loads = {
    marina: new Load({ ...marina, url: `${marina.url}/v1/orders`, key }),
    plain: new Load({ ...plain, url: `${plain.url}/v1/orders`, key }),
    empty: new Load({ ...plain, url: `${plain.url}/empty`, key }),
  };
  const rawRounds: Measured[] = [];
  for (const load of Object.values(loads)) await load.warmUp(WARM_UP_S);
  await raw.measure(WARM_UP_S);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const load of Object.values(loads)) await load.measure(ROUND_S);
    rawRounds.push(await raw.measure(ROUND_S));
  }
  const valid = await chainIsValid(marina.url);
  await Promise.all([marina.stop(), plain.stop(), raw.stop(), exchange.stop()]);
  printReport({
    marina: loads.marina.result(),
    plain: loads.plain.result(),
    empty: loads.empty.result(),
    raw: bestOf(rawRounds),
  });
  const accepted = loads.marina.accepted;
  const stored = ordersIn(join(folder, 'marina.db'));
  process.stdout.write(
    `\nWhat was acknowledged is there: ${accepted} answers 2xx, ${stored} orders stored` +
      `\nThe audit chain of the run is ${valid ? 'valid' : 'BROKEN'}` +
      `\nA commit is on the disk before it is acknowledged: synchronous is FULL` +
      `\n${CONNECTIONS} connections; each line is the fastest of ${ROUNDS} rounds of ${ROUND_S} s, taking turns\n`,
  );
  if (stored !== accepted || !valid || ordersIn(join(folder, 'plain.db')) !== loads.plain.accepted)
    process.exitCode = 1;
}

/** Opens a database as the service does, writes, and checks the settings. */
async function checkFlush(url: string): Promise<void> {
  const database = await Database.open(url, SCHEMA, new Clock());
  await database.units.run((unit) => unit.execute(REAL_WRITE));
  const [row] = await database.units.run((unit) =>
    unit.query<{ readonly synchronous: number }>('PRAGMA synchronous'),
  );
  await database.close();
  if (row?.synchronous !== 2) throw new Error('The service does not flush its commits');
}

async function chainIsValid(url: string): Promise<boolean> {
  const response = await fetch(`${url}/v1/audit/verifications`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  });
  const verdict = (await response.json()) as { readonly valid: boolean };
  return response.status === 200 && verdict.valid;
}

function ordersIn(file: string): number {
  const database = new SqliteDriver(file, { readonly: true });
  const count = Number(database.prepare('SELECT count(*) FROM orders').pluck().get());
  database.close();
  return count;
}
