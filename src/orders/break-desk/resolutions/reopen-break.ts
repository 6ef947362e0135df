import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Actor } from '../../../infra/audit/actor.js';
import { problem } from '../../../infra/http/problems/problem.js';
import { mayReopen } from './manual-resolution.js';
import { problemOf, refuseUnlessSeen } from '../../order/order-problems.js';
import { BreakDesk, unnamed } from '../break-desk.js';

/** Reopen a closed break. */
export class ReopenBreak extends Command<void> {
  constructor(
    readonly breakId: string,
    readonly text: string,
    readonly version: number | null,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(ReopenBreak)
export class ReopenBreakHandler implements ICommandHandler<ReopenBreak> {
  constructor(private readonly desk: BreakDesk) {}

  async execute({ breakId, text, version, actor }: ReopenBreak): Promise<void> {
    await this.desk.change(breakId, async (unit, locked) => {
      refuseUnlessSeen(locked.row.version, version);
      if (locked.row.closedAt === null) throw problem('break-open', 'The break is still open.');
      const twin = await this.desk.openTwin(unit, locked.row);
      if (twin !== null) throw problem('break-open', `The same break is open again as ${twin}.`);
      if (!mayReopen(locked.row.type, locked.state)) {
        throw problem('resolution-unfit', 'The outcome of the request is known.');
      }
      const refusal = await this.desk.refuseAsExternal(unit, locked);
      if (refusal !== null) throw problemOf(refusal, locked.row.orderId);
      const patch = {
        status: locked.row.assignee === null ? ('Open' as const) : ('Assigned' as const),
        closedAt: null,
        outcome: null,
        reasonCode: null,
        resolution: null,
        closedBy: null,
      };
      const fact = { type: 'BREAK_REOPENED', body: { text: unnamed(locked, text) } };
      await this.desk.write(unit, locked, patch, fact, actor);
    });
  }
}
