import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Actor } from '../../infra/audit/actor.js';
import { AuditLog } from '../../infra/audit/audit-log.js';
import type { AuditCheckpointRow } from '../../infra/audit/checkpoints/audit-tree.entity.js';
import { SignedCheckpoints } from '../../infra/audit/checkpoints/signed-checkpoints.js';
import { Database } from '../../infra/database/database.js';
import { problem } from '../../infra/http/problems/problem.js';
import { Clock } from '../../infra/runtime/clock.js';
import { SlidingWindow } from '../../infra/runtime/sliding-window.js';

/** Of one caller in any minute: each leaves an entry, and a checkpoint in the database and every sink, for ever. */
const SIGNED_MAX = 10;
const MINUTE_MS = 60_000;

/** Sign a checkpoint of the trail now; it covers the entry that says who asked for it. Null: there is no key here. */
export class SignCheckpoint extends Command<AuditCheckpointRow | null> {
  constructor(readonly actor: Actor) {
    super();
  }
}

@CommandHandler(SignCheckpoint)
export class SignCheckpointHandler implements ICommandHandler<SignCheckpoint> {
  private readonly lately: SlidingWindow;

  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly signed: SignedCheckpoints,
    clock: Clock,
  ) {
    this.lately = new SlidingWindow(clock, { max: SIGNED_MAX, windowMs: MINUTE_MS });
  }

  async execute({ actor }: SignCheckpoint): Promise<AuditCheckpointRow | null> {
    const waitMs = this.lately.take(actor.name);
    if (waitMs !== null) throw tooMany(waitMs);
    const fact = { type: 'CHECKPOINT_ASKED', body: {} };
    const asked = await this.database.units.runAlone((unit) =>
      this.audit.appendNow(unit, 'audit', actor, fact),
    );
    const newest = await this.signed.take();
    return newest !== null && newest.size >= asked ? newest : null;
  }
}

function tooMany(waitMs: number): Error {
  const detail = `You have asked for a signed checkpoint ${SIGNED_MAX} times within a minute.`;
  return problem('rate-limited', detail, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
}
