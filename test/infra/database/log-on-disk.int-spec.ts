import { beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { Clock } from '../../../src/infra/clock.js';
import { sqlitePath } from '../../../src/infra/config.js';
import { Database } from '../../../src/infra/database/database.js';
import { LogOnDisk } from '../../../src/infra/database/log-on-disk.js';
import { SCHEMA } from '../../../src/schema.js';
import { freshDatabase, temporaryFolder } from '../../support/databases.js';
import { LARGE, MIB, note, notesIn, saltOfLog, TABLE } from '../../support/notes.js';
import { SlowDisk } from '../../support/slow-disk.js';

describe('the log of a SQLite file', () => {
  let url: string;
  let path: string;

  beforeEach(async () => {
    url = await freshDatabase('sqlite');
    path = sqlitePath(url) ?? '';
  });

  it('had everything that was acknowledged when the disk took it last', async () => {
    const folder = temporaryFolder();
    const ends = ['', '-wal'];
    let latest = '';
    let copies = 0;
    /** A power cut leaves what a flush has taken: here, what there was when it began. */
    class Photographed extends LogOnDisk {
      override async flush(): Promise<void> {
        const before = latest;
        const copy = join(folder, `${(copies += 1)}.db`);
        for (const end of ends) copyFileSync(`${path}${end}`, `${copy}${end}`);
        await super.flush();
        latest = copy;
        for (const end of ends) rmSync(`${before}${end}`, { force: true });
      }
    }
    const database = await Database.open(url, SCHEMA, new Clock(), {
      diskOf: () => new Photographed(path),
    });
    await database.units.run((unit) => unit.execute(TABLE));
    const salts = new Set<string>();
    let next = 0;
    for (let round = 1; round <= 7; round += 1) {
      const ids = Array.from({ length: round }, () => (next += 1));
      await Promise.all(ids.map((id) => database.units.run((unit) => note(unit, id, LARGE))));
      const had = notesIn(latest);
      expect(had).toEqual(expect.arrayContaining(ids));
      salts.add(saltOfLog(path));
    }
    // Some of it after the log was moved and had begun anew.
    expect(salts.size).toBeGreaterThan(1);
    await database.close();
  }, 60_000);

  it('is moved into the file while units go on, and does not grow with what is written', async () => {
    const database = await Database.open(url, SCHEMA, new Clock());
    await database.units.run((unit) => unit.execute(TABLE));
    for (let id = 1; id <= 100; id += 1) {
      await database.units.run((unit) => note(unit, id, LARGE));
    }
    expect(statSync(`${path}-wal`).size).toBeLessThan(20 * MIB);
    expect(statSync(path).size).toBeGreaterThan(80 * MIB);
    await database.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
    expect(notesIn(path)).toHaveLength(100);
  }, 60_000);

  it('has begun anew when it is moved: no unit has to flush its header', async () => {
    let disk: LogOnDisk | undefined;
    const database = await Database.open(url, SCHEMA, new Clock(), {
      diskOf: () => {
        disk = new LogOnDisk(path);
        return disk;
      },
    });
    await database.units.run((unit) => unit.execute(TABLE));
    const before = saltOfLog(path);
    await disk?.moveLog();
    expect(saltOfLog(path)).not.toBe(before);
    await database.units.run((unit) => note(unit, 1));
    await database.close();
    expect(notesIn(path)).toEqual([1]);
  });

  it('that nobody can move is told of, and hinders nobody', async () => {
    const warnings: string[] = [];
    const database = await Database.open(url, SCHEMA, new Clock(), {
      diskOf: () => {
        const disk = new LogOnDisk(path, undefined, (text) => warnings.push(text));
        // As if the file had gone from under it: its thread cannot open it.
        Reflect.set(disk, 'path', join(path, 'nowhere.db'));
        return disk;
      },
    });
    await database.units.run((unit) => unit.execute(TABLE));
    for (let id = 1; id <= 40; id += 1) await database.units.run((unit) => note(unit, id, LARGE));
    expect(warnings).toEqual([
      expect.stringMatching(/nowhere\.db cannot be moved: .*unable to open/),
    ]);
    await database.close();
    expect(notesIn(path)).toHaveLength(40);
  });

  it('that the disk does not take is a loss, which ends the process', async () => {
    const losses: unknown[] = [];
    const disk = await (async () => {
      const database = await Database.open(url, SCHEMA, new Clock());
      const opened = new LogOnDisk(path, (error) => losses.push(error));
      await database.close();
      return opened;
    })();
    await disk.close();
    // Its file is closed: no descriptor of a file, and so the disk takes nothing.
    Reflect.set(disk, 'log', 2 ** 30);
    await expect(disk.flush()).rejects.toMatchObject({ code: 'EBADF' });
    expect(losses).toEqual([expect.objectContaining({ code: 'EBADF' })]);
  });

  it('is taken home before anybody reads what a process before had not seen arrive', async () => {
    const disk = new SlowDisk();
    const before = await Database.open(url, SCHEMA, new Clock(), { diskOf: () => disk });
    await before.units.run((unit) => unit.execute(TABLE));
    const begun = disk.hold();
    const stored = before.units.run((unit) => note(unit, 1));
    await begun;
    // The process is killed: the system still has what it wrote, the disk may have nothing of it.
    const [file, log] = [readFileSync(path), readFileSync(`${path}-wal`)];
    disk.letGo();
    await stored;
    await before.close();
    const copy = join(temporaryFolder(), 'marina.db');
    writeFileSync(copy, file);
    writeFileSync(`${copy}-wal`, log);
    const next = await Database.open(`sqlite:${copy}`, SCHEMA, new Clock());
    expect(statSync(`${copy}-wal`).size).toBe(0);
    expect(notesIn(copy)).toEqual([1]);
    await next.close();
  });

  it('is moved by another thread when the one before has ended, with nothing under way', async () => {
    const warnings: string[] = [];
    let disk: LogOnDisk | undefined;
    const database = await Database.open(url, SCHEMA, new Clock(), {
      diskOf: () => {
        disk = new LogOnDisk(path, undefined, (text) => warnings.push(text));
        return disk;
      },
    });
    await database.units.run((unit) => unit.execute(TABLE));
    await disk?.moveLog();
    await (Reflect.get(disk as object, 'mover') as Worker).terminate();
    const before = saltOfLog(path);
    await disk?.moveLog();
    expect(saltOfLog(path)).not.toBe(before);
    expect(warnings).toEqual([]);
    await database.close();
  });

  it('holds what was acknowledged when the process is killed while it is moved', async () => {
    const dist = new URL('../../../dist/', import.meta.url).href;
    const program = `
      const { Clock } = await import('${dist}infra/clock.js');
      const { Database } = await import('${dist}infra/database/database.js');
      const { SCHEMA } = await import('${dist}schema.js');
      const { LogOnDisk } = await import('${dist}infra/database/log-on-disk.js');
      const path = process.argv[1].slice('sqlite:'.length);
      class Told extends LogOnDisk {
        moveLog() {
          process.stdout.write('moving ');
          return super.moveLog();
        }
      }
      const database = await Database.open(process.argv[1], SCHEMA, new Clock(), { diskOf: () => new Told(path) });
      await database.units.run((unit) => unit.execute('CREATE TABLE IF NOT EXISTS ${TABLE.slice(13)}'));
      const [{ last }] = await database.reading.query('SELECT COALESCE(MAX(id), 0) AS last FROM notes');
      for (let id = last + 1; ; id += 1) {
        await database.units.run((unit) =>
          unit.execute('INSERT INTO notes (id, text) VALUES (?, ?)', [id, 'x'.repeat(300000)]));
        process.stdout.write(id + ' ');
      }`;
    let acknowledged = 0;
    for (let kill = 1; kill <= 4; kill += 1) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program, url], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      let said = '';
      child.stdout.on('data', (bytes: Buffer) => {
        said += bytes.toString();
        // In its second move: the first has shown that it can.
        if (said.split('moving').length > 2) child.kill('SIGKILL');
      });
      await ended;
      acknowledged = Number(/(\d+) (?:moving )*$/.exec(said)?.[1]);
      expect(notesIn(path).at(-1)).toBeGreaterThanOrEqual(acknowledged);
    }
    const notes = notesIn(path);
    expect(notes).toEqual(notes.map((_, index) => index + 1));
    expect(acknowledged).toBeGreaterThan(300);
  }, 120_000);
});
