import { lockTrail, type AuditLog } from '../../infra/audit/audit-log.js';
import type { Actor } from '../../infra/audit/actor.js';
import type { Database } from '../../infra/database/database.js';
import type { Reading } from '../../infra/database/reads.js';
import type { LoneUnit } from '../../infra/database/units/unit-of-work.js';
import {
  isTradingDay,
  startOfDay,
  tradingDateOf,
  type Sessions,
} from '../../market/trading-calendar/trading-day.js';
import { lastVerdictOn } from './closed-days.js';

/** Rows removed in one unit of work: a service beside it writes between two units. */
const BATCH = 1_000;
const DAY_MS = 86_400_000;

/** On schedule, with all answers and without a finding. What somebody asked for stays: the trail says that they did. */
const FOUND_NOTHING = `cause = 'schedule' AND scope IS NULL AND dry_run = 0 AND answered = calls
  AND changed = 0 AND fills = 0 AND opened = 0 AND closed = 0`;
/** A run names the orders and accounts that it asked about, in other shapes over time, so a hold keeps every run. */
const NO_HOLD = 'NOT EXISTS (SELECT 1 FROM legal_holds WHERE released_at IS NULL)';

/** What a removal finds, or has done. */
export interface RemovedRuns {
  /** Runs of earlier days, Lagos; it is not itself looked at. */
  readonly cutoff: string;
  readonly runs: number;
  /** Days whose runs are kept, because their report has still to be signed. */
  readonly openDays: number;
  /** A legal hold is in force, so that none is removed. */
  readonly onHold: boolean;
}

export function runCutoffOf(today: string, days: number): string {
  return tradingDateOf(startOfDay(today) - days * DAY_MS);
}

/** What would be removed. Only reads. */
export async function findRemovableRuns(
  reading: Reading,
  sessions: Sessions,
  cutoff: string,
): Promise<RemovedRuns> {
  return eachDay(reading, { sessions, cutoff }, async (day) => {
    const { where, values } = await removable(reading, day);
    const [row] = await reading.query<{ runs: number }>(
      `SELECT count(*) AS runs FROM reconciliation_runs WHERE ${where}`,
      values,
    );
    return row?.runs ?? 0;
  });
}

/**
 * Removes old runs that found nothing. Each unit of work leaves an entry with how many of which day it has removed, and
 * how many calls these had made, which the report of the day no longer counts if it is made again.
 */
export class RunRemoval {
  constructor(
    private readonly database: Pick<Database, 'units' | 'reading'>,
    private readonly audit: AuditLog,
  ) {}

  apply(sessions: Sessions, cutoff: string, actor: Actor): Promise<RemovedRuns> {
    const { reading, units } = this.database;
    return eachDay(reading, { sessions, cutoff }, async (day) => {
      let runs = 0;
      for (;;) {
        const removed = await units.runAlone((unit) => this.next(unit, { sessions, day }, actor));
        runs += removed;
        if (removed < BATCH) return runs;
      }
    });
  }

  private async next(
    unit: LoneUnit,
    { sessions, day }: { readonly sessions: Sessions; readonly day: string },
    actor: Actor,
  ): Promise<number> {
    // Serialised with legal holds, and with who opens a day again, over all instances.
    await lockTrail(unit);
    if (await needsItsReport(unit, sessions, day)) return 0;
    const { where, values } = await removable(unit, day);
    const rows = await unit.query<{ id: string; calls: number }>(
      `SELECT id, calls FROM reconciliation_runs WHERE ${where} ORDER BY started_at LIMIT ?`,
      [...values, BATCH],
    );
    if (rows.length === 0) return 0;
    const marks = rows.map(() => '?').join(', ');
    const ids = rows.map(({ id }) => id);
    await unit.execute(`DELETE FROM reconciliation_runs WHERE id IN (${marks})`, ids);
    const calls = rows.reduce((sum, row) => sum + row.calls, 0);
    const body = { tradingDate: day, runs: rows.length, calls };
    await this.audit.append(unit, 'retention', actor, [{ type: 'RUNS_REMOVED', body }]);
    return rows.length;
  }
}

interface Span {
  readonly sessions: Sessions;
  readonly cutoff: string;
}

/** `act` says how many runs of the day are, or were, removable. */
async function eachDay(
  reading: Reading,
  { sessions, cutoff }: Span,
  act: (day: string) => Promise<number>,
): Promise<RemovedRuns> {
  let [runs, openDays] = [0, 0];
  for (let day = await nextDay(reading, 0, cutoff); day !== null;) {
    if (await needsItsReport(reading, sessions, day)) openDays += 1;
    else runs += await act(day);
    day = await nextDay(reading, startOfDay(day) + DAY_MS, cutoff);
  }
  const holds = await reading.query('SELECT 1 FROM legal_holds WHERE released_at IS NULL LIMIT 1');
  return { cutoff, runs, openDays, onHold: holds.length > 0 };
}

/** The first day with runs from then on and before the cut-off; null: there is none. */
async function nextDay(reading: Reading, from: number, cutoff: string): Promise<string | null> {
  const [row] = await reading.query<{ at: number | null }>(
    'SELECT min(started_at) AS at FROM reconciliation_runs WHERE started_at >= ? AND started_at < ?',
    [from, startOfDay(cutoff)],
  );
  return row?.at == null ? null : tradingDateOf(row.at);
}

/** The report of a day counts its runs and their calls, until it is signed. */
async function needsItsReport(
  reading: Pick<Reading, 'query'>,
  sessions: Sessions,
  day: string,
): Promise<boolean> {
  if (!isTradingDay(sessions, day)) return false;
  const verdict = await lastVerdictOn(reading, day);
  return verdict === null || verdict === 'DAY_REOPENED';
}

/**
 * Without the first runs that read the whole book, or the broker's list: a search relies on whether something was read
 * between the start of an order's day and its post. A run that ends after midnight may be the first of the next day.
 */
async function removable(
  reading: Pick<Reading, 'query'>,
  day: string,
): Promise<{ where: string; values: readonly (string | number)[] }> {
  const [from, until] = [startOfDay(day), startOfDay(day) + DAY_MS];
  const firsts: string[] = [];
  for (const start of [from, until]) {
    for (const read of ['covered_at', 'listed_at']) {
      const [row] = await reading.query<{ id: string }>(
        `SELECT id FROM reconciliation_runs WHERE ${read} >= ? AND ${read} < ?
          ORDER BY ${read}, id LIMIT 1`,
        [start, start + DAY_MS],
      );
      if (row !== undefined) firsts.push(row.id);
    }
  }
  const marks = firsts.map(() => ' AND id <> ?').join('');
  return {
    where: `started_at >= ? AND started_at < ? AND ${FOUND_NOTHING} AND ${NO_HOLD}${marks}`,
    values: [from, until, ...firsts],
  };
}
