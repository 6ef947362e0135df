import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Actor } from '../../infra/audit/actor.js';
import type { BreakStatus } from '../breaks/break.js';
import { refuseUnlessOpen, refuseUnlessSeen } from '../order/order-problems.js';
import { BreakDesk } from './break-desk.js';
import { BreakLimits } from './break-limits.js';

/** Assign a break; a null assignee gives it back. */
export class AssignBreak extends Command<void> {
  constructor(
    readonly breakId: string,
    readonly assignee: string | null,
    readonly version: number | null,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(AssignBreak)
export class AssignBreakHandler implements ICommandHandler<AssignBreak> {
  constructor(
    private readonly desk: BreakDesk,
    private readonly limits: BreakLimits,
  ) {}

  async execute({ breakId, assignee, version, actor }: AssignBreak): Promise<void> {
    await this.desk.change(breakId, async (unit, locked) => {
      refuseUnlessSeen(locked.row.version, version);
      refuseUnlessOpen(locked.row);
      this.limits.takeAssignment(breakId);
      const status: BreakStatus = assignee === null ? 'Open' : 'Assigned';
      const waits = locked.row.status === 'AwaitingApproval';
      const patch = waits ? { assignee } : { assignee, status };
      const fact = { type: 'BREAK_ASSIGNED', body: { assignee } };
      await this.desk.write(unit, locked, patch, fact, actor);
    });
  }
}
