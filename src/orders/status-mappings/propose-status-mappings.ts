import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Actor } from '../../infra/audit/actor.js';
import { problem } from '../../infra/http/problems/problem.js';
import { isRefusal } from '../order/requests/refusal.js';
import { mappingsFrom, type StatusMapping } from './status-mapping.js';
import { problemOf } from '../order/order-problems.js';
import { StatusMappingDesk } from './status-mapping-desk.js';

/** Propose the meanings of all undocumented status words; a second person must approve. */
export class ProposeStatusMappings extends Command<number> {
  constructor(
    readonly words: readonly StatusMapping[],
    readonly reason: string,
    /** The version in force that the proposer saw. */
    readonly seen: number | null,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(ProposeStatusMappings)
export class ProposeStatusMappingsHandler implements ICommandHandler<ProposeStatusMappings> {
  constructor(private readonly desk: StatusMappingDesk) {}

  execute({ words, reason, seen, actor }: ProposeStatusMappings): Promise<number> {
    const mappings = mappingsFrom(words);
    if (isRefusal(mappings)) throw problemOf(mappings, null);
    return this.desk.change(async (unit) => {
      const inForce = await this.desk.versionInForce(unit);
      if (seen !== null && seen !== inForce) {
        throw problem('version-stale', `Version ${inForce} is in force, not ${seen}.`);
      }
      if ((await this.desk.pending(unit, actor)) !== null) {
        throw problem('approval-pending', 'Another proposal already waits for a second person.');
      }
      return this.desk.propose(unit, mappings, reason, actor);
    });
  }
}
