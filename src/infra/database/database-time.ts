import type BetterSqlite3 from 'better-sqlite3';
import type { Clock, Uptime } from '../runtime/clock.js';

/**
 * Database time on SQLite: the steady clock of the process, put so that a restart does not move it. The
 * wall clock may be wrong when a process starts; how long the machine has been up is not. Only after a
 * start of the machine nobody knows how much time has passed.
 */
export interface DatabaseTime {
  now(): number;
  /** False: calls of the minute before may be younger than their stamps say. */
  readonly continues: boolean;
}

/** What an earlier process has written down: database time `at`, when the machine was up for `upMs`. */
export interface TimeMark {
  readonly boot: string;
  readonly upMs: number;
  readonly at: number;
}

export interface Beginning {
  readonly at: number;
  readonly continues: boolean;
}

/** After so long without a call the minute and every quiet time are over: the wall clock may be followed again. */
export const IDLE_MS = 900_000;

/** Pure: what database time a process begins with. `lastCallAt`: the newest start of a call, in database time. */
export function beginningOf(
  wall: number,
  uptime: Uptime | null,
  mark: TimeMark | null,
  lastCallAt: number | null,
): Beginning {
  if (lastCallAt === null) return { at: wall, continues: true };
  const passed = mark === null || uptime?.boot !== mark.boot ? -1 : uptime.ms - mark.upMs;
  const at = mark === null || passed < 0 ? null : mark.at + passed;
  if (at === null || at < lastCallAt) return { at: Math.max(wall, lastCallAt), continues: false };
  if (at - lastCallAt < IDLE_MS) return { at, continues: true };
  return { at: wall, continues: wall - lastCallAt >= IDLE_MS };
}

/** Reads the mark of an earlier process, and leaves one for the next. */
export function beginTime(database: BetterSqlite3.Database, clock: Clock): DatabaseTime {
  const uptime = clock.uptime();
  const steady = clock.steady();
  const [row] = database
    .prepare<[], { boot: string; up_ms: number; at: number }>('SELECT * FROM database_time')
    .all();
  const mark = row === undefined ? null : { boot: row.boot, upMs: row.up_ms, at: row.at };
  const lastCallAt = database
    .prepare<[], number | null>('SELECT max(started_at) FROM exchange_calls')
    .pluck()
    .get();
  const { at, continues } = beginningOf(steady, uptime, mark, lastCallAt ?? null);
  database
    .prepare(
      `INSERT INTO database_time (id, boot, up_ms, at) VALUES (1, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET boot = excluded.boot, up_ms = excluded.up_ms, at = excluded.at`,
    )
    .run(uptime?.boot ?? '', uptime?.ms ?? 0, at);
  return { now: () => clock.steady() + at - steady, continues };
}
