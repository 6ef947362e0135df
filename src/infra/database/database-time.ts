import type BetterSqlite3 from 'better-sqlite3';
import type { Clock, Uptime } from '../runtime/clock.js';

/**
 * Database time on SQLite: the monotonic clock of the process, adjusted so that a restart does not shift
 * it. The wall clock may be wrong when a process starts, but the machine's uptime is not. Only after a
 * reboot we cannot tell how much time has passed.
 */
export interface DatabaseTime {
  now(): number;
  /** False if the calls of the last minute may be more recent than their timestamps say. */
  readonly isContinuous: boolean;
}

/** Written by an earlier process: the database time `at` when the machine had been up for `upMs`. */
export interface StoredTime {
  readonly boot: string;
  readonly upMs: number;
  readonly at: number;
}

export interface StartTime {
  readonly at: number;
  readonly isContinuous: boolean;
}

/** After this long without a call no rate window or quiet time is running, so the wall clock may be used again. */
export const IDLE_MS = 900_000;

/** Pure: the database time a process starts with. `lastCallAt` is the latest start of a call, in database time. */
export function startTimeOf(
  wall: number,
  uptime: Uptime | null,
  stored: StoredTime | null,
  lastCallAt: number | null,
): StartTime {
  if (lastCallAt === null) return { at: wall, isContinuous: true };
  const passed = stored === null || uptime?.boot !== stored.boot ? -1 : uptime.ms - stored.upMs;
  const at = stored === null || passed < 0 ? null : stored.at + passed;
  if (at === null || at < lastCallAt)
    return { at: Math.max(wall, lastCallAt), isContinuous: false };
  if (at - lastCallAt < IDLE_MS) return { at, isContinuous: true };
  return { at: wall, isContinuous: wall - lastCallAt >= IDLE_MS };
}

/** Continues the time of an earlier process, and stores what the next one needs. */
export function startDatabaseTime(database: BetterSqlite3.Database, clock: Clock): DatabaseTime {
  const uptime = clock.uptime();
  const steady = clock.steady();
  const [row] = database
    .prepare<[], { boot: string; up_ms: number; at: number }>('SELECT * FROM database_time')
    .all();
  const stored = row === undefined ? null : { boot: row.boot, upMs: row.up_ms, at: row.at };
  const lastCallAt = database
    .prepare<[], number | null>('SELECT max(started_at) FROM exchange_calls')
    .pluck()
    .get();
  const { at, isContinuous } = startTimeOf(steady, uptime, stored, lastCallAt ?? null);
  database
    .prepare(
      `INSERT INTO database_time (id, boot, up_ms, at) VALUES (1, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET boot = excluded.boot, up_ms = excluded.up_ms, at = excluded.at`,
    )
    .run(uptime?.boot ?? '', uptime?.ms ?? 0, at);
  return { now: () => clock.steady() + at - steady, isContinuous };
}
