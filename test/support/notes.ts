import { expect } from '@jest/globals';
import BetterSqlite3 from 'better-sqlite3';
import { readFileSync } from 'node:fs';
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

/** Each log that begins anew has another (SQLite's file format, 4.1). */
export function saltOfLog(path: string): string {
  return readFileSync(`${path}-wal`).subarray(16, 24).toString('hex');
}
