import { Injectable } from '@nestjs/common';
import type { Actor } from '../../infra/audit/actor.js';
import { AuditLog, lockTrail } from '../../infra/audit/audit-log.js';
import { Database } from '../../infra/database/database.js';
import type { Reading } from '../../infra/database/reads.js';
import { problem } from '../../infra/http/problems/problem.js';
import { Clock } from '../../infra/runtime/clock.js';
import { BreakSettingsRow } from './break-settings.entity.js';
import { DUE_TIME_NAMES, faultsOf, USUAL_DUE_TIMES, type DueTimes } from './due-times.js';

export interface BreakSettingsInForce {
  /** 0: nobody has set them, so the usual ones hold. */
  readonly version: number;
  readonly dueTimes: DueTimes;
  readonly changedBy: string | null;
  /** Milliseconds since the epoch. */
  readonly changedAt: number | null;
}

const STREAM = 'break settings';
const ONLY_ROW = 1;

/**
 * How soon breaks are due, set by people. Never cached: a break that is opened takes what is committed then, on all
 * instances. Open breaks keep the due time that they were opened with.
 */
@Injectable()
export class BreakSettings {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  inForce(): Promise<BreakSettingsInForce> {
    return breakSettingsIn(this.database.reading);
  }

  /**
   * Idempotent: the same times again write nothing. `seen`: the version that the change rests on; null: any. Throws 400
   * naming the fields that are wrong, 412 if the version is another by now.
   */
  async setDueTimes(
    dueTimes: DueTimes,
    seen: number | null,
    actor: Actor,
  ): Promise<BreakSettingsInForce> {
    refuseFaulty(dueTimes);
    return this.database.units.runAlone(async (unit) => {
      // Serialised over all instances: the second of two people sees the first.
      await lockTrail(unit);
      const before = await breakSettingsIn(unit);
      if (seen !== null && seen !== before.version) {
        throw problem('version-stale', `Version ${before.version} is in force, not ${seen}.`);
      }
      if (DUE_TIME_NAMES.every((name) => before.dueTimes[name] === dueTimes[name])) return before;
      const version = before.version + 1;
      const changed = { version, changedBy: actor.name, changedAt: this.clock.now() };
      const row = { id: ONLY_ROW, ...dueTimes, ...changed };
      if (before.version === 0) await unit.insert(BreakSettingsRow, row);
      else await unit.update(BreakSettingsRow, { id: ONLY_ROW }, row);
      const body = { version, dueTimes: { ...dueTimes }, before: { ...before.dueTimes } };
      await this.audit.append(unit, STREAM, actor, [{ type: 'DUE_TIMES_SET', body }]);
      return { ...changed, dueTimes };
    });
  }
}

/** One row by its key: cheap enough to be read for each break that is opened. */
export async function breakSettingsIn(reading: Reading): Promise<BreakSettingsInForce> {
  const [row] = await reading.find(BreakSettingsRow, 'id = ?', [ONLY_ROW]);
  if (row === undefined) {
    return { version: 0, dueTimes: USUAL_DUE_TIMES, changedBy: null, changedAt: null };
  }
  const { version, critical, high, medium, low, changedBy, changedAt } = row;
  return { version, dueTimes: { critical, high, medium, low }, changedBy, changedAt };
}

function refuseFaulty(dueTimes: DueTimes): void {
  const errors = faultsOf(dueTimes).map(({ field, message }) => ({
    field: `dueTimes.${field}`,
    message,
  }));
  if (errors.length === 0) return;
  const names = errors.map(({ field }) => field).join(', ');
  throw problem('validation-failed', `These fields are not valid: ${names}.`, { errors });
}
