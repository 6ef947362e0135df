import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sqlitePath } from '../../../src/infra/config/config.js';
import { CHECKPOINT_PAGES } from '../../../src/infra/database/data-source-options.js';
import { Database, readWithoutLock } from '../../../src/infra/database/database.js';
import { SCHEMA } from '../../../src/schema.js';
import { freshDatabase, temporaryFolder } from '../../support/databases/databases.js';
import { LARGE, MIB, note, notesIn, TABLE } from '../../support/notes.js';
import { SqliteDriver } from '../../../src/infra/database/sqlite-driver.js';
import { HandClock } from '../../support/time/hand-clock.js';

const PAGE_BYTES = 4_096;

describe('the log of a SQLite file', () => {
  let url: string;
  let path: string;
  let database: Database;
  let id = 0;

  beforeEach(async () => {
    url = await freshDatabase('sqlite');
    path = sqlitePath(url) ?? '';
    database = await Database.open(url, SCHEMA, new HandClock());
    await database.units.run((unit) => unit.execute(TABLE));
    id = 0;
  });

  const write = async (mib: number): Promise<void> => {
    for (let n = 0; n < mib; n += 1)
      await database.units.run((unit) => note(unit, (id += 1), LARGE));
  };

  it('stays short under steady writes', async () => {
    await write(80);
    expect(statSync(`${path}-wal`).size).toBeLessThan(2 * CHECKPOINT_PAGES * PAGE_BYTES);
    await database.close();
    expect(notesIn(path)).toHaveLength(80);
  });

  it('grows while another process reads, stops nobody, and is begun anew after', async () => {
    const other = new SqliteDriver(path, { readonly: true });
    other.exec('BEGIN');
    other.prepare('SELECT id FROM notes').all();
    await write(40);
    const { size } = statSync(`${path}-wal`);
    expect(size).toBeGreaterThan(40 * MIB);
    other.close();
    await write(80);
    expect(statSync(`${path}-wal`).size).toBeLessThan(size + 2 * MIB);
    await database.close();
    expect(notesIn(path)).toHaveLength(120);
  });

  it('of a process that died is in the file as soon as the next has opened it', async () => {
    await write(2);
    const copy = join(temporaryFolder(), 'marina.db');
    for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${copy}${end}`);
    await database.close();
    const next = await Database.open(`sqlite:${copy}`, SCHEMA, new HandClock());
    const alone = join(temporaryFolder(), 'marina.db');
    copyFileSync(copy, alone);
    expect(notesIn(alone)).toEqual([1, 2]);
    await next.close();
  });

  it('is read by another process beside its owner, which goes on', async () => {
    await write(1);
    const answer = await readWithoutLock(url, SCHEMA, async (manager) => {
      await write(1);
      return manager.query<unknown[]>('SELECT count(*) AS n FROM notes');
    });
    expect(answer).toEqual([{ n: 2 }]);
    await database.close();
  });
});
