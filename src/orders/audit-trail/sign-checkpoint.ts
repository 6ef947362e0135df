import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Actor } from '../../infra/audit/actor.js';
import { AuditLog } from '../../infra/audit/audit-log.js';
import type { AuditCheckpointRow } from '../../infra/audit/checkpoints/audit-tree.entity.js';
import { SignedCheckpoints } from '../../infra/audit/checkpoints/signed-checkpoints.js';
import { Database } from '../../infra/database/database.js';

/** Sign a checkpoint of the trail now; it covers the entry that says who asked for it. Null: there is no key here. */
export class SignCheckpoint extends Command<AuditCheckpointRow | null> {
  constructor(readonly actor: Actor) {
    super();
  }
}

@CommandHandler(SignCheckpoint)
export class SignCheckpointHandler implements ICommandHandler<SignCheckpoint> {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly signed: SignedCheckpoints,
  ) {}

  async execute({ actor }: SignCheckpoint): Promise<AuditCheckpointRow | null> {
    const fact = { type: 'CHECKPOINT_ASKED', body: {} };
    const asked = await this.database.units.run((unit) =>
      this.audit.appendNow(unit, 'audit', actor, fact),
    );
    const newest = await this.signed.take();
    return newest !== null && newest.size >= asked ? newest : null;
  }
}
