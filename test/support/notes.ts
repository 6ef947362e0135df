import { expect } from '@jest/globals';
import BetterSqlite3 from 'better-sqlite3';
import type { Unit } from '../../src/infra/database/unit-of-work.js';

/** A table of its own for tests of what a database keeps. */
export const TABLE = 'CREATE TABLE notes (id integer PRIMARY KEY, text text NOT NULL)';
export const MIB = 1 << 20;
export const LARGE = 'x'.repeat(MIB);

export function note(unit: Unit, id: number, text = `note ${id}`): Promise<number> {
  return unit.execute('INSERT INTO notes (id, text) VALUES (?, ?)', [id, text]);
}

/** What a whole file has. */
export function notesIn(path: string): number[] {
  const database = new BetterSqlite3(path);
  const notes = database.prepare('SELECT id FROM notes ORDER BY id').pluck().all() as number[];
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  database.close();
  return notes;
}
