import { beforeEach, describe, expect, it } from '@jest/globals';
import BetterSqlite3 from 'better-sqlite3';
import { copyFileSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { Clock } from '../../../src/infra/clock.js';
import { sqlitePath } from '../../../src/infra/config.js';
import { Database, readBeside } from '../../../src/infra/database/database.js';
import { flushLogOf, LogOnDisk, writeLogAgain } from '../../../src/infra/database/log-on-disk.js';
import { SCHEMA } from '../../../src/schema.js';
import { freshDatabase, temporaryFolder } from '../../support/databases.js';
import { LARGE, MIB, note, notesIn, saltOfLog, TABLE } from '../../support/notes.js';
import { SlowDisk } from '../../support/slow-disk.js';

describe('the log of a SQLite file that another process reads', () => {
  let url: string;
  let path: string;

  beforeEach(async () => {
    url = await freshDatabase('sqlite');
    path = sqlitePath(url) ?? '';
  });

  it('is not begun anew while another process reads it, which is told, and is at once after', async () => {
    const warnings: string[] = [];
    const database = await Database.open(url, SCHEMA, new Clock(), {
      diskOf: () => {
        return new LogOnDisk(path, undefined, (text) => warnings.push(text));
      },
    });
    await database.units.run((unit) => unit.execute(TABLE));
    const other = new BetterSqlite3(path, { readonly: true });
    other.exec('BEGIN');
    other.prepare('SELECT id FROM notes').all();
    let id = 0;
    const write = async (mib: number): Promise<void> => {
      for (let n = 0; n < mib; n += 1)
        await database.units.run((unit) => note(unit, (id += 1), LARGE));
    };
    await write(90);
    expect(warnings).toEqual([expect.stringMatching(/somebody reads/)]);
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(80 * MIB);
    other.close();
    const salts = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      await write(10);
      salts.add(saltOfLog(path));
    }
    // 80 MiB: of logs that are moved when they have 16 each, and not when a commit has to at 64.
    expect(salts.size).toBeGreaterThan(3);
    await database.close();
    expect(notesIn(path)).toHaveLength(170);
  }, 60_000);

  it('is written again where another process reads it when a start would take it home', async () => {
    const before = await Database.open(url, SCHEMA, new Clock(), { diskOf: () => new SlowDisk() });
    await before.units.run((unit) => unit.execute(TABLE));
    await before.units.run((unit) => note(unit, 1));
    const copy = join(temporaryFolder(), 'marina.db');
    for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${copy}${end}`);
    await before.close();
    const other = new BetterSqlite3(copy, { readonly: true });
    other.exec('BEGIN');
    other.prepare('SELECT id FROM notes').all();
    const log = readFileSync(`${copy}-wal`);
    utimesSync(`${copy}-wal`, 0, 0);
    writeLogAgain(copy);
    expect(statSync(`${copy}-wal`).mtimeMs).toBeGreaterThan(0);
    expect(readFileSync(`${copy}-wal`).equals(log)).toBe(true);
    const next = await Database.open(`sqlite:${copy}`, SCHEMA, new Clock());
    expect(readFileSync(`${copy}-wal`).subarray(0, log.length).equals(log)).toBe(true);
    await next.units.run((unit) => note(unit, 2));
    other.close();
    await next.close();
    expect(notesIn(copy)).toEqual([1, 2]);
  });

  it('is flushed by who reads beside its owner: what he has read, before he tells of it', async () => {
    const database = await Database.open(url, SCHEMA, new Clock());
    await database.units.run((unit) => unit.execute(TABLE));
    const done: string[] = [];
    const flush = async (of: string): Promise<void> => {
      await flushLogOf(of);
      done.push(`${of === path ? 'its' : 'another'} log is flushed`);
    };
    const answer = await readBeside(
      url,
      SCHEMA,
      async (manager, onDisk) => {
        done.push('read');
        await onDisk();
        done.push('read again');
        return manager.query<unknown[]>('SELECT count(*) AS n FROM notes');
      },
      flush,
    );
    expect(answer).toEqual([{ n: 0 }]);
    expect(done).toEqual(['read', 'its log is flushed', 'read again', 'its log is flushed']);
    await database.close();
  });
});
