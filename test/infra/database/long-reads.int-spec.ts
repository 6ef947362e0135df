import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '../../../src/infra/database/database.js';
import { LongReads, READ_MS_MAX, ReadTimedOut } from '../../../src/infra/database/long-reads.js';
import { AuditHeadRow } from '../../../src/infra/audit/audit-entry.entity.js';
import { SCHEMA } from '../../../src/schema.js';
import { freshDatabase } from '../../support/databases.js';
import { HandClock } from '../../support/hand-clock.js';
import { turnsDuring } from '../../support/turns.js';

const NUMBERS = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
  SELECT i, 'row ' || i AS name FROM n`;
const SLOW = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
  SELECT count(*) AS count FROM n`;

/** Only SQLite runs statements in the service's own process. */
describe('Long reads', () => {
  let database: Database;
  const clock = new HandClock();

  beforeAll(async () => {
    database = await Database.open(await freshDatabase('sqlite'), SCHEMA, clock);
  });

  afterAll(() => database.close());

  it('answer with all rows, however many', async () => {
    const rows = await database.longReading.query(NUMBERS, [2_500]);
    expect(rows).toHaveLength(2_500);
    expect(rows.at(-1)).toEqual({ i: 2_500, name: 'row 2500' });
  });

  it("answer TypeORM's questions as the other connections do, which stay as they are", async () => {
    const question = { where: { id: 1 } };
    const long = await database.readLong((manager) => manager.findOne(AuditHeadRow, question));
    const short = await database.read((manager) => manager.findOne(AuditHeadRow, question));
    expect(long).toEqual(short);
    expect(long).toBeInstanceOf(AuditHeadRow);
    expect(await database.readLong((manager) => manager.count(AuditHeadRow))).toBe(1);
  });

  it('see what is committed by the time they are asked', async () => {
    await database.units.run((unit) => unit.execute('CREATE TABLE notes (id integer)'));
    await database.units.run((unit) => unit.execute('INSERT INTO notes (id) VALUES (7)'));
    expect(await database.longReading.query('SELECT id FROM notes')).toEqual([{ id: 7 }]);
  });

  it('cannot write, and reject with the code of SQLite', async () => {
    const writing = database.longReading.query('DELETE FROM audit_head RETURNING id');
    await expect(writing).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
    await expect(database.longReading.query('SELECT nonsense')).rejects.toThrow(/nonsense/);
  });

  it('leave the event loop free', async () => {
    const turns = await turnsDuring(() => database.longReading.query(SLOW, [1_000_000]));
    expect(turns).toBeGreaterThan(20);
  });

  it('are given up when they take too long, and others go on', async () => {
    const slow = database.longReading.query(SLOW, [20_000_000]);
    clock.pass(READ_MS_MAX);
    await expect(slow).rejects.toBeInstanceOf(ReadTimedOut);
    expect(await database.longReading.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('are refused when too many wait, or for too long', async () => {
    const asked = Array.from({ length: 2 }, () => database.longReading.query(SLOW, [3_000_000]));
    const waits = database.longReading.query('SELECT 1 AS one');
    const others = Array.from({ length: 499 }, () => database.longReading.query('SELECT 1 AS one'));
    const oneMore = database.longReading.query('SELECT 1 AS one');
    await expect(oneMore).rejects.toMatchObject({ waited: true });
    clock.pass(10_000);
    await expect(waits).rejects.toMatchObject({ waited: true });
    const ended = await Promise.allSettled([...asked, ...others]);
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['rejected']));
  });

  it('end with the database', async () => {
    const other = await Database.open(await freshDatabase('sqlite'), SCHEMA, clock);
    const reading = other.longReading;
    expect(reading).toBeInstanceOf(LongReads);
    await reading.query('SELECT 1 AS one');
    await other.close();
    await expect(reading.query('SELECT 1 AS one')).rejects.toThrow(/closed/);
  });
});
