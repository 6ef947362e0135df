import { Database } from '../../../../src/infra/database/database.js';
import { CHECKPOINT_PAGES } from '../../../../src/infra/database/data-source-options.js';
import { errorCode, type Unit } from '../../../../src/infra/database/units/unit-of-work.js';
import { IdempotencyKeyRow } from '../../../../src/orders/order/order.entity.js';
import { SCHEMA } from '../../../../src/schema.js';
import { HandClock } from '../../../support/time/hand-clock.js';
import { countTurns } from '../../../support/time/turns.js';
import { freshDatabase } from '../../../support/databases/databases.js';

/** Every commit is flushed before it returns. */
const FULL = 2;

describe('the one writer on SQLite', () => {
  let database: Database;
  let url: string;
  let clock: HandClock;

  beforeEach(async () => {
    url = await freshDatabase('sqlite');
    clock = new HandClock(Date.parse('2026-06-01T09:00:00Z'));
    database = await Database.open(url, SCHEMA, clock);
    await database.units.run((unit) =>
      unit.execute('CREATE TABLE notes (id integer PRIMARY KEY, text text NOT NULL)'),
    );
  });

  afterEach(() => database.close());

  function note(unit: Unit, id: number, text = `note ${id}`): Promise<number> {
    return unit.execute('INSERT INTO notes (id, text) VALUES (?, ?)', [id, text]);
  }

  async function pragma(name: string): Promise<unknown> {
    const [row] = await database.units.run((unit) =>
      unit.query<Record<string, unknown>>(`PRAGMA ${name}`),
    );
    return row?.[name];
  }

  /** Limits the growth of the file, which to SQLite looks like a full disk. */
  async function leaveRoomFor(pages: number): Promise<void> {
    const used = Number(await pragma('page_count'));
    await pragma(`max_page_count = ${used + pages}`);
  }

  async function notes(): Promise<number[]> {
    const rows = await database.units.run((unit) =>
      unit.query<{ id: number }>('SELECT id FROM notes ORDER BY id'),
    );
    return rows.map((row) => row.id);
  }

  it('flushes every commit, after any number of writes and failures', async () => {
    for (let id = 1; id <= 5; id += 1) await database.units.run((unit) => note(unit, id));
    await expect(database.units.run((unit) => note(unit, 1))).rejects.toMatchObject({
      code: 'SQLITE_CONSTRAINT_PRIMARYKEY',
    });
    expect(await pragma('synchronous')).toBe(FULL);
    expect(await pragma('wal_autocheckpoint')).toBe(CHECKPOINT_PAGES);
    expect(await pragma('journal_mode')).toBe('wal');
  });

  it('keeps triggers and foreign keys on', async () => {
    expect(await pragma('recursive_triggers')).toBe(1);
    expect(await pragma('foreign_keys')).toBe(1);
  });

  it('undoes a whole group when the disk is full, and the others survive alone', async () => {
    await leaveRoomFor(4);
    const runs = new Map<number, number>();
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4, 5].map((id) =>
        database.units.run(async (unit) => {
          runs.set(id, (runs.get(id) ?? 0) + 1);
          await note(unit, id, id === 3 ? 'x'.repeat(1_000_000) : 'small');
        }),
      ),
    );
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled',
    ]); // prettier-ignore
    const [, , third] = outcomes;
    expect(third?.status === 'rejected' && errorCode(third.reason)).toBe('SQLITE_FULL');
    // The earlier units had to run again, which shows that the whole group was rolled back; the failing
    // one did not.
    expect([...runs]).toEqual([[1, 2], [2, 2], [3, 1], [4, 1], [5, 1]]); // prettier-ignore
    expect(await notes()).toEqual([1, 2, 4, 5]);
  });

  it('keeps nothing of what was handed over at once with a row that the disk has no room for', async () => {
    await leaveRoomFor(4);
    const keys = (caller: string, length: number): IdempotencyKeyRow[] =>
      Array.from({ length: 20 }, (_, index) => {
        const key = `${index}${'x'.repeat(index === 5 ? length : 0)}`;
        return { caller, key, orderId: 'ord_1' };
      });
    const failing = database.units.run((unit) =>
      Promise.all([
        unit.insertAll(IdempotencyKeyRow, keys('first', 1_000_000)),
        unit.insertAll(IdempotencyKeyRow, keys('second', 0)),
        unit.insertAll(IdempotencyKeyRow, keys('third', 0)),
      ]),
    );
    await expect(failing).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    const left = await database.reading.query('SELECT caller, key FROM idempotency_keys');
    expect(left).toEqual([]);
  });

  it('tells every unit of a full disk, and takes orders again when there is room', async () => {
    await leaveRoomFor(0);
    const large = 'x'.repeat(100_000);
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map((id) => database.units.run((unit) => note(unit, id, large))),
    );
    for (const outcome of outcomes) {
      expect(outcome.status === 'rejected' && errorCode(outcome.reason)).toBe('SQLITE_FULL');
    }
    expect(await notes()).toEqual([]);
    await leaveRoomFor(1_000);
    await database.units.run((unit) => note(unit, 4, large));
    expect(await notes()).toEqual([4]);
  });

  it('lets others have their turn while the units of one commit take long, and before it', async () => {
    const committedAt: number[] = [];
    const turns = countTurns();
    let id = 0;
    /**
     * When the units started and when they were committed, in turns of the event loop since the first
     * one started.
     */
    const turnsOf = async (unitMs: number): Promise<readonly number[]> => {
      const units = Array.from({ length: 6 }, () =>
        database.units.run(async (unit) => {
          const began = turns.soFar();
          await note(unit, (id += 1));
          if (id % 6 === 0) unit.afterCommit(() => committedAt.push(turns.soFar()));
          clock.pass(unitMs);
          return began;
        }),
      );
      const [first = 0, ...later] = await Promise.all(units);
      return [...later, ...committedAt.splice(0)].map((at) => at - first);
    };
    try {
      expect(await turnsOf(0)).toEqual([0, 0, 0, 0, 0, 0]);
      expect(await turnsOf(4)).toEqual([0, 1, 1, 2, 2, 3]);
      expect(await turnsOf(9)).toEqual([1, 2, 3, 4, 5, 6]);
    } finally {
      turns.end();
    }
    expect(await notes()).toHaveLength(18);
  });

  it('runs afterCommit once for a unit that was run twice', async () => {
    await leaveRoomFor(4);
    const told: number[] = [];
    await Promise.allSettled([
      database.units.run(async (unit) => {
        unit.afterCommit(() => told.push(1));
        await note(unit, 1);
      }),
      database.units.run(async (unit) => {
        unit.afterCommit(() => told.push(2));
        await note(unit, 2, 'x'.repeat(1_000_000));
      }),
    ]);
    expect(told).toEqual([1]);
  });

  it('commits units that wait together in the order in which they came', async () => {
    const order: number[] = [];
    const ids = Array.from({ length: 300 }, (_, index) => index + 1);
    await Promise.all(
      ids.map((id) =>
        database.units.run((unit) => {
          unit.afterCommit(() => order.push(id));
          return note(unit, id);
        }),
      ),
    );
    expect(order).toEqual(ids);
    expect(await notes()).toEqual(ids);
  });

  it('answers a unit that was begun by another one of the same group', async () => {
    let later: Promise<number> | undefined;
    await database.units.run((unit) => {
      later = database.units.run((other) => note(other, 2));
      return note(unit, 1);
    });
    await later;
    expect(await notes()).toEqual([1, 2]);
  });
});
