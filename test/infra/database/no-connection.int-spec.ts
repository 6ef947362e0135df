import { Database } from '../../../src/infra/database/database.js';
import { SCHEMA } from '../../../src/schema.js';
import { asProblem } from '../../../src/infra/http/problems/problem.filter.js';
import { freshDatabase, loseDatabase, shutOut } from '../../support/databases/databases.js';
import { HandClock } from '../../support/time/hand-clock.js';

/** The error and what a caller is told of it. */
async function failing(asked: Promise<unknown>): Promise<readonly string[]> {
  const error: unknown = await asked.then(
    () => new Error('it went through'),
    (reason: unknown) => reason,
  );
  return [asProblem(error).code, String(error)];
}

describe('Whoever gets no connection to PostgreSQL', () => {
  const one = 'SELECT 1 AS one';

  it.each([
    ['the password was changed', (url: URL) => (url.password = 'another'), /password/],
    ['there is no such database', (url: URL) => (url.pathname = '/none'), /"none" does not exist/],
    ['there is no such host', (url: URL) => (url.hostname = 'marina.invalid'), /marina.invalid/],
    ['nobody listens', (url: URL) => (url.port = '1'), /ECONNREFUSED/],
  ])('is told that the storage is unavailable, as %s', async (_, change, why) => {
    const url = new URL(await freshDatabase('postgres'));
    change(url);
    const [code, error] = await failing(Database.open(url.href, SCHEMA, new HandClock()));
    expect(code).toBe('storage-unavailable');
    expect(error).toMatch(/^Error: No connection to PostgreSQL: /);
    expect(error).toMatch(why);
  });

  it.each([
    ['lets nobody in', shutOut],
    ['is gone', loseDatabase],
  ])('is told so by a service whose database %s, for writing and reading', async (_, away) => {
    const url = await freshDatabase('postgres');
    const database = await Database.open(url, SCHEMA, new HandClock());
    await away(url);
    for (const ask of [
      () => database.units.run((unit) => unit.query(one)),
      () => database.reading.query(one),
      () => database.read((manager) => manager.query(one)),
    ]) {
      const [code] = await failing(ask());
      expect(code).toBe('storage-unavailable');
    }
    await database.close();
  });
});
