import { Database } from '../../../src/infra/database/database.js';
import type { Unit } from '../../../src/infra/database/units/unit-of-work.js';
import { SCHEMA } from '../../../src/schema.js';
import { freshDatabase, setReadOnly } from '../../support/databases/databases.js';
import { OwnPostgres } from '../../support/databases/own-postgres.js';
import { TcpProxy } from '../../support/databases/tcp-proxy.js';
import { HandClock } from '../../support/time/hand-clock.js';

const NO_WRITES = { code: '08006', message: expect.stringContaining('takes no writes') as unknown };

const write = (unit: Unit): Promise<number> =>
  unit.execute('UPDATE scheduler_lease SET expires_at = expires_at WHERE id = 1');
const read = { sql: 'SELECT 1 AS one', answer: [{ one: 1 }] };

/** A connection that the server has just ended may be noticed by its next use alone: that is refused as well, and the next one says why. */
async function refusalOf(ask: () => Promise<unknown>): Promise<unknown> {
  const refusal = (): Promise<unknown> => ask().catch((error: unknown) => error);
  const first = await refusal();
  expect(first).toMatchObject({ code: NO_WRITES.code });
  return first instanceof Error && first.message.includes('takes no writes') ? first : refusal();
}

describe('A database whose server takes no writes for a while', () => {
  it('has no connection until it does again, neither to write nor to read what may be old', async () => {
    const url = await freshDatabase('postgres');
    const database = await Database.open(url, SCHEMA, new HandClock());
    const letWrite = await setReadOnly(url);
    const question = () => database.questions.read((manager) => manager.query<unknown>(read.sql));
    for (const ask of [
      () => database.units.run(write),
      () => database.reading.query(read.sql),
      question,
    ])
      expect(await refusalOf(ask)).toMatchObject(NO_WRITES);
    await expect(Database.open(url, SCHEMA, new HandClock())).rejects.toMatchObject(NO_WRITES);
    await letWrite();
    expect(await database.units.run(write)).toBe(1);
    expect(await database.reading.query(read.sql)).toEqual(read.answer);
    await database.close();
  });

  it('gives up a connection that was made before, and writes by the next one', async () => {
    const database = await Database.open(await freshDatabase('postgres'), SCHEMA, new HandClock());
    // As sessions learn it when the server reads its settings again.
    await database.units.run((unit) => unit.query('SET default_transaction_read_only = on'));
    const refused = await Promise.allSettled([
      database.units.run(write),
      database.units.run(write),
    ]);
    expect(refused).toMatchObject([{ reason: { code: '08006' } }, { reason: { code: '08006' } }]);
    expect(await database.units.run(write)).toBe(1);
    await database.close();
  });

  it('can be read by who only reads', async () => {
    const url = await freshDatabase('postgres');
    await (await Database.open(url, SCHEMA, new HandClock())).close();
    const letWrite = await setReadOnly(url);
    const database = await Database.openForReading(url, SCHEMA);
    expect(await database.reading.query(read.sql)).toEqual(read.answer);
    await database.close();
    await letWrite();
  });

  it('goes on when its address led to a standby for a moment', async () => {
    const primary = await OwnPostgres.create();
    const standby = await primary.standby();
    const proxy = await TcpProxy.open(primary.port);
    try {
      await primary.start();
      await standby.follow();
      const url = `postgres://marina:marina@127.0.0.1:${proxy.port}/postgres`;
      const database = await Database.open(url, SCHEMA, new HandClock());
      proxy.leadTo(standby.port);
      const whileAway = (): Promise<unknown> =>
        database.units.run(write).catch((error: unknown) => error);
      // The first may still see its old connection end.
      await whileAway();
      expect(await whileAway()).toMatchObject(NO_WRITES);
      proxy.leadTo(primary.port);
      await whileAway();
      expect(await database.units.run(write)).toBe(1);
      await database.close();
    } finally {
      await proxy.close();
      await standby.crash();
      await primary.crash();
    }
  });
});
