import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { checkDecides } from '../../../infra/auth/decisions.js';
import { flawOfProposer } from '../../../infra/auth/proposers.js';
import { findProposal } from '../../../infra/audit/find-in-trail.js';
import { isByThemselves, type Actor } from '../../../infra/audit/actor.js';
import { Config } from '../../../infra/config/config.js';
import { isUniqueViolation, type Unit } from '../../../infra/database/units/unit-of-work.js';
import { problem } from '../../../infra/http/problems/problem.js';
import type { OrderChange } from '../../order/order.js';
import { isRefusal, type Refusal } from '../../order/requests/refusal.js';
import type { ApprovalRow } from '../approval.entity.js';
import { newDecision, type Decision } from '../../breaks/resolution.js';
import { BreakDesk, unnamed, type LockedBreak } from '../break-desk.js';

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

type Decided = { readonly breakId: string } | { readonly stale: string };

@CommandHandler(DecideApproval)
export class DecideApprovalHandler implements ICommandHandler<DecideApproval> {
  constructor(
    private readonly desk: BreakDesk,
    private readonly config: Config,
  ) {}

  async execute(command: DecideApproval): Promise<string> {
    const subject = await this.desk.subjectOf(command.approvalId);
    const decide = (unit: Unit, locked: LockedBreak): Promise<Decided> =>
      this.decide(unit, locked, command);
    if (subject === null) throw problem('not-found', 'There is no such proposal.');
    const done = await this.desk
      .change(subject.breakId, decide, subject.orderId)
      .catch((error: unknown): never => {
        // Something else linked the number at the same moment.
        if (!isUniqueViolation(error)) throw error;
        throw problem(
          'approval-stale',
          'It cannot be approved: the number belongs to another order. Nothing has changed.',
        );
      });
    if ('stale' in done) {
      throw problem(
        'approval-stale',
        `It can no longer be approved, and is stale now: ${done.stale}. Nothing has changed.`,
      );
    }
    return done.breakId;
  }

  private async decide(unit: Unit, locked: LockedBreak, command: DecideApproval): Promise<Decided> {
    const { approvalId, approve, payloadHash, actor } = command;
    const approval = await pendingOf(this.desk, unit, approvalId, payloadHash);
    const text = unnamed(locked, command.text, JSON.parse(approval.payload) as Decision);
    await checkDecides(unit, actor);
    if (!approve) {
      await this.desk.decide(unit, locked, approval, { state: 'Rejected', text }, actor);
      return { breakId: locked.row.id };
    }
    if (
      isByThemselves({ by: approval.proposedBy, onBehalfOf: approval.proposedOnBehalfOf }, actor)
    ) {
      throw problem('second-person-needed', 'You cannot approve your own proposal.');
    }
    const entry = this.desk.proposalEntry(locked, approval.id);
    const proposed = await findProposal(unit, entry, approval);
    if (proposed === null) {
      throw problem('approval-stale', 'The proposal is not the one that the audit trail has.');
    }
    const decision = newDecision(JSON.parse(approval.payload) as Decision);
    const change = await this.desk.changeFor(unit, locked, decision);
    const touches = decision.resolution !== 'close';
    const stale =
      whyStale(locked, touches ? approval.orderVersion : undefined, change) ??
      (await flawOfProposer(unit, approval, this.config.decisionsBy));
    if (stale !== null) {
      await this.desk.decide(unit, locked, approval, { state: 'Stale', text, why: stale }, actor);
      return { stale };
    }
    await this.desk.decide(unit, locked, approval, { state: 'Approved', text }, actor);
    const carriesOut = { ...actor, approval: approval.id, cause: proposed.sequence };
    const agreed = { approval, text };
    const done = decisionIn(decision);
    const resolved = await this.desk.close(unit, locked, done, carriesOut, agreed);
    const causes = { ...carriesOut, cause: resolved };
    // Throwing rolls back the approval as well.
    if (touches && !(await this.desk.apply(unit, locked, done, approval, causes))) {
      throw problem('approval-stale', 'The order has changed since. Propose the resolution again.');
    }
    return { breakId: locked.row.id };
  }
}

/** The payload also names break and order. */
function decisionIn(decision: Decision): Decision {
  const { resolution, reasonCode, text, orderNumber, orderId, terms, shown, trade, differences } =
    decision;
  const accepted = differences === undefined ? {} : { differences };
  return { resolution, reasonCode, text, orderNumber, orderId, terms, shown, trade, ...accepted };
}

/** Throws unless the proposal waits, and is the one that the caller has read. */
async function pendingOf(
  desk: BreakDesk,
  unit: Unit,
  approvalId: string,
  payloadHash: string | null,
): Promise<ApprovalRow> {
  const approval = await desk.approvalOf(unit, approvalId);
  if (approval === null) throw problem('not-found', 'There is no such proposal.');
  if (approval.state !== 'Pending') {
    throw problem('approval-decided', `The proposal is ${approval.state}.`);
  }
  if (desk.isExpired(approval)) throw problem('approval-expired', 'The proposal has expired.');
  if (payloadHash !== null && payloadHash !== approval.payloadHash) {
    throw problem('approval-stale', 'The proposal is not the one you looked at.');
  }
  return approval;
}

/** Why a proposal can no longer be approved; null: it can. `version` undefined: it changes no order. */
function whyStale(
  { row, state }: LockedBreak,
  version: number | null | undefined,
  change: OrderChange | Refusal | null,
): string | null {
  const order = state?.order;
  if (row.closedAt !== null) return 'the break is closed';
  if (change !== null && isRefusal(change)) return change.detail;
  if (version === undefined || (order?.version ?? null) === version) return null;
  return order?.orderNumber == null
    ? 'the order has changed since it was proposed'
    : `the order has changed since it was proposed, and has number ${order.orderNumber}`;
}

/** Whoever made a proposal takes it back. Returns the break's id. */
export class WithdrawApproval extends Command<string> {
  constructor(
    readonly approvalId: string,
    readonly text: string | null,
    readonly payloadHash: string | null,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(WithdrawApproval)
export class WithdrawApprovalHandler implements ICommandHandler<WithdrawApproval> {
  constructor(private readonly desk: BreakDesk) {}

  async execute({ approvalId, text, payloadHash, actor }: WithdrawApproval): Promise<string> {
    const subject = await this.desk.subjectOf(approvalId);
    if (subject === null) throw problem('not-found', 'There is no such proposal.');
    const withdraw = async (unit: Unit, locked: LockedBreak): Promise<string> => {
      const approval = await pendingOf(this.desk, unit, approvalId, payloadHash);
      const { proposedBy: by, proposedOnBehalfOf: onBehalfOf } = approval;
      if (!isByThemselves({ by, onBehalfOf }, actor)) {
        throw problem('withdrawal-not-own', 'Only its proposer may withdraw a proposal.');
      }
      const said = unnamed(locked, text, JSON.parse(approval.payload) as Decision);
      await this.desk.decide(unit, locked, approval, { state: 'Withdrawn', text: said }, actor);
      return locked.row.id;
    };
    return this.desk.change(subject.breakId, withdraw, subject.orderId);
  }
}
