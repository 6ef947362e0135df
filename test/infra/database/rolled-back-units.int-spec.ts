import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '../../../src/infra/runtime/clock.js';
import { Database } from '../../../src/infra/database/database.js';
import { isUniqueViolation } from '../../../src/infra/database/unit-of-work.js';
import { SCHEMA } from '../../../src/schema.js';
import { ENGINES, freshDatabase, type Engine } from '../../support/databases.js';

describe.each(ENGINES)('a rehearsal on %s', (engine: Engine) => {
  let database: Database;

  beforeEach(async () => {
    database = await Database.open(await freshDatabase(engine), SCHEMA, new Clock());
    await database.units.run(async (unit) => {
      await unit.execute('CREATE TABLE notes (id integer PRIMARY KEY, text text NOT NULL)');
      await unit.execute("INSERT INTO notes (id, text) VALUES (1, 'there before')");
    });
  });

  afterEach(() => database.close());

  const textsIn = async (one: Database): Promise<readonly string[]> => {
    const rows = await one.reading.query<{ text: string }>('SELECT text FROM notes ORDER BY id');
    return rows.map(({ text }) => text);
  };
  const note = (one: Database, id: number): Promise<number> =>
    one.units.run((unit) =>
      unit.execute('INSERT INTO notes (id, text) VALUES (?, ?)', [id, `note ${id}`]),
    );

  it('reads what it has written, and leaves nothing of it', async () => {
    const seen = await database.runAndRollBack(async (rehearsed) => {
      await note(rehearsed, 2);
      await rehearsed.units.run((unit) => unit.execute('DELETE FROM notes WHERE id = 1'));
      return textsIn(rehearsed);
    });
    expect(seen).toEqual(['note 2']);
    expect(await textsIn(database)).toEqual(['there before']);
  });

  it('goes on when one of its steps fails, which alone is undone and tells nobody', async () => {
    const told: string[] = [];
    const seen = await database.runAndRollBack(async (rehearsed) => {
      await rehearsed.units.run(async (unit) => {
        await unit.execute("INSERT INTO notes (id, text) VALUES (2, 'kept')");
        unit.afterCommit(() => told.push('the first'));
      });
      const twice = rehearsed.units.run(async (unit) => {
        await unit.execute("INSERT INTO notes (id, text) VALUES (3, 'half')");
        unit.afterCommit(() => told.push('the second'));
        await unit.execute("INSERT INTO notes (id, text) VALUES (1, 'taken')");
      });
      expect(isUniqueViolation(await twice.catch((error: unknown) => error))).toBe(true);
      return textsIn(rehearsed);
    });
    expect(seen).toEqual(['there before', 'kept']);
    expect(told).toEqual(['the first']);
  });

  it('does one after another what is begun at one time, and undoes alone the one that fails', async () => {
    const order: string[] = [];
    const seen = await database.runAndRollBack(async (rehearsed) => {
      const step = (id: number, fails: boolean): Promise<void> =>
        rehearsed.units.run(async (unit) => {
          order.push(`begins ${id}`);
          await unit.execute('INSERT INTO notes (id, text) VALUES (?, ?)', [id, `note ${id}`]);
          await unit.query('SELECT count(*) FROM notes');
          await unit.execute('UPDATE notes SET text = text WHERE id = ?', [id]);
          order.push(`ends ${id}`);
          if (fails) throw new Error(`not ${id}`);
        });
      const steps = [step(2, false), step(3, true), step(4, false), step(5, false)];
      const ended = await Promise.allSettled(steps);
      expect(ended.map(({ status }) => status)).toEqual([
        'fulfilled', 'rejected', 'fulfilled', 'fulfilled',
      ]); // prettier-ignore
      return textsIn(rehearsed);
    });
    expect(seen).toEqual(['there before', 'note 2', 'note 4', 'note 5']);
    expect(order).toEqual([2, 3, 4, 5].flatMap((id) => [`begins ${id}`, `ends ${id}`]));
    expect(await textsIn(database)).toEqual(['there before']);
  });

  it('takes with it what is still going on when it ends, and begins nothing of it any more', async () => {
    let left: Promise<readonly PromiseSettledResult<unknown>[]> = Promise.resolve([]);
    const failing = database.runAndRollBack((rehearsed) => {
      left = Promise.allSettled([note(rehearsed, 2), note(rehearsed, 3)]);
      return Promise.reject(new Error('went away'));
    });
    const beside = note(database, 5);
    await expect(failing).rejects.toThrow('went away');
    await beside;
    expect((await left).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await textsIn(database)).toEqual(['there before', 'note 5']);
  });

  it('that fails ends with its own error', async () => {
    const failing = database.runAndRollBack(async (rehearsed) => {
      await note(rehearsed, 2);
      throw new Error('forgot the words');
    });
    await expect(failing).rejects.toThrow('forgot the words');
    expect(await textsIn(database)).toEqual(['there before']);
  });

  it('takes nothing from the units beside it', async () => {
    const rehearsals = [2, 3, 4].map((id) => database.runAndRollBack((one) => note(one, id)));
    const units = [5, 6, 7].map((id) => note(database, id));
    await Promise.all([...rehearsals, ...units]);
    expect(await textsIn(database)).toEqual(['there before', 'note 5', 'note 6', 'note 7']);
  });
});
