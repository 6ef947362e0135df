import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { AppLogger } from '../../observability/logging.js';
import { Clock } from '../../runtime/clock.js';
import { Database } from '../../database/database.js';
import type { Actor } from '../actor.js';
import { AuditLog, type Fact } from '../audit-log.js';
import { callerAlone, EntrySample } from '../entry-sample.js';
import type { TrailVerdict, VerificationMode } from './trail-verification.js';

/** Of one caller with the same result in a minute; the others are counted. */
const RECORDED_MAX = 10;
const WINDOW_MS = 60_000;

/** Has the trail say who has verified it, and what was found. */
@Injectable()
export class VerificationEntries implements BeforeApplicationShutdown {
  private readonly sample: EntrySample;

  constructor(database: Database, audit: AuditLog, clock: Clock, logger: AppLogger) {
    const writers = { database, audit, clock, logger: logger.for('verification') };
    const rules = { stream: 'audit', type: 'TRAIL_VERIFIED' };
    this.sample = new EntrySample(writers, {
      ...rules,
      recordedMax: RECORDED_MAX,
      windowMs: WINDOW_MS,
    });
  }

  /** `asked`: the mode that was asked for; the verdict has what was done. */
  note(actor: Actor, asked: VerificationMode, verdict: TrailVerdict): void {
    const { found, body } = sayingOf(asked, verdict);
    const counted = callerAlone(actor);
    const name = JSON.stringify([actor.keyId ?? actor.name, found]);
    this.sample.note(name, { actor, body, counted, again: found });
  }

  /** What was only counted is not lost with the process. */
  beforeApplicationShutdown(): Promise<void> {
    return this.sample.finish();
  }
}

/** What the trail says of a verification, and the part by which two have the same result. */
export function sayingOf(
  asked: VerificationMode,
  verdict: TrailVerdict,
): { readonly found: Fact['body']; readonly body: Fact['body'] } {
  const { mode, valid, entries, from, firstBadSequence, problems, signedEntries } = verdict;
  const found = { asked, mode, valid, firstBadSequence, problems: problems.length };
  return { found, body: { ...found, from, entries, signedEntries } };
}
