import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import BetterSqlite3 from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { closeSync, copyFileSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { Clock } from '../../../src/infra/clock.js';
import { sqlitePath } from '../../../src/infra/config.js';
import { Database } from '../../../src/infra/database/database.js';
import { LogOnDisk } from '../../../src/infra/database/log-on-disk.js';
import type { Unit } from '../../../src/infra/database/unit-of-work.js';
import { SCHEMA } from '../../../src/schema.js';
import { freshDatabase, temporaryFolder } from '../../support/databases.js';
import { SlowDisk } from '../../support/slow-disk.js';

const TABLE = 'CREATE TABLE notes (id integer PRIMARY KEY, text text NOT NULL)';
const MIB = 1 << 20;

function note(unit: Unit, id: number, text = `note ${id}`): Promise<number> {
  return unit.execute('INSERT INTO notes (id, text) VALUES (?, ?)', [id, text]);
}

function notesIn(path: string): number[] {
  const database = new BetterSqlite3(path);
  const notes = database.prepare('SELECT id FROM notes ORDER BY id').pluck().all() as number[];
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  database.close();
  return notes;
}

describe('a commit on a disk that takes its time', () => {
  let disk: SlowDisk;
  let database: Database;

  beforeEach(async () => {
    disk = new SlowDisk();
    const url = await freshDatabase('sqlite');
    database = await Database.open(url, SCHEMA, new Clock(), () => disk);
    await database.units.run((unit) => unit.execute(TABLE));
  });

  afterEach(() => database.close());

  const read = (): Promise<unknown[]> => database.reading.query('SELECT id FROM notes');

  it('is told to nobody before it has arrived, and no other unit begins', async () => {
    const told: string[] = [];
    disk.hold();
    const first = database.units.run((unit) => {
      unit.afterCommit(() => told.push('after the commit'));
      return note(unit, 1);
    });
    void first.then(() => told.push('the caller'));
    await after(20);
    const second = database.units.run((unit) => {
      told.push('the next unit');
      return note(unit, 2);
    });
    await after(20);
    expect(told).toEqual([]);
    disk.letGo();
    await Promise.all([first, second]);
    expect(told).toEqual(['after the commit', 'the caller', 'the next unit']);
  });

  it('can be read meanwhile, by who is then told when it has settled', async () => {
    expect(database.units.settled).toBeNull();
    disk.hold();
    const stored = database.units.run((unit) => note(unit, 1));
    await after(20);
    expect(await read()).toEqual([{ id: 1 }]);
    let hasSettled = false;
    const settled = database.units.settled?.then(() => (hasSettled = true));
    await after(20);
    expect([settled === undefined, hasSettled]).toEqual([false, false]);
    disk.letGo();
    await Promise.all([stored, settled]);
    expect([hasSettled, database.units.settled]).toEqual([true, null]);
  });

  it('is shared by those who wait together, and spared to those who only read', async () => {
    const before = disk.flushes;
    await Promise.all([1, 2, 3].map((id) => database.units.run((unit) => note(unit, id))));
    expect(disk.flushes - before).toBe(1);
    await database.units.run((unit) => unit.query('SELECT id FROM notes'));
    expect(disk.flushes - before).toBe(1);
  });

  it('that did not arrive is told to nobody as stored, nor is what is read of it', async () => {
    disk.hold();
    const stored = database.units.run((unit) => note(unit, 1));
    await after(20);
    disk.letGo(new Error('the disk is gone'));
    await expect(stored).rejects.toThrow('the disk is gone');
    expect(await read()).toEqual([{ id: 1 }]);
    await expect(database.units.settled).rejects.toThrow('the disk is gone');
    // That the disk takes something again does not say what it has of all before.
    const later = database.units.run((unit) => note(unit, 2));
    await expect(later).rejects.toThrow('the disk is gone');
    expect(await read()).toEqual([{ id: 1 }]);
  });

  it('has its log moved when that has become long', async () => {
    await database.units.run((unit) => note(unit, 1, 'x'.repeat(15 * MIB)));
    expect(disk.moves).toBe(0);
    await database.units.run((unit) => note(unit, 2, 'x'.repeat(2 * MIB)));
    await database.units.run((unit) => unit.query('SELECT 1'));
    expect(disk.moves).toBeGreaterThan(0);
  });
});

describe('the log of a SQLite file', () => {
  let url: string;
  let path: string;

  beforeEach(async () => {
    url = await freshDatabase('sqlite');
    path = sqlitePath(url) ?? '';
  });

  it('had everything that was acknowledged when the disk took it last', async () => {
    const folder = temporaryFolder();
    let latest = '';
    let copies = 0;
    /** A power cut leaves what a flush has taken: here, what there was when it began. */
    class Photographed extends LogOnDisk {
      override async flush(): Promise<void> {
        const copy = join(folder, `${(copies += 1)}.db`);
        for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${copy}${end}`);
        await super.flush();
        latest = copy;
      }
    }
    const database = await Database.open(url, SCHEMA, new Clock(), () => new Photographed(path));
    await database.units.run((unit) => unit.execute(TABLE));
    let next = 0;
    for (let round = 1; round <= 10; round += 1) {
      const ids = Array.from({ length: round }, () => (next += 1));
      const acknowledged = ids.map(async (id) => {
        await database.units.run((unit) => note(unit, id));
        return latest;
      });
      for (const [index, copy] of (await Promise.all(acknowledged)).entries()) {
        expect(notesIn(copy)).toContain(ids[index]);
      }
    }
    await database.close();
  });

  it('is moved into the file while units go on, and does not grow with what is written', async () => {
    const database = await Database.open(url, SCHEMA, new Clock());
    await database.units.run((unit) => unit.execute(TABLE));
    for (let id = 1; id <= 100; id += 1) {
      await database.units.run((unit) => note(unit, id, 'x'.repeat(MIB)));
    }
    expect(statSync(`${path}-wal`).size).toBeLessThan(20 * MIB);
    expect(statSync(path).size).toBeGreaterThan(80 * MIB);
    await database.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
    expect(notesIn(path)).toHaveLength(100);
  }, 60_000);

  it('that the disk does not take is a loss, which ends the process', async () => {
    const losses: unknown[] = [];
    const database = await Database.open(url, SCHEMA, new Clock(), () => {
      const disk = new LogOnDisk(path, (error) => losses.push(error));
      closeSync(Reflect.get(disk, 'log') as number);
      return disk;
    });
    await expect(database.units.run((unit) => unit.execute(TABLE))).rejects.toMatchObject({
      code: 'EBADF',
    });
    expect(losses).toEqual([expect.objectContaining({ code: 'EBADF' })]);
  });

  it('holds what was acknowledged when the process is killed while it is moved', async () => {
    const dist = new URL('../../../dist/', import.meta.url).href;
    const program = `
      const { Clock } = await import('${dist}infra/clock.js');
      const { Database } = await import('${dist}infra/database/database.js');
      const { SCHEMA } = await import('${dist}schema.js');
      const database = await Database.open(process.argv[1], SCHEMA, new Clock());
      await database.units.run((unit) => unit.execute('CREATE TABLE IF NOT EXISTS ${TABLE.slice(13)}'));
      const [{ last }] = await database.reading.query('SELECT COALESCE(MAX(id), 0) AS last FROM notes');
      for (let id = last + 1; ; id += 1) {
        await database.units.run((unit) =>
          unit.execute('INSERT INTO notes (id, text) VALUES (?, ?)', [id, 'x'.repeat(300000)]));
        process.stdout.write(id + ' ');
      }`;
    let acknowledged = 0;
    for (let kill = 1; kill <= 3; kill += 1) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program, url], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      let said = '';
      child.stdout.on('data', (bytes: Buffer) => {
        said += bytes.toString();
        // Somewhere in the second log, or in the moving of it.
        if (said.split(' ').length > 60 + 10 * kill) child.kill('SIGKILL');
      });
      await ended;
      acknowledged = Number(said.trim().split(' ').at(-1));
      expect(notesIn(path).at(-1)).toBeGreaterThanOrEqual(acknowledged);
    }
    expect(notesIn(path)).toEqual(Array.from({ length: notesIn(path).length }, (_, n) => n + 1));
    expect(acknowledged).toBeGreaterThan(200);
  }, 120_000);
});
