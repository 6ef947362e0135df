import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Actor } from '../../infra/auth/actor.js';
import type { Unit } from '../../infra/database/unit-of-work.js';
import { problem } from '../../infra/http/problem.js';
import { isRefusal } from '../domain/refusal.js';
import type { Decision } from '../domain/resolution.js';
import { BreakDesk, type HeldBreak } from '../store/break-desk.js';
import { OrderStore } from '../store/order-store.js';

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
  constructor(
    private readonly desk: BreakDesk,
    private readonly store: OrderStore,
  ) {}

  async execute(command: DecideApproval): Promise<string> {
    const breakId = await this.desk.breakOf(command.approvalId);
    const done =
      breakId === null
        ? null
        : await this.desk.change(breakId, (unit, held) => this.decide(unit, held, command));
    if (done === null) throw problem('not-found', 'There is no such proposal.');
    if ('stale' in done) {
      throw problem('approval-stale', 'The order or the break has changed since: propose it anew.');
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
    if (this.desk.isLate(approval)) throw problem('approval-expired', 'It was decided too late.');
    if (payloadHash !== null && payloadHash !== approval.payloadHash) {
      throw problem('approval-stale', 'The proposal says something else than what was looked at.');
    }
    if (!approve) {
      await this.desk.decide(unit, held, approval, 'Rejected', text, actor);
      return { breakId: held.row.id };
    }
    if (approval.proposedBy === actor.name) {
      throw problem('second-person-needed', 'Nobody approves what he has proposed himself.');
    }
    const decision = JSON.parse(approval.payload) as Decision;
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
    if (touches) await this.apply(unit, held, wordsOf(decision), actor);
    return { breakId: held.row.id };
  }

  /** All or nothing: what cannot be done any more takes the approval back with it. */
  private async apply(
    unit: Unit,
    held: HeldBreak,
    decision: Decision,
    actor: Actor,
  ): Promise<void> {
    const state = await this.store.load(unit, held.row.orderId ?? '');
    const change = await this.desk.changeBy(unit, { ...held, state }, decision);
    if (state === null || change === null || isRefusal(change)) {
      throw problem('approval-stale', 'The order has changed since: it has to be proposed anew.');
    }
    await this.store.write(unit, state, change, actor);
  }
}

/** The decision without what the payload binds it to. */
function wordsOf({ resolution, reasonCode, text, orderNumber }: Decision): Decision {
  return { resolution, reasonCode, text, orderNumber };
}
