import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isSamePerson, type Actor } from '../../infra/audit/actor.js';
import { isUniqueViolation, type Unit } from '../../infra/database/unit-of-work.js';
import { problem } from '../../infra/http/problem.js';
import { isRefusal } from '../order/refusal.js';
import { newDecision, type Decision } from '../breaks/resolution.js';
import { BreakDesk, type HeldBreak } from './break-desk.js';

/** A second person approves or rejects what the first has proposed. Answers the break's id. */
export class DecideApproval extends Command<string> {
  constructor(
    readonly approvalId: string,
    readonly approve: boolean,
    readonly text: string | null,
    /** What was approved, as its SHA-256; null: whatever the proposal says. */
    readonly payloadHash: string | null,
    readonly actor: Actor,
  ) {
    super();
  }
}

type Decided = { readonly breakId: string } | { readonly stale: true };

@CommandHandler(DecideApproval)
export class DecideApprovalHandler implements ICommandHandler<DecideApproval> {
  constructor(private readonly desk: BreakDesk) {}

  async execute(command: DecideApproval): Promise<string> {
    const subject = await this.desk.subjectOf(command.approvalId);
    const decide = (unit: Unit, held: HeldBreak): Promise<Decided> =>
      this.decide(unit, held, command);
    const done =
      subject === null
        ? null
        : await this.desk
            .change(subject.breakId, decide, subject.orderId)
            .catch((error: unknown): Decided => {
              // Something else has bound the number at the same moment.
              if (isUniqueViolation(error)) return { stale: true };
              throw error;
            });
    if (done === null) throw problem('not-found', 'There is no such proposal.');
    if ('stale' in done) {
      throw problem(
        'approval-stale',
        'The order or the break has changed since. Propose the resolution again.',
      );
    }
    return done.breakId;
  }

  private async decide(unit: Unit, held: HeldBreak, command: DecideApproval): Promise<Decided> {
    const { approvalId, approve, text, payloadHash, actor } = command;
    const approval = await this.desk.approvalOf(unit, approvalId);
    if (approval === null) throw problem('not-found', 'There is no such proposal.');
    if (approval.state !== 'Pending') {
      throw problem('approval-decided', `The proposal is ${approval.state}.`);
    }
    if (this.desk.isLate(approval)) throw problem('approval-expired', 'The proposal has expired.');
    if (payloadHash !== null && payloadHash !== approval.payloadHash) {
      throw problem('approval-stale', 'The proposal is not the one you looked at.');
    }
    if (!approve) {
      await this.desk.decide(unit, held, approval, 'Rejected', text, actor);
      return { breakId: held.row.id };
    }
    if (isSamePerson(approval.proposedBy, actor.name)) {
      throw problem('second-person-needed', 'You cannot approve your own proposal.');
    }
    const decision = newDecision(JSON.parse(approval.payload) as Decision);
    const change = await this.desk.changeBy(unit, held, decision);
    const touches = decision.resolution !== 'close';
    const moved =
      held.row.closedAt !== null ||
      (touches && (held.state?.order.version ?? null) !== approval.orderVersion);
    if (moved || (change !== null && isRefusal(change))) {
      await this.desk.decide(unit, held, approval, 'Stale', text, actor);
      return { stale: true };
    }
    await this.desk.decide(unit, held, approval, 'Approved', text, actor);
    await this.desk.close(unit, held, wordsOf(decision), actor, { approval, text });
    // All or nothing: what cannot be done any more takes the approval back with it.
    if (touches && !(await this.desk.apply(unit, held, wordsOf(decision), approval, actor))) {
      throw problem('approval-stale', 'The order has changed since. Propose the resolution again.');
    }
    return { breakId: held.row.id };
  }
}

/** The decision without what the payload binds it to. */
function wordsOf(decision: Decision): Decision {
  const { resolution, reasonCode, text, orderNumber, orderId, terms, shown, trade } = decision;
  return { resolution, reasonCode, text, orderNumber, orderId, terms, shown, trade };
}
