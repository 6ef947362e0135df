import type { DataSource } from 'typeorm';
import { Database } from '../../../../src/infra/database/database.js';
import { Snapshots } from '../../../../src/infra/database/threads/snapshots.js';
import { QueryTimeout } from '../../../../src/infra/database/query-timeout.js';
import {
  CommitInDoubt,
  errorCode,
  type Unit,
} from '../../../../src/infra/database/units/unit-of-work.js';
import { SCHEMA } from '../../../../src/schema.js';
import { freshDatabase, readyDatabase } from '../../../support/databases/databases.js';
import { Gate } from '../../../support/time/gate.js';
import { HandClock } from '../../../support/time/hand-clock.js';
import { TcpProxy } from '../../../support/databases/tcp-proxy.js';

interface Account {
  readonly value: number;
}

async function lock(unit: Unit, id: string): Promise<number> {
  const [row] = await unit.query<Account>(
    `SELECT value FROM accounts WHERE id = ?${unit.rowLock}`,
    [id],
  );
  return row?.value ?? Number.NaN;
}

/** The same database by a way that can be cut. */
async function behindProxy(address: string): Promise<{ proxy: TcpProxy; url: URL }> {
  const url = new URL(address);
  const proxy = await TcpProxy.open(Number(url.port));
  url.port = String(proxy.port);
  url.hostname = '127.0.0.1';
  return { proxy, url };
}

describe('units of work of several instances on PostgreSQL', () => {
  let database: Database;
  let second: Database;

  beforeEach(async () => {
    const url = await freshDatabase('postgres');
    database = await Database.open(url, SCHEMA, new HandClock());
    second = await Database.open(url, SCHEMA, new HandClock());
    await database.units.run(async (unit) => {
      await unit.execute('CREATE TABLE accounts (id text PRIMARY KEY, value integer NOT NULL)');
      await unit.execute("INSERT INTO accounts (id, value) VALUES ('a', 0), ('b', 0)");
    });
  });

  afterEach(async () => {
    await second.close();
    await database.close();
  });

  it('run again when they are the victim of a deadlock, and both get through', async () => {
    const gates = { a: new Gate(), b: new Gate() };
    let runs = 0;
    const bothFrom = (instance: Database, first: 'a' | 'b', then: 'a' | 'b'): Promise<void> =>
      instance.units.run(async (unit) => {
        runs += 1;
        await lock(unit, first);
        gates[first].open();
        await gates[then].opened;
        await lock(unit, then);
        await unit.execute('UPDATE accounts SET value = value + 1');
      });
    await Promise.all([bothFrom(database, 'a', 'b'), bothFrom(second, 'b', 'a')]);
    const values = await database.units.run((unit) =>
      unit.query<Account>('SELECT value FROM accounts'),
    );
    expect(values).toEqual([{ value: 2 }, { value: 2 }]);
    // Whoever runs again may be the victim again: which of them is first depends on the machine.
    expect(runs).toBeGreaterThan(2);
  });

  it('do not deadlock over a row that every instance needs, where those that lock it run alone', async () => {
    const gates = { a: new Gate(), b: new Gate() };
    let runs = 0;
    const holding =
      (row: 'a' | 'b', other: 'a' | 'b') =>
      async (unit: Unit): Promise<number> => {
        runs += 1;
        await lock(unit, row);
        gates[row].open();
        await gates[other].opened;
        return runs;
      };
    const locking = (row: 'a' | 'b') => async (unit: Unit) => {
      runs += 1;
      return lock(unit, row);
    };
    // Each pair would share a commit.
    await Promise.all([
      database.units.run(holding('a', 'b')),
      database.units.runAlone(locking('b')),
      second.units.runAlone(holding('b', 'a')),
      second.units.run(locking('a')),
    ]);
    expect(runs).toBe(4);
  });

  it('of one commit lock orders by their ids, after those that lock none, and of one order in their turn', async () => {
    const runs: string[] = [];
    const on = (id: string, name: string): Promise<number> =>
      database.units.runOn(id, (unit) => {
        runs.push(name);
        return lock(unit, id);
      });
    const other = (): Promise<number> =>
      database.units.run((unit) => {
        runs.push('another');
        return unit.now();
      });
    await Promise.all([on('b', 'b'), on('a', 'a, first'), other(), on('a', 'a, second')]);
    expect(runs).toEqual(['another', 'a, first', 'a, second', 'b']);
  });

  it('that lock the same orders in opposite order do not deadlock', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    let runs = 0;
    const change = (instance: Database, id: string): Promise<number> =>
      instance.units.runOn(id, async (unit) => {
        runs += 1;
        await lock(unit, id);
        return unit.execute('UPDATE accounts SET value = value + 1 WHERE id = ?', [id]);
      });
    await database.units.run(async (unit) => {
      for (const id of ids.slice(2))
        await unit.execute('INSERT INTO accounts (id, value) VALUES (?, 0)', [id]);
    });
    const rounds = 20;
    for (let round = 0; round < rounds; round += 1) {
      const here = ids.map((id) => change(database, id));
      const there = ids.toReversed().map((id) => change(second, id));
      await Promise.all([...here, ...there]);
    }
    // A victim would have run again.
    expect(runs).toBe(2 * rounds * ids.length);
    const values = await database.units.run((unit) =>
      unit.query<Account>('SELECT value FROM accounts'),
    );
    expect(new Set(values.map(({ value }) => value))).toEqual(new Set([2 * rounds]));
  });

  it('that run alone keep their place among the others', async () => {
    const order: string[] = [];
    const named = (name: string) => async (unit: Unit) => {
      await unit.execute('UPDATE accounts SET value = value + 1');
      order.push(name);
    };
    const { units, commits } = database;
    const sizes: number[] = [];
    commits.listen((commit) => void sizes.push(commit.units));
    await Promise.all([
      units.run(named('first')),
      units.run(named('second')),
      units.runAlone(named('third')),
      units.runAlone(named('fourth')),
      units.run(named('fifth')),
    ]);
    expect(order).toEqual(['first', 'second', 'third', 'fourth', 'fifth']);
    expect(sizes).toEqual([2, 1, 1, 1]);
  });

  it('tell of their own failure at once: only victims run again', async () => {
    let runs = 0;
    const failing = database.units.run((unit) => {
      runs += 1;
      return unit.execute("INSERT INTO accounts (id, value) VALUES ('a', 0)");
    });
    await expect(failing).rejects.toThrow(/duplicate key/);
    expect(runs).toBe(1);
  });

  it('do not keep what a first try of theirs has promised for after the commit', async () => {
    const told: number[] = [];
    let runs = 0;
    await database.units.run(async (unit) => {
      runs += 1;
      const run = runs;
      unit.afterCommit(() => told.push(run));
      await unit.execute("UPDATE accounts SET value = value + 1 WHERE id = 'a'");
      if (run === 1) throw Object.assign(new Error('victim'), { code: '40P01' });
    });
    expect({ told, runs }).toEqual({ told: [2], runs: 2 });
    expect(await database.units.run((unit) => lock(unit, 'a'))).toBe(1);
  });

  it('give up on a row that stays contended after a few tries', async () => {
    let runs = 0;
    const hopeless = database.units.run(() => {
      runs += 1;
      return Promise.reject(Object.assign(new Error('victim'), { code: '40001' }));
    });
    await expect(hopeless).rejects.toMatchObject({ code: '40001' });
    expect(runs).toBe(4);
  });

  it('stand in line for a row: 60 increments through two instances are 60', async () => {
    const increments = Array.from({ length: 60 }, (_, index) =>
      (index % 2 === 0 ? database : second).units.run(async (unit) => {
        const value = await lock(unit, 'a');
        await unit.execute("UPDATE accounts SET value = ? WHERE id = 'a'", [value + 1]);
        return value;
      }),
    );
    const seen = await Promise.all(increments);
    expect(new Set(seen).size).toBe(60);
    expect(await database.units.run((unit) => lock(unit, 'a'))).toBe(60);
  });

  it('hold a locked row until they end: who asks without waiting is told so', async () => {
    await database.units.run(async (unit) => {
      await lock(unit, 'a');
      const impatient = second.units.run((other) =>
        other.query('SELECT value FROM accounts WHERE id = ? FOR UPDATE NOWAIT', ['a']),
      );
      const error: unknown = await impatient.then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(errorCode(error)).toBe('55P03');
    });
    expect(await second.units.run((unit) => lock(unit, 'a'))).toBe(0);
  });

  it('run again, on another connection, when that of their group is cut before the commit', async () => {
    const runs = { cut: 0, other: 0 };
    const outcomes = await Promise.allSettled([
      database.units.run((unit) => {
        runs.cut += 1;
        return unit.query('SELECT pg_terminate_backend(pg_backend_pid())');
      }),
      database.units.run((unit) => {
        runs.other += 1;
        return unit.execute("UPDATE accounts SET value = value + 1 WHERE id = 'a'");
      }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(await database.units.run((unit) => lock(unit, 'a'))).toBe(1);
    expect(runs.cut).toBe(1);
  });

  it('do not run again when the connection is lost during their commit: nobody knows whether it happened', async () => {
    await database.units.run(async (unit) => {
      await unit.execute(
        `CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
           'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'`,
      );
      await unit.execute(
        `CREATE CONSTRAINT TRIGGER cut AFTER UPDATE ON accounts DEFERRABLE INITIALLY DEFERRED
           FOR EACH ROW WHEN (NEW.value = 7) EXECUTE FUNCTION cut()`,
      );
    });
    let runs = 0;
    const set = (id: string, value: number): Promise<number> =>
      database.units.run((unit) => {
        runs += 1;
        return unit.execute('UPDATE accounts SET value = ? WHERE id = ?', [value, id]);
      });
    const outcomes = await Promise.allSettled([set('a', 7), set('b', 1)]);
    expect(outcomes).toMatchObject([
      { reason: expect.any(CommitInDoubt) },
      { reason: expect.any(CommitInDoubt) },
    ]);
    expect(runs).toBe(2);
    expect(await set('b', 2)).toBe(1);
  });

  it('are in doubt, and not run again, when their connection is reset during the commit', async () => {
    const { proxy, url } = await behindProxy(await freshDatabase('postgres'));
    const distant = await Database.open(url.href, SCHEMA, new HandClock());
    await distant.units.run((unit) =>
      unit.execute('CREATE TABLE seen (id integer PRIMARY KEY)').then(() => undefined),
    );
    let runs = 0;
    const see = (id: number): Promise<number> =>
      distant.units.run((unit) => {
        runs += 1;
        return unit.execute('INSERT INTO seen (id) VALUES (?)', [id]);
      });
    proxy.resetAfter('COMMIT');
    const outcomes = await Promise.allSettled([see(1), see(2)]);
    expect(outcomes).toMatchObject([
      { reason: expect.any(CommitInDoubt) },
      { reason: expect.any(CommitInDoubt) },
    ]);
    expect(runs).toBe(2);
    expect(await see(3)).toBe(1);
    await distant.close();
    await proxy.close();
  });

  it('fail as a lost connection when it is cut in the middle, and reads, too; new ones go through', async () => {
    const { proxy, url } = await behindProxy(await freshDatabase('postgres'));
    const distant = await Database.open(url.href, SCHEMA, new HandClock());
    const asleep = 'SELECT pg_sleep(600)';
    const started = [
      distant.units.run((unit) => unit.query(asleep)),
      distant.reading.query(asleep),
      distant.read((manager) => manager.query(asleep)),
    ];
    const running = `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query = '${asleep}' AND datname = '${url.pathname.slice(1)}'`;
    for (let count = 0; count < started.length;)
      count = (await database.reading.query(running)).length;
    proxy.cut();
    const outcomes = await Promise.allSettled(started);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: '08006' } });
    }
    expect(await distant.reading.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await distant.units.run((unit) => unit.query('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
    await distant.close();
    await proxy.close();
  });

  it('fail as a lost connection when the server dies without a word, and new ones reach the next server', async () => {
    const { proxy, url } = await behindProxy(await readyDatabase('postgres'));
    const limits = { unitTimeoutMs: 50, readTimeoutMs: 50 };
    const distant = await Database.open(url.href, SCHEMA, new HandClock(), limits);
    const one = 'SELECT 1 AS one';
    await distant.units.run((unit) => unit.query(one));
    proxy.freeze();
    const outcomes = await Promise.allSettled([
      distant.units.run((unit) => unit.query(one)),
      distant.units.run((unit) => unit.query(one)),
      distant.reading.query(one),
    ]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: '08006' } });
    proxy.leadAnew();
    expect(await distant.units.run((unit) => unit.query(one))).toEqual([{ one: 1 }]);
    await distant.close();
    await proxy.close();
  });

  it('are in doubt when the server dies without a word during the commit', async () => {
    const { proxy, url } = await behindProxy(await readyDatabase('postgres'));
    const distant = await Database.open(url.href, SCHEMA, new HandClock(), { unitTimeoutMs: 50 });
    const ended = distant.units.run(async (unit) => {
      const at = await unit.now();
      proxy.freeze();
      return at;
    });
    await expect(ended).rejects.toThrow(CommitInDoubt);
    proxy.leadAnew();
    expect(await distant.units.run((unit) => unit.now())).toBeGreaterThan(0);
    await distant.close();
    await proxy.close();
  });

  it('outlive a server that ends a connection in the moment it is made, and so do reads', async () => {
    const { proxy, url } = await behindProxy(await freshDatabase('postgres'));
    const distant = await Database.open(url.href, SCHEMA, new HandClock());
    const one = 'SELECT 1 AS one';
    for (const ask of [
      () => distant.units.run((unit) => unit.query(one)),
      () => distant.reading.query(one),
      () => distant.read((manager) => manager.query<unknown>(one)),
      () => distant.questions.read((manager) => manager.query<unknown>(one)),
    ]) {
      proxy.cut();
      proxy.endNextWhenReady();
      let answer: unknown = null;
      // An idle connection may be used before its end has been noticed.
      while (answer === null) answer = await ask().catch(() => null);
      expect([answer, proxy.endsNext]).toEqual([[{ one: 1 }], false]);
    }
    await distant.close();
    await proxy.close();
  });

  it.each([
    ['alone', ['swallows']],
    ['before another', ['swallows', 'honest']],
    ['after another', ['honest', 'swallows']],
  ])(
    'reject the one that has swallowed an error of the database, %s, and no other',
    async (_, units) => {
      const work = {
        swallows: async (unit: Unit): Promise<void> => {
          await unit.execute("UPDATE accounts SET value = 5 WHERE id = 'a'");
          await unit.query('SELECT nothing FROM nowhere').catch(() => undefined);
        },
        honest: async (unit: Unit): Promise<void> => {
          await unit.execute("UPDATE accounts SET value = 6 WHERE id = 'b'");
        },
      };
      const names = units as readonly (keyof typeof work)[];
      const ended = await Promise.allSettled(names.map((name) => database.units.run(work[name])));
      expect(ended.map(({ status }) => status)).toEqual(
        names.map((name) => (name === 'honest' ? 'fulfilled' : 'rejected')),
      );
      expect(await database.units.run((unit) => lock(unit, 'a'))).toBe(0);
      const isOther = names.includes('honest');
      expect(await database.units.run((unit) => lock(unit, 'b'))).toBe(isOther ? 6 : 0);
    },
  );

  it('give their connection back after a failure', async () => {
    const failures = Array.from({ length: 40 }, () =>
      database.units.run((unit) => unit.query('SELECT nothing FROM nowhere')),
    );
    const outcomes = await Promise.allSettled(failures);
    expect(outcomes.every((outcome) => outcome.status === 'rejected')).toBe(true);
    expect(await database.units.run((unit) => lock(unit, 'b'))).toBe(0);
  });
});

describe('reads on PostgreSQL', () => {
  it('of one moment fail as a lost connection when it is cut, and not by the rollback after it', async () => {
    const { proxy, url } = await behindProxy(await readyDatabase('postgres'));
    const snapshots = await Snapshots.open(url.href, SCHEMA);
    const cut = snapshots.read(async (reading) => {
      await reading.query('SELECT 1 AS one');
      proxy.cut();
      return reading.query('SELECT 2 AS two');
    });
    await expect(cut).rejects.toMatchObject({ code: '08006' });
    expect(await snapshots.read((reading) => reading.query('SELECT 1 AS one'))).toHaveLength(1);
    // A thread's connection ends with the thread.
    await (snapshots as unknown as { readonly source: DataSource }).source.destroy();
    await proxy.close();
  });

  it('are ended after a time, which units of work outlive, by either way to read', async () => {
    const url = await freshDatabase('postgres');
    const database = await Database.open(url, SCHEMA, new HandClock(), { readTimeoutMs: 50 });
    const forever = 'SELECT pg_sleep(600)';
    await expect(database.reading.query(forever)).rejects.toThrow(QueryTimeout);
    await expect(database.read((manager) => manager.query(forever))).rejects.toThrow(QueryTimeout);
    const limits = await database.units.run((unit) =>
      unit.query("SELECT current_setting('statement_timeout') AS most"),
    );
    expect(limits).toEqual([{ most: '10s' }]);
    await database.close();
  });
});
