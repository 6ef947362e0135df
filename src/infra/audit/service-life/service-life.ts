import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Config } from '../../config/config.js';
import { Database } from '../../database/database.js';
import type { Reading } from '../../database/reads.js';
import { AppLogger } from '../../observability/logging.js';
import { InstanceId } from '../../runtime/ids.js';
import { SYSTEM } from '../actor.js';
import { AuditLog, lockTrail } from '../audit-log.js';
import { ClockSteps } from './clock-steps.js';
import { configDigest } from './config-digest.js';

const STREAM = 'service';

/** Of Marina. Null in simulations, whose starts are not in the trail. */
export class ServiceVersion {
  constructor(readonly version: string | null) {}
}

/** The start of this instance, as the trail has it. */
interface Started {
  readonly instance: string;
  readonly sequence: number;
}

/** What the trail says of the start and the stop of this instance; between them its clock is watched. */
@Injectable()
export class ServiceLife {
  private started: Started | null = null;
  private reason: 'asked' | 'start-failed' = 'asked';
  private readonly logger: Logger;

  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly self: InstanceId,
    private readonly config: Config,
    private readonly clockSteps: ClockSteps,
    logger: AppLogger,
  ) {
    this.logger = logger.for('service');
  }

  /** Throws if the trail cannot have it: nothing is served then. */
  async start(version: string): Promise<void> {
    const { database, config } = this;
    const { id: instance } = this.self;
    const { found, engine } = database;
    const body = {
      instance,
      version,
      schema: found?.kind === 'expanded' ? found.version : (found?.wanted ?? null),
      environment: config.environment,
      database: engine,
      configDigest: configDigest(config),
    };
    const sequence = await database.units.runAlone(async (unit) => {
      // Instances that start together: the second sees the first.
      await lockTrail(unit);
      const last = await lastStart(unit);
      const fact = { type: 'SERVICE_STARTED', body: { ...body, ...last } };
      return this.audit.appendNow(unit, STREAM, SYSTEM, fact);
    });
    this.started = { instance, sequence };
    this.clockSteps.watch(instance);
  }

  /** The stop that follows is not one that anybody has asked for. */
  startFailed(): void {
    this.reason = 'start-failed';
  }

  /** Once, and only after a start that is in the trail. A stop stands, whether or not the trail can have it. */
  async stop(): Promise<void> {
    const { started, reason } = this;
    if (started === null) return;
    this.started = null;
    this.clockSteps.stop();
    const { instance, sequence: cause } = started;
    const fact = { type: 'SERVICE_STOPPED', body: { instance, reason } };
    await this.database.units
      .run((unit) => this.audit.append(unit, STREAM, { ...SYSTEM, cause }, [fact]))
      .catch((error: unknown) => this.logger.error({ err: error }, 'stop not in the trail'));
  }
}

/** The start before this one, and whether the trail has its stop. Without that it was killed, or runs still. */
async function lastStart(reading: Reading): Promise<{
  readonly lastStart: number | null;
  readonly lastStop: 'recorded' | 'missing' | null;
}> {
  const [start] = await reading.query<{ sequence: number }>(
    "SELECT sequence FROM audit_entries WHERE type = 'SERVICE_STARTED' ORDER BY sequence DESC LIMIT 1",
  );
  if (start === undefined) return { lastStart: null, lastStop: null };
  const { sequence } = start;
  const [stop] = await reading.query(
    "SELECT sequence FROM audit_entries WHERE type = 'SERVICE_STOPPED' AND sequence > ? AND cause = ? LIMIT 1",
    [sequence, sequence],
  );
  return { lastStart: sequence, lastStop: stop === undefined ? 'missing' : 'recorded' };
}
