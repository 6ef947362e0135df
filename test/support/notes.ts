import type { Unit } from '../../src/infra/database/units/unit-of-work.js';
import { SqliteDriver } from '../../src/infra/database/sqlite-driver.js';

/** A table for tests of what a database keeps. */
export const TABLE = 'CREATE TABLE notes (id integer PRIMARY KEY, text text NOT NULL)';
export const MIB = 1 << 20;
export const LARGE = 'x'.repeat(MIB);

export function note(unit: Unit, id: number, text = `note ${id}`): Promise<number> {
  return unit.execute('INSERT INTO notes (id, text) VALUES (?, ?)', [id, text]);
}

/** The contents of a database file. */
export function notesIn(path: string): number[] {
  const database = new SqliteDriver(path);
  const notes = database.prepare('SELECT id FROM notes ORDER BY id').pluck().all() as number[];
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  database.close();
  return notes;
}
