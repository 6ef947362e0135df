import { Database } from '../../../../src/infra/database/database.js';
import { isUniqueViolation } from '../../../../src/infra/database/units/unit-of-work.js';
import { SCHEMA } from '../../../../src/schema.js';
import { ENGINES, freshDatabase, type Engine } from '../../../support/databases/databases.js';
import { HandClock } from '../../../support/time/hand-clock.js';

describe.each(ENGINES)('a rolled-back unit on %s', (engine: Engine) => {
  let database: Database;

  beforeEach(async () => {
    database = await Database.open(await freshDatabase(engine), SCHEMA, new HandClock());
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

  it('reads its own writes and leaves nothing behind', async () => {
    const seen = await database.runAndRollBack(async (inner) => {
      await note(inner, 2);
      await inner.units.run((unit) => unit.execute('DELETE FROM notes WHERE id = 1'));
      return textsIn(inner);
    });
    expect(seen).toEqual(['note 2']);
    expect(await textsIn(database)).toEqual(['there before']);
  });

  it('goes on when a step fails, which alone is rolled back without its afterCommit actions', async () => {
    const told: string[] = [];
    const seen = await database.runAndRollBack(async (inner) => {
      await inner.units.run(async (unit) => {
        await unit.execute("INSERT INTO notes (id, text) VALUES (2, 'kept')");
        unit.afterCommit(() => told.push('the first'));
      });
      const twice = inner.units.run(async (unit) => {
        await unit.execute("INSERT INTO notes (id, text) VALUES (3, 'half')");
        unit.afterCommit(() => told.push('the second'));
        await unit.execute("INSERT INTO notes (id, text) VALUES (1, 'taken')");
      });
      expect(isUniqueViolation(await twice.catch((error: unknown) => error))).toBe(true);
      return textsIn(inner);
    });
    expect(seen).toEqual(['there before', 'kept']);
    expect(told).toEqual(['the first']);
  });

  it('runs concurrent steps one after another, and rolls back only the one that fails', async () => {
    const order: string[] = [];
    const seen = await database.runAndRollBack(async (inner) => {
      const step = (id: number, fails: boolean): Promise<void> =>
        inner.units.run(async (unit) => {
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
      return textsIn(inner);
    });
    expect(seen).toEqual(['there before', 'note 2', 'note 4', 'note 5']);
    expect(order).toEqual([2, 3, 4, 5].flatMap((id) => [`begins ${id}`, `ends ${id}`]));
    expect(await textsIn(database)).toEqual(['there before']);
  });

  it('rolls back steps still running when it ends, and starts no more', async () => {
    let left: Promise<readonly PromiseSettledResult<unknown>[]> = Promise.resolve([]);
    const failing = database.runAndRollBack((inner) => {
      left = Promise.allSettled([note(inner, 2), note(inner, 3)]);
      return Promise.reject(new Error('went away'));
    });
    const beside = note(database, 5);
    await expect(failing).rejects.toThrow('went away');
    await beside;
    expect((await left).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await textsIn(database)).toEqual(['there before', 'note 5']);
  });

  it('rejects with its own error', async () => {
    const failing = database.runAndRollBack(async (inner) => {
      await note(inner, 2);
      throw new Error('forgot the words');
    });
    await expect(failing).rejects.toThrow('forgot the words');
    expect(await textsIn(database)).toEqual(['there before']);
  });

  it('does not affect other units', async () => {
    const rollBacks = [2, 3, 4].map((id) => database.runAndRollBack((one) => note(one, id)));
    const units = [5, 6, 7].map((id) => note(database, id));
    await Promise.all([...rollBacks, ...units]);
    expect(await textsIn(database)).toEqual(['there before', 'note 5', 'note 6', 'note 7']);
  });
});
