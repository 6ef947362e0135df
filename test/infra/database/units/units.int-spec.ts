import pg from 'pg';
import { sqlitePath } from '../../../../src/infra/config/config.js';
import { Database } from '../../../../src/infra/database/database.js';
import { POSTGRES_TIME } from '../../../../src/infra/database/units/postgres-units.js';
import {
  isUniqueViolation,
  type JointOutcome,
  type JointWork,
  type Unit,
} from '../../../../src/infra/database/units/unit-of-work.js';
import { IdempotencyKeyRow } from '../../../../src/orders/order/order.entity.js';
import { SCHEMA } from '../../../../src/schema.js';
import { type Engine, ENGINES, freshDatabase } from '../../../support/databases/databases.js';
import { SqliteDriver } from '../../../../src/infra/database/sqlite-driver.js';
import { HandClock } from '../../../support/time/hand-clock.js';

const clock = new HandClock();

/** The text of every note, read by a separate connection that sees only committed data. */
async function committedNotes(url: string): Promise<readonly string[]> {
  const path = sqlitePath(url);
  if (path !== null) {
    const other = new SqliteDriver(path, { readonly: true });
    const texts = other.prepare('SELECT text FROM notes ORDER BY id').pluck().all();
    other.close();
    return texts.map(String);
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ text: string }>('SELECT text FROM notes ORDER BY id');
  await client.end();
  return rows.map((row) => row.text);
}

function note(unit: Unit, id: number, text = `note ${id}`): Promise<number> {
  return unit.execute('INSERT INTO notes (id, text) VALUES (?, ?)', [id, text]);
}

/** Increments a row: reads the counter under a lock, writes a note, and adds one. */
async function count(unit: Unit): Promise<number> {
  const [row] = await unit.query<{ value: number }>(`SELECT value FROM counter${unit.rowLock}`);
  const value = (row?.value ?? Number.NaN) + 1;
  await note(unit, value);
  await unit.execute('UPDATE counter SET value = ?', [value]);
  return value;
}

interface Item {
  readonly id: number;
  readonly key: string;
}

/** Reads for all items before it writes, so it would write twice an id that it is given twice. */
class JointNotes implements JointWork<Item, string> {
  readonly runs: number[][] = [];

  write(database: Database, item: Item): Promise<string> {
    return database.units.runJointly(this, item);
  }

  keysOf({ key }: Item): readonly string[] {
    return [key];
  }

  async run(unit: Unit, items: readonly Item[]): Promise<JointOutcome<string>[]> {
    this.runs.push(items.map(({ id }) => id));
    const rows = await unit.query<{ id: number }>('SELECT id FROM notes');
    const known = new Set(rows.map(({ id }) => id));
    const outcomes: JointOutcome<string>[] = [];
    for (const { id } of items) {
      if (id === 0) outcomes.push({ refusal: new Error('never 0') });
      else if (known.has(id)) outcomes.push({ value: `note ${id} again` });
      else {
        await note(unit, id);
        outcomes.push({ value: `note ${id}` });
      }
    }
    return outcomes;
  }
}

/** Database time: on SQLite that of the process, on PostgreSQL that of the server. */
async function keptTime(url: string): Promise<number> {
  if (sqlitePath(url) !== null) return clock.steady();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ at: string }>(POSTGRES_TIME);
  await client.end();
  return Number(rows[0]?.at);
}

function upTo(most: number): number[] {
  return Array.from({ length: most }, (_, index) => index + 1);
}

describe.each(ENGINES)('a unit of work on %s', (engine: Engine) => {
  let url: string;
  let database: Database;

  beforeEach(async () => {
    url = await freshDatabase(engine);
    database = await Database.open(url, SCHEMA, clock);
    await database.units.run(async (unit) => {
      await unit.execute('CREATE TABLE notes (id integer PRIMARY KEY, text text NOT NULL)');
      await unit.execute('CREATE TABLE counter (value integer NOT NULL)');
      await unit.execute('INSERT INTO counter (value) VALUES (0)');
    });
  });

  afterEach(() => database.close());

  it('leaves nothing when it fails, and rejects with its own error', async () => {
    const failing = database.units.run(async (unit) => {
      await note(unit, 1);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await committedNotes(url)).toEqual([]);
  });

  it('harms no other of its group when it fails', async () => {
    const units = upTo(40).map((id) =>
      database.units.run(async (unit) => {
        await note(unit, id);
        if (id % 4 === 0) throw new Error(`unit ${id}`);
        return id;
      }),
    );
    const outcomes = await Promise.allSettled(units);
    expect(outcomes.map((outcome) => outcome.status === 'fulfilled')).toEqual(
      upTo(40).map((id) => id % 4 !== 0),
    );
    const kept = upTo(40).filter((id) => id % 4 !== 0);
    expect(await committedNotes(url)).toEqual(kept.map((id) => `note ${id}`));
  });

  it('is alone with what it has locked: 200 at once count to 200 without a gap', async () => {
    const values = await Promise.all(upTo(200).map(() => database.units.run(count)));
    expect([...values].sort((a, b) => a - b)).toEqual(upTo(200));
    expect(await committedNotes(url)).toHaveLength(200);
    const [row] = await database.units.run((unit) => unit.query('SELECT value FROM counter'));
    expect(row).toEqual({ value: 200 });
  });

  it('is seen by another connection as soon as its promise resolves', async () => {
    const seen = upTo(30).map(async (id) => {
      await database.units.run((unit) => note(unit, id));
      return (await committedNotes(url)).includes(`note ${id}`);
    });
    expect(await Promise.all(seen)).toEqual(upTo(30).map(() => true));
  });

  it('runs afterCommit once, when it is durable, before its promise resolves', async () => {
    const told: string[] = [];
    await database.units.run(async (unit) => {
      unit.afterCommit(() => told.push('told'));
      await note(unit, 1);
      told.push('worked');
    });
    expect(told).toEqual(['worked', 'told']);
  });

  it('never runs afterCommit when it fails', async () => {
    let told = false;
    const failing = database.units.run((unit) => {
      unit.afterCommit(() => (told = true));
      return Promise.reject(new Error('no'));
    });
    await expect(failing).rejects.toThrow('no');
    await database.units.run((unit) => note(unit, 1));
    expect(told).toBe(false);
  });

  it('shows nothing to readers before it is committed', async () => {
    const question = (): Promise<number> =>
      database.read(async (manager) => {
        const rows = await manager.query<unknown[]>('SELECT id FROM notes');
        return rows.length;
      });
    const during = await database.units.run(async (unit) => {
      await note(unit, 1);
      return question();
    });
    expect([during, await question()]).toEqual([0, 1]);
  });

  it('sees its own rows', async () => {
    const own = await database.units.run(async (unit) => {
      await note(unit, 1);
      return unit.query<{ id: number }>('SELECT id FROM notes');
    });
    expect(own).toEqual([{ id: 1 }]);
  });

  it('that meets a unique index is refused as such, whole, and alone', async () => {
    await database.units.run((unit) => note(unit, 7));
    const [twice, other] = await Promise.allSettled([
      database.units.run(async (unit) => {
        await note(unit, 1);
        await note(unit, 7, 'again');
      }),
      database.units.run((unit) => note(unit, 2)),
    ]);
    expect(twice.status).toBe('rejected');
    expect(twice.status === 'rejected' && isUniqueViolation(twice.reason)).toBe(true);
    expect(other.status).toBe('fulfilled');
    expect(await committedNotes(url)).toEqual(['note 2', 'note 7']);
  });

  it('whose commit is refused rejects, leaves nothing, and costs the others nothing', async () => {
    await database.units.run((unit) =>
      unit.execute(`CREATE TABLE remarks (
        id integer PRIMARY KEY,
        note integer NOT NULL REFERENCES notes (id) DEFERRABLE INITIALLY DEFERRED)`),
    );
    const remark = (unit: Unit, id: number): Promise<number> =>
      unit.execute('INSERT INTO remarks (id, note) VALUES (?, ?)', [id, id]);
    const outcomes = await Promise.allSettled([
      database.units.run((unit) => note(unit, 1)),
      database.units.run((unit) => remark(unit, 99)),
      database.units.run((unit) => note(unit, 2)),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await committedNotes(url)).toEqual(['note 1', 'note 2']);
    const rows = await database.units.run((unit) => unit.query('SELECT id FROM remarks'));
    expect(rows).toEqual([]);
  });

  it('writes what it left for the end of its commit with that of the others, and nothing if it failed', async () => {
    const written: (readonly number[])[] = [];
    const batch = {
      write: async (unit: Unit, ids: readonly number[]): Promise<void> => {
        written.push(ids);
        for (const id of ids) await note(unit, id);
      },
    };
    const outcomes = await Promise.allSettled(
      upTo(4).map((id) =>
        database.units.run((unit) => {
          unit.atCommit(batch, id);
          unit.atCommit(batch, id + 10);
          return id === 2 ? Promise.reject(new Error('no')) : Promise.resolve();
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(written).toEqual([[1, 11, 3, 13, 4, 14]]);
    expect(await committedNotes(url)).toHaveLength(6);
  });

  it('is the only one refused when what it left for the commit cannot be written', async () => {
    const batch = {
      write: async (unit: Unit, ids: readonly number[]): Promise<void> => {
        for (const id of ids) await note(unit, id);
      },
    };
    await database.units.run((unit) => note(unit, 2));
    const outcomes = await Promise.allSettled(
      upTo(3).map((id) =>
        database.units.run(async (unit) => {
          unit.atCommit(batch, id);
          await note(unit, id + 20);
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await committedNotes(url)).toEqual(['note 1', 'note 2', 'note 3', 'note 21', 'note 23']);
  });

  it('is one for all items of a joint work that wait, but for those with a key in common', async () => {
    const notes = new JointNotes();
    const items = [1, 2, 3, 2, 4].map((id) => ({ id, key: `key ${id}` }));
    const outcomes = await Promise.all(items.map((item) => notes.write(database, item)));
    expect(notes.runs).toEqual([
      [1, 2, 3],
      [2, 4],
    ]);
    expect(outcomes).toEqual(['note 1', 'note 2', 'note 3', 'note 2 again', 'note 4']);
    expect(await committedNotes(url)).toEqual(['note 1', 'note 2', 'note 3', 'note 4']);
  });

  it('of a joint work that fails is done again for each item alone, and one refusal costs the others nothing', async () => {
    const notes = new JointNotes();
    const items = upTo(4).map((id) => ({ id: id === 3 ? 2 : id, key: `key ${id}` }));
    const working = items.map((item) => notes.write(database, item));
    const refused = notes.write(database, { id: 0, key: 'key 0' });
    const outcomes = await Promise.allSettled([...working, refused]);
    expect(notes.runs).toEqual([[1, 2, 2, 4, 0], [1], [2], [2], [4], [0]]);
    const statuses = outcomes.map(({ status }) => status);
    expect(statuses).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    expect(outcomes[4]).toMatchObject({ reason: { message: 'never 0' } });
    expect(await committedNotes(url)).toEqual(['note 1', 'note 2', 'note 4']);
  });

  it('inserts many rows as it inserts one', async () => {
    const rows = upTo(3).map((id) => ({
      key: `key ${id}`,
      caller: 'desk',
      orderId: `order ${id}`,
    }));
    await database.units.run(async (unit) => {
      await unit.insertAll(IdempotencyKeyRow, []);
      await unit.insertAll(IdempotencyKeyRow, rows);
    });
    const find = 'caller = ? ORDER BY order_id';
    const stored = await database.reading.find(IdempotencyKeyRow, find, ['desk']);
    expect(stored).toEqual(rows);
  });

  it('tells the time of whoever keeps it for all instances, which never goes back (D13)', async () => {
    const times = [await keptTime(url)];
    for (const _ of upTo(20)) times.push(await database.units.run((unit) => unit.now()));
    times.push(await keptTime(url));
    expect([...times].sort((a, b) => a - b)).toEqual(times);
  });
});
