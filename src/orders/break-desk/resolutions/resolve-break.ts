import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { lockTrail } from '../../../infra/audit/audit-log.js';
import type { Actor } from '../../../infra/audit/actor.js';
import type { LoneUnit, Unit } from '../../../infra/database/units/unit-of-work.js';
import { Problem, problem } from '../../../infra/http/problems/problem.js';
import { needsSecondPerson, refuseResolution } from './manual-resolution.js';
import { isRefusal, type Refusal } from '../../order/requests/refusal.js';
import type { Decision } from '../../breaks/resolution.js';
import { problemOf, refuseUnlessOpen, refuseUnlessSeen } from '../../order/order-problems.js';
import { BreakDesk, type LockedBreak } from '../break-desk.js';

/** Returns the id of the proposal that needs a second person; null when the break is closed. */
export class ResolveBreak extends Command<string | null> {
  constructor(
    readonly breakId: string,
    readonly decision: Decision,
    readonly version: number | null,
    readonly actor: Actor,
    /** The number is the order's although the exchange shows it otherwise. */
    readonly acceptsDifferences = false,
  ) {
    super();
  }
}

@CommandHandler(ResolveBreak)
export class ResolveBreakHandler implements ICommandHandler<ResolveBreak> {
  constructor(private readonly desk: BreakDesk) {}

  /** The trail also has what was refused: that somebody wanted to link a number to the wrong order, say. */
  async execute(command: ResolveBreak): Promise<string | null> {
    try {
      return await this.resolve(command);
    } catch (error) {
      if (error instanceof Problem && error.code !== 'not-found') {
        await this.desk.noteRefused(command.breakId, command.decision, error, command.actor);
      }
      throw error;
    }
  }

  private async resolve(command: ResolveBreak): Promise<string | null> {
    const { breakId, decision: given, version, actor, acceptsDifferences } = command;
    const act = async (unit: LoneUnit, locked: LockedBreak): Promise<string | null> => {
      const { row } = locked;
      refuseUnlessSeen(row.version, version);
      refuseUnlessOpen(row);
      if (await this.desk.awaitsApproval(unit, locked, actor)) {
        throw problem(
          'approval-pending',
          'A resolution of this break already waits for a second person.',
        );
      }
      const obsolete = await this.isObsolete(unit, locked, given);
      const unfit = obsolete ? null : refuseResolution(row.type, given);
      const decision = await this.desk.complete(unit, locked, given, acceptsDifferences);
      const refusal = unfit ?? (await this.refusalOf(unit, locked, decision));
      if (refusal !== null) throw problemOf(refusal, row.orderId);
      if (needsSecondPerson(row.severity, decision)) {
        await this.refuseContradiction(unit, locked, decision);
        return (await this.desk.propose(unit, locked, decision, actor)).id;
      }
      await this.desk.close(unit, locked, decision, actor, null);
      return null;
    };
    return this.desk.change(breakId, act, given.orderId);
  }

  private async refuseContradiction(
    unit: LoneUnit,
    locked: LockedBreak,
    decision: Decision,
  ): Promise<void> {
    // Two proposals at one moment may have no row in common.
    await lockTrail(unit);
    const other = await this.desk.contradicted(unit, locked, decision);
    if (other === null) return;
    const { id, proposedBy, resolution, orderNumber } = other;
    const what = orderNumber === null ? resolution : `${resolution} ${orderNumber}`;
    throw problem(
      'approval-pending',
      `${proposedBy.replace(/^key:/, '')} has proposed ${what} of the same order or number already (${id}): decide or withdraw that first.`,
    );
  }

  /** The external order has become ours meanwhile: the break may simply be closed. */
  private async isObsolete(
    unit: Unit,
    locked: LockedBreak,
    { resolution }: Decision,
  ): Promise<boolean> {
    return resolution === 'close' && (await this.desk.refuseAsExternal(unit, locked)) !== null;
  }

  /** Only what could be done right now may be proposed. */
  private async refusalOf(
    unit: Unit,
    locked: LockedBreak,
    decision: Decision,
  ): Promise<Refusal | null> {
    const change = await this.desk.changeFor(unit, locked, decision);
    return change !== null && isRefusal(change) ? change : null;
  }
}
