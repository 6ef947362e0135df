import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isAsProposed } from '../../infra/audit/find-in-trail.js';
import { isByThemselves, type Actor } from '../../infra/audit/actor.js';
import { isUniqueViolation, type Unit } from '../../infra/database/units/unit-of-work.js';
import { problem } from '../../infra/http/problems/problem.js';
import { isRefusal } from '../order/requests/refusal.js';
import { newDecision, type Decision } from '../breaks/resolution.js';
import { BreakDesk, type LockedBreak } from './break-desk.js';

/** A second person approves or rejects a proposal. Returns the break's id. */
export class DecideApproval extends Command<string> {
  constructor(
    readonly approvalId: string,
    readonly approve: boolean,
    readonly text: string | null,
    /** SHA-256 of the payload that the approver saw; null: not checked. */
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
    const decide = (unit: Unit, locked: LockedBreak): Promise<Decided> =>
      this.decide(unit, locked, command);
    if (subject === null) throw problem('not-found', 'There is no such proposal.');
    const done = await this.desk
      .change(subject.breakId, decide, subject.orderId)
      .catch((error: unknown): Decided => {
        // Something else linked the number at the same moment.
        if (isUniqueViolation(error)) return { stale: true };
        throw error;
      });
    if ('stale' in done) {
      throw problem(
        'approval-stale',
        'The order or the break has changed since. Propose the resolution again.',
      );
    }
    return done.breakId;
  }

  private async decide(unit: Unit, locked: LockedBreak, command: DecideApproval): Promise<Decided> {
    const { approvalId, approve, text, payloadHash, actor } = command;
    const approval = await this.desk.approvalOf(unit, approvalId);
    if (approval === null) throw problem('not-found', 'There is no such proposal.');
    if (approval.state !== 'Pending') {
      throw problem('approval-decided', `The proposal is ${approval.state}.`);
    }
    if (this.desk.isExpired(approval))
      throw problem('approval-expired', 'The proposal has expired.');
    if (payloadHash !== null && payloadHash !== approval.payloadHash) {
      throw problem('approval-stale', 'The proposal is not the one you looked at.');
    }
    if (!approve) {
      await this.desk.decide(unit, locked, approval, 'Rejected', text, actor);
      return { breakId: locked.row.id };
    }
    if (
      isByThemselves({ by: approval.proposedBy, onBehalfOf: approval.proposedOnBehalfOf }, actor)
    ) {
      throw problem('second-person-needed', 'You cannot approve your own proposal.');
    }
    if (!(await isAsProposed(unit, this.desk.proposalEntry(locked, approval.id), approval))) {
      throw problem('approval-stale', 'The proposal is not the one that the audit trail has.');
    }
    const decision = newDecision(JSON.parse(approval.payload) as Decision);
    const change = await this.desk.changeFor(unit, locked, decision);
    const touches = decision.resolution !== 'close';
    const moved =
      locked.row.closedAt !== null ||
      (touches && (locked.state?.order.version ?? null) !== approval.orderVersion);
    if (moved || (change !== null && isRefusal(change))) {
      await this.desk.decide(unit, locked, approval, 'Stale', text, actor);
      return { stale: true };
    }
    await this.desk.decide(unit, locked, approval, 'Approved', text, actor);
    await this.desk.close(unit, locked, decisionIn(decision), actor, { approval, text });
    // Throwing rolls back the approval as well.
    if (touches && !(await this.desk.apply(unit, locked, decisionIn(decision), approval, actor))) {
      throw problem('approval-stale', 'The order has changed since. Propose the resolution again.');
    }
    return { breakId: locked.row.id };
  }
}

/** The payload also names break and order. */
function decisionIn(decision: Decision): Decision {
  const { resolution, reasonCode, text, orderNumber, orderId, terms, shown, trade } = decision;
  return { resolution, reasonCode, text, orderNumber, orderId, terms, shown, trade };
}
