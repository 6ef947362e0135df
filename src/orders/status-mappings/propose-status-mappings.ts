import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Actor } from '../../infra/audit/actor.js';
import { problem } from '../../infra/http/problem.js';
import { isRefusal } from '../order/refusal.js';
import { learn, type MeantWord } from './status-mapping.js';
import { problemOf } from '../order/order-problems.js';
import { StatusMappingDesk } from './status-mapping-desk.js';

/** One person says what all undocumented status words are to mean; another has to agree. */
export class ProposeStatusMappings extends Command<number> {
  constructor(
    readonly words: readonly MeantWord[],
    readonly reason: string,
    /** The version that was in force when he looked. */
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
    const learned = learn(words);
    if (isRefusal(learned)) throw problemOf(learned, null);
    return this.desk.change(async (unit) => {
      const inForce = await this.desk.versionInForce(unit);
      if (seen !== null && seen !== inForce) {
        throw problem('version-stale', `Version ${inForce} is in force, not ${seen}.`);
      }
      if ((await this.desk.pending(unit, actor)) !== null) {
        throw problem('approval-pending', 'Another proposal already waits for a second person.');
      }
      return this.desk.propose(unit, learned, reason, actor);
    });
  }
}
