import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../../database/database.js';
import { AppLogger } from '../../observability/logging.js';
import { Clock, instant } from '../../runtime/clock.js';
import { SYSTEM } from '../actor.js';
import { AuditLog } from '../audit-log.js';

const LOOK_EVERY_MS = 1_000;
/** Less is no step: programs that keep the time correct it so far at once. */
const STEP_LEAST_MS = 1_000;
/** The process may have been held up between reading one clock and the other. */
const HELD_UP_MS = 50;

/** Has the trail say when the wall clock was set: its times do not rise with the sequence then. */
@Injectable()
export class ClockSteps {
  /** How far the wall clock was ahead of the monotonic one at the last look. */
  private ahead = 0;
  private endLooks: (() => void) | null = null;
  private readonly logger: Logger;

  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    logger: AppLogger,
  ) {
    this.logger = logger.for('clock');
  }

  /** `instance`: whose clock it is. */
  watch(instance: string): void {
    this.ahead = this.clock.now() - this.clock.steady();
    this.lookLater(instance);
  }

  stop(): void {
    this.endLooks?.();
    this.endLooks = null;
  }

  private lookLater(instance: string): void {
    this.endLooks = this.clock.after(LOOK_EVERY_MS, () => {
      this.lookLater(instance);
      void this.look(instance);
    });
  }

  /** One entry for a step: a look that cannot write it leaves it to the next. */
  private async look(instance: string): Promise<void> {
    const before = this.clock.steady();
    const now = this.clock.now();
    const steady = this.clock.steady();
    const byMs = now - steady - this.ahead;
    if (steady - before > HELD_UP_MS) return;
    this.ahead += byMs;
    // Small corrections, and clocks that do not run alike, never add up to a step.
    if (Math.abs(byMs) < STEP_LEAST_MS) return;
    const body = { instance, byMs, from: instant(now - byMs), to: instant(now) };
    try {
      await this.database.units.run((unit) =>
        this.audit.append(unit, 'service', SYSTEM, [{ type: 'CLOCK_STEPPED', body }]),
      );
    } catch (error) {
      this.ahead -= byMs;
      this.logger.error({ err: error, byMs }, 'a step of the clock is not in the trail');
    }
  }
}
