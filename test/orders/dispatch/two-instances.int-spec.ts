import { Claims } from '../../support/claims.js';
import { readyDatabase } from '../../support/databases/databases.js';

const LOCK_WAITERS = `SELECT count(DISTINCT pid) AS n FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE NOT granted AND datname = current_database()`;

describe('Two instances on one PostgreSQL', () => {
  const instances: Claims[] = [];

  afterEach(async () => {
    for (const { database } of instances.splice(0)) await database.close();
  });

  it('compete for the same request, and neither stops claiming', async () => {
    const url = await readyDatabase('postgres');
    const first = await Claims.on(url);
    const second = await Claims.on(url);
    const third = await Claims.on(url);
    instances.push(first, second, third);
    await first.bookIsRead();
    await first.accept('ord_1');
    await first.accept('ord_2', { units: '200' });
    const claims = await third.database.units.run(async (unit) => {
      // Both have chosen the same request and wait for the lock on its order.
      await third.store.load(unit, 'ord_1');
      const both = [first.claim(), second.claim()];
      for (let waiting = 0; waiting < 2;) {
        const [row] = await third.database.reading.query<{ n: number }>(LOCK_WAITERS);
        waiting = row?.n ?? 0;
      }
      return { both };
    });
    const kinds = (await Promise.all(claims.both)).map(({ kind }) => kind).sort();
    expect(kinds).toEqual(['Claimed', 'Skipped']);
  });
});
