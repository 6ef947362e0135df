import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isByThemselves, type Actor } from '../../infra/audit/actor.js';
import { checkDecides } from '../../infra/auth/decisions.js';
import { flawOfProposer } from '../../infra/auth/proposers.js';
import { Config } from '../../infra/config/config.js';
import { problem } from '../../infra/http/problems/problem.js';
import { StatusMappingDesk } from './status-mapping-desk.js';
import { MappingsInForce } from './mappings-in-force.js';

/** A second person approves or rejects proposed status mappings. */
export class DecideStatusMappings extends Command<true> {
  constructor(
    readonly version: number,
    readonly approve: boolean,
    readonly text: string | null,
    /** SHA-256 of the payload that the approver saw; null: not checked. */
    readonly payloadHash: string | null,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(DecideStatusMappings)
export class DecideStatusMappingsHandler implements ICommandHandler<DecideStatusMappings> {
  constructor(
    private readonly desk: StatusMappingDesk,
    private readonly inForce: MappingsInForce,
    private readonly config: Config,
  ) {}

  async execute(command: DecideStatusMappings): Promise<true> {
    const { version, approve, text, payloadHash, actor } = command;
    await this.desk.change(async (unit): Promise<true> => {
      const row = await this.desk.versionOf(unit, version);
      if (row === null) throw problem('not-found', 'There is no such version.');
      await checkDecides(unit, actor);
      if (row.state !== 'Pending') {
        throw problem('approval-decided', `The version is ${row.state}.`);
      }
      if (this.desk.isExpired(row)) throw problem('approval-expired', 'The proposal has expired.');
      if (payloadHash !== null && payloadHash !== row.payloadHash) {
        throw problem('approval-stale', 'The proposal is not the one you looked at.');
      }
      if (
        approve &&
        isByThemselves({ by: row.proposedBy, onBehalfOf: row.proposedOnBehalfOf }, actor)
      ) {
        throw problem('second-person-needed', 'You cannot approve your own proposal.');
      }
      if (approve && !(await this.desk.isProposed(unit, row))) {
        throw problem('approval-stale', 'The proposal is not the one that the audit trail has.');
      }
      const { decisionsBy } = this.config;
      const flaw = approve ? await flawOfProposer(unit, row, decisionsBy) : null;
      if (flaw !== null) throw problem('approval-stale', `It can no longer be approved: ${flaw}.`);
      await this.desk.decide(unit, row, approve ? 'Approved' : 'Rejected', text, actor);
      return true;
    });
    if (approve) this.inForce.announce();
    return true;
  }
}
