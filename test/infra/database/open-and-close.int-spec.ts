import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { ConfigError, sqlitePath } from '../../../src/infra/config/config.js';
import {
  Database,
  MIGRATION_LOCK,
  MIGRATION_WAIT_TOLD_MS,
} from '../../../src/infra/database/database.js';
import { SCHEMA } from '../../../src/schema.js';
import { freshDatabase, temporaryFolder } from '../../support/databases/databases.js';
import { SQLITE_DRIVER, SqliteDriver } from '../../../src/infra/database/sqlite-driver.js';
import { HandClock } from '../../support/time/hand-clock.js';

function open(url: string): Promise<Database> {
  return Database.open(url, SCHEMA, new HandClock());
}

function pathOf(url: string): string {
  const path = sqlitePath(url);
  if (path === null) throw new Error('This is not a SQLite address');
  return path;
}

/** Another process that holds the database's lock, as a running Marina does, until it is killed. */
async function holder(path: string): Promise<() => Promise<void>> {
  const program = `
    const Database = require('${SQLITE_DRIVER}');
    globalThis.lock = new Database(process.argv[1]);
    globalThis.lock.exec('BEGIN EXCLUSIVE');
    process.stdin.resume();
    process.stdout.write('held');`;
  const child = spawn(process.execPath, ['-e', program, `${path}.lock`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
}

describe('a SQLite file', () => {
  it('has one owner: a second one is refused with the reason and the file', async () => {
    const url = await freshDatabase('sqlite');
    const owner = await open(url);
    await expect(open(url)).rejects.toThrow(
      `Another Marina process is using ${pathOf(url)}; only one can at a time`,
    );
    await owner.close();
  });

  it.each(['file', 'folder'] as const)(
    'has one owner, also where the other one reaches it by a symbolic link to its %s',
    async (what) => {
      const url = await freshDatabase('sqlite');
      const path = pathOf(url);
      const owner = await open(url);
      const link = join(temporaryFolder(), 'link');
      symlinkSync(what === 'file' ? path : dirname(path), link);
      const other = what === 'file' ? link : join(link, basename(path));
      await expect(open(`sqlite:${other}`)).rejects.toThrow('Another Marina process is using');
      await owner.close();
    },
  );

  it('has one owner, also where its address is a link to a file that is not there yet', async () => {
    const link = join(temporaryFolder(), 'link');
    symlinkSync(join(temporaryFolder(), 'marina.db'), link);
    const owner = await open(`sqlite:${link}`);
    await expect(open(`sqlite:${link}`)).rejects.toThrow('Another Marina process is using');
    await owner.close();
  });

  it('is free again after its owner has closed it, with everything that was committed', async () => {
    const url = await freshDatabase('sqlite');
    const first = await open(url);
    await first.units.run((unit) => unit.execute('CREATE TABLE notes (id integer PRIMARY KEY)'));
    await first.units.run((unit) => unit.execute('INSERT INTO notes (id) VALUES (1)'));
    await first.close();
    const second = await open(url);
    const rows = await second.units.run((unit) => unit.query('SELECT id FROM notes'));
    await second.close();
    expect(rows).toEqual([{ id: 1 }]);
  });

  it('is refused while another process holds it, and free once that was killed', async () => {
    const url = await freshDatabase('sqlite');
    const kill = await holder(pathOf(url));
    await expect(open(url)).rejects.toThrow(/Another Marina process/);
    await kill();
    const database = await open(url);
    await database.close();
  });

  it.each([0o770, 0o720, 0o702])(
    'is refused in a folder in which other users can write (mode %o), and taken once they cannot',
    async (mode) => {
      const url = await freshDatabase('sqlite');
      const folder = dirname(pathOf(url));
      chmodSync(folder, mode);
      await expect(open(url)).rejects.toThrow(ConfigError);
      await expect(open(url)).rejects.toThrow(`chmod 700 ${folder}`);
      expect(readdirSync(folder)).toEqual([]);
      chmodSync(folder, 0o700);
      const database = await open(url);
      await database.close();
    },
  );

  it('stays free when opening it failed', async () => {
    const url = await freshDatabase('sqlite');
    const damaged = { ...SCHEMA, migrations: [class Broken1763600000001 {
      up(): Promise<void> {
        return Promise.reject(new Error('a migration failed'));
      }
      down(): Promise<void> {
        return Promise.resolve();
      }
    }] }; // prettier-ignore
    await expect(Database.open(url, damaged, new HandClock())).rejects.toThrow(
      'a migration failed',
    );
    const database = await open(url);
    await database.close();
  });

  it('is closed into one file: nothing is left in the write-ahead log', async () => {
    const url = await freshDatabase('sqlite');
    const database = await open(url);
    await database.units.run((unit) => unit.execute('CREATE TABLE notes (id integer PRIMARY KEY)'));
    await database.close();
    const log = `${pathOf(url)}-wal`;
    expect(existsSync(log) && statSync(log).size > 0).toBe(false);
    const file = new SqliteDriver(pathOf(url), { readonly: true });
    expect(file.pragma('integrity_check', { simple: true })).toBe('ok');
    file.close();
  });

  it('and its folder are for their owner only', async () => {
    const url = `sqlite:${join(temporaryFolder(), 'below', 'marina.db')}`;
    const database = await open(url);
    expect(statSync(pathOf(url)).mode & 0o777).toBe(0o600);
    expect(statSync(join(pathOf(url), '..')).mode & 0o777).toBe(0o700);
    await database.close();
  });

  it('in memory answers reads through the queue of its writer', async () => {
    const database = await open('sqlite::memory:');
    await database.units.run((unit) => unit.execute('CREATE TABLE notes (id integer PRIMARY KEY)'));
    const tables = database.read((manager) =>
      manager.query<unknown[]>("SELECT name FROM sqlite_master WHERE name = 'notes'"),
    );
    expect(await tables).toEqual([{ name: 'notes' }]);
    await database.close();
  });
});

describe('a PostgreSQL database', () => {
  it('has as many owners as there are instances', async () => {
    const url = await freshDatabase('postgres');
    const instances = [await open(url), await open(url)];
    for (const instance of instances) await instance.close();
    expect(instances.map((instance) => instance.engine)).toEqual(['postgres', 'postgres']);
  });

  it('is migrated once by instances that start together', async () => {
    const url = await freshDatabase('postgres');
    const instances = await Promise.all([open(url), open(url), open(url)]);
    const [first] = instances;
    const applied = await first?.read((manager) =>
      manager.query<unknown[]>('SELECT name FROM migrations'),
    );
    expect(applied).toHaveLength(SCHEMA.migrations.length);
    for (const instance of instances) await instance.close();
  });

  it('tells every few seconds how long it has waited for another process that migrates', async () => {
    const url = await freshDatabase('postgres');
    const other = new pg.Client(url);
    await other.connect();
    await other.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
    const clock = new HandClock();
    const told: number[] = [];
    const opening = Database.open(url, SCHEMA, clock, { onMigrationWait: (ms) => told.push(ms) });
    const waiting = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
    while ((await other.query(waiting)).rowCount === 0);
    clock.pass(MIGRATION_WAIT_TOLD_MS - 1);
    expect(told).toEqual([]);
    clock.pass(1);
    clock.pass(MIGRATION_WAIT_TOLD_MS);
    expect(told).toEqual([MIGRATION_WAIT_TOLD_MS, 2 * MIGRATION_WAIT_TOLD_MS]);
    await other.end();
    await (await opening).close();
    clock.pass(MIGRATION_WAIT_TOLD_MS);
    expect([told.length, clock.waiting]).toEqual([2, 0]);
  });

  it('that cannot be reached says so', async () => {
    await expect(open('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow(/ECONNREFUSED/);
  });
});
