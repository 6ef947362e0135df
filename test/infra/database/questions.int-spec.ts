import { Client } from 'pg';
import { HandClock } from '../../support/time/hand-clock.js';
import { Database } from '../../../src/infra/database/database.js';
import { SCHEMA } from '../../../src/schema.js';
import { readyDatabase } from '../../support/databases/databases.js';

/** More than there are connections for what callers ask for. */
const QUESTIONS = 12;

describe('What callers ask of PostgreSQL', () => {
  it('keeps neither order entry nor a look at the desk waiting, however long it takes', async () => {
    const url = await readyDatabase('postgres');
    const database = await Database.open(url, SCHEMA, new HandClock());
    const other = new Client({ connectionString: url });
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query('LOCK TABLE saved_questions IN ACCESS EXCLUSIVE MODE');
      const asked = Array.from(
        { length: QUESTIONS },
        (_, n) =>
        n % 2 === 0
          ? database.questions.query('SELECT count(*) AS n FROM saved_questions')
          : database.questions.read((manager) => manager.query('SELECT count(*) AS n FROM saved_questions')), // prettier-ignore
      );
      const [row] = await database.reading.query<{ n: number }>('SELECT 1 AS n');
      expect(row).toEqual({ n: 1 });
      expect(await database.read((manager) => manager.query('SELECT 2 AS n'))).toEqual([{ n: 2 }]);
      expect(await database.units.run((unit) => unit.query('SELECT 3 AS n'))).toEqual([{ n: 3 }]);
      await other.query('ROLLBACK');
      expect(await Promise.all(asked)).toEqual(asked.map(() => [{ n: 0 }]));
    } finally {
      await other.end();
      await database.close();
    }
  });
});
