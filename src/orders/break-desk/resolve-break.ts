import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Actor } from '../../infra/audit/actor.js';
import type { Unit } from '../../infra/database/unit-of-work.js';
import { problem } from '../../infra/http/problem.js';
import { needsSecondPerson, refuseResolution } from './manual-resolution.js';
import { isRefusal, type Refusal } from '../order/refusal.js';
import type { Decision } from '../breaks/resolution.js';
import {
  breakNotFound,
  problemOf,
  refuseUnlessOpen,
  refuseUnlessSeen,
} from '../order/order-problems.js';
import { BreakDesk, type HeldBreak } from './break-desk.js';

/** The id of the proposal that waits for a second person; null when the break has ended. */
export class ResolveBreak extends Command<string | null> {
  constructor(
    readonly breakId: string,
    readonly decision: Decision,
    readonly version: number | null,
    readonly actor: Actor,
  ) {
    super();
  }
}

interface Done {
  readonly approval: string | null;
}

@CommandHandler(ResolveBreak)
export class ResolveBreakHandler implements ICommandHandler<ResolveBreak> {
  constructor(private readonly desk: BreakDesk) {}

  async execute({ breakId, decision: said, version, actor }: ResolveBreak): Promise<string | null> {
    const act = async (unit: Unit, held: HeldBreak): Promise<Done> => {
      const { row } = held;
      refuseUnlessSeen(row.version, version);
      refuseUnlessOpen(row);
      if (await this.desk.isAwaited(unit, held, actor)) {
        throw problem(
          'approval-pending',
          'A resolution of this break already waits for a second person.',
        );
      }
      const unfit = (await this.isVoid(unit, held, said)) ? null : refuseResolution(row.type, said);
      const decision = await this.desk.whole(unit, held, said);
      const refusal = unfit ?? (await this.tried(unit, held, decision));
      if (refusal !== null) throw problemOf(refusal, row.orderId);
      if (needsSecondPerson(row.severity, decision)) {
        return { approval: (await this.desk.propose(unit, held, decision, actor)).id };
      }
      await this.desk.close(unit, held, decision, actor, null);
      return { approval: null };
    };
    const done = await this.desk.change(breakId, act, said.orderId);
    if (done === null) throw breakNotFound();
    return done.approval;
  }

  /** Found just when its order became ours, it is about nothing: people may close it. */
  private async isVoid(unit: Unit, held: HeldBreak, { resolution }: Decision): Promise<boolean> {
    return resolution === 'close' && (await this.desk.refuseAsExternal(unit, held)) !== null;
  }

  /** What could not be done if it were approved at once is not proposed. */
  private async tried(unit: Unit, held: HeldBreak, decision: Decision): Promise<Refusal | null> {
    const change = await this.desk.changeBy(unit, held, decision);
    return change !== null && isRefusal(change) ? change : null;
  }
}
