import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '../../../src/infra/clock.js';
import { Database } from '../../../src/infra/database/database.js';
import { SCHEMA } from '../../../src/schema.js';
import { freshDatabase } from '../../support/databases.js';
import { MIB, note, TABLE } from '../../support/notes.js';
import { SlowDisk } from '../../support/slow-disk.js';

/** Has units begun by now? Each turn of the event loop is a chance for them. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('a commit on a disk that takes its time', () => {
  let disk: SlowDisk;
  let database: Database;

  beforeEach(async () => {
    disk = new SlowDisk();
    const url = await freshDatabase('sqlite');
    database = await Database.open(url, SCHEMA, new Clock(), { diskOf: () => disk });
    await database.units.run((unit) => unit.execute(TABLE));
  });

  afterEach(() => database.close());

  const read = (): Promise<unknown[]> => database.reading.query('SELECT id FROM notes');

  it('is told to nobody before it has arrived, and no other unit begins', async () => {
    const told: string[] = [];
    const begun = disk.hold();
    const first = database.units.run((unit) => {
      unit.afterCommit(() => told.push('after the commit'));
      return note(unit, 1);
    });
    void first.then(() => told.push('the caller'));
    await begun;
    const second = database.units.run((unit) => {
      told.push('the next unit');
      return note(unit, 2);
    });
    await turns();
    expect(told).toEqual([]);
    disk.letGo();
    await Promise.all([first, second]);
    expect(told).toEqual(['after the commit', 'the caller', 'the next unit']);
  });

  it('can be read meanwhile, by who is then told when it has settled', async () => {
    expect(database.units.settled).toBeNull();
    const begun = disk.hold();
    const stored = database.units.run((unit) => note(unit, 1));
    await begun;
    expect(await read()).toEqual([{ id: 1 }]);
    let hasSettled = false;
    const settled = database.units.settled?.then(() => (hasSettled = true));
    await turns();
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
    const begun = disk.hold();
    const stored = database.units.run((unit) => note(unit, 1));
    await begun;
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
    expect(disk.moves).toBe(1);
  });

  it('goes on with a log that nobody can move, and tries again when that has grown as much', async () => {
    disk.moveLog = () => {
      disk.moves += 1;
      return Promise.reject(new Error('the disk is full'));
    };
    const moves: number[] = [];
    for (const [id, mib] of [17, 1, 12, 5, 1].entries()) {
      await database.units.run((unit) => note(unit, id, 'x'.repeat(mib * MIB)));
      await database.units.run((unit) => unit.query('SELECT 1'));
      moves.push(disk.moves);
    }
    expect(moves).toEqual([1, 1, 1, 2, 2]);
    expect(await read()).toHaveLength(5);
  });

  it('has a log that was begun anew moved as early as the first, however long that was', async () => {
    const large = 'x'.repeat(17 * MIB);
    for (const id of [1, 2, 3]) await database.units.run((unit) => note(unit, id, large));
    await database.units.run((unit) => unit.query('SELECT 1'));
    expect(disk.moves).toBe(3);
    // A commit has moved it by now, being far too long: so this one is the first of another.
    await database.units.run((unit) => note(unit, 4, large));
    await database.units.run((unit) => note(unit, 5));
    await database.units.run((unit) => note(unit, 6, large));
    await database.units.run((unit) => unit.query('SELECT 1'));
    expect(disk.moves).toBe(5);
  });

  it('is waited for by a close, after which no unit begins', async () => {
    const begun = disk.hold();
    const stored = database.units.run((unit) => note(unit, 1));
    await begun;
    const waiting = database.units.run((unit) => note(unit, 2));
    let isClosed = false;
    const closed = database.close().then(() => (isClosed = true));
    await expect(database.units.run((unit) => note(unit, 3))).rejects.toThrow('is closed');
    await turns();
    expect(isClosed).toBe(false);
    disk.letGo();
    expect(await Promise.all([stored, waiting])).toEqual([1, 1]);
    await closed;
    database = await Database.open(await freshDatabase('sqlite'), SCHEMA, new Clock());
  });
});
