import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../infra/audit/audit-chain.js';
import { AuditLog, type Fact } from '../../infra/audit/audit-log.js';
import type { Actor } from '../../infra/audit/actor.js';
import { Clock } from '../../infra/runtime/clock.js';
import { Database } from '../../infra/database/database.js';
import type { Unit } from '../../infra/database/unit-of-work.js';
import { Ids } from '../../infra/runtime/ids.js';
import { refuseOfExternalOrder, refuseWithoutOrder, resolveManually } from './manual-resolution.js';
import type { Change } from '../order/order.js';
import { isRefusal, type Refusal } from '../order/refusal.js';
import { OF_EXTERNAL_ORDERS, type ApprovalState, type Decision } from '../breaks/resolution.js';
import { Adoption } from './adoption.js';
import { ApprovalRow } from './approval.entity.js';
import { tradeIn } from '../breaks/break-register.js';
import { BreakCommentRow } from './break-comment.entity.js';
import { BreakRow } from '../breaks/break.entity.js';
import { OrderRequestRow } from '../order/order-request.entity.js';
import { OrderStore, type StoredOrder } from '../order/order-store.js';
import { plain, toldOf } from './decision-payload.js';
import { shownIn } from '../order-numbers/external-order-breaks.js';

/** A break, and its order or the one that it is linked to, both locked until the unit ends. */
export interface HeldBreak {
  readonly row: BreakRow;
  readonly state: StoredOrder | null;
}

/** A proposal that a second person has approved, and what he had to say. */
export interface Approved {
  readonly approval: ApprovalRow;
  readonly text: string | null;
}

/** A proposal that nobody decides within a shift is none any more. */
const APPROVAL_LASTS_MS = 8 * 3_600_000;
const EXPIRED_AT_ONCE = 50;
/**
 * The one door for what people do about breaks. Each act is one unit: the row, its order's count of
 * open breaks, and the entry of the trail, which stands with the order's own facts.
 */
@Injectable()
export class BreakDesk {
  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly adoption: Adoption,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Null when there is no such break. The order is locked first, as everybody does; `linked`: the
   * order of ours that a break of no order is said to be.
   */
  change<T>(
    breakId: string,
    act: (unit: Unit, held: HeldBreak) => Promise<T>,
    linked: string | null = null,
  ): Promise<T | null> {
    return this.database.units.run(async (unit) => {
      const held = await this.hold(unit, breakId, linked);
      return held === null ? null : act(unit, held);
    });
  }

  async write(
    unit: Unit,
    { row, state }: HeldBreak,
    patch: Partial<BreakRow>,
    fact: Fact,
    actor: Actor,
  ): Promise<void> {
    await unit.update(BreakRow, { id: row.id }, { ...patch, version: row.version + 1 });
    if (state?.order.id === row.orderId && patch.closedAt !== undefined) {
      await this.store.recount(unit, state.order.id);
    }
    const body = { break: row.id, breakType: row.type, ...fact.body };
    await this.audit.append(unit, row.orderId ?? 'breaks', actor, [{ type: fact.type, body }]);
  }

  async comment(unit: Unit, held: HeldBreak, text: string, actor: Actor): Promise<void> {
    const id = this.ids.next('com');
    const author = actor.name;
    const at = this.clock.now();
    await unit.insert(BreakCommentRow, { id, breakId: held.row.id, at, author, text });
    const fact = { type: 'BREAK_COMMENTED', body: { comment: id, text } };
    await this.write(unit, held, {}, fact, actor);
  }

  /** `approved` is null where one person is enough. */
  async close(
    unit: Unit,
    held: HeldBreak,
    decision: Decision,
    actor: Actor,
    approved: Approved | null,
  ): Promise<void> {
    const { reasonCode, resolution, text } = decision;
    const proposer = approved?.approval.proposedBy;
    const closedBy = [...(proposer === undefined ? [] : [proposer]), actor.name].join(', ');
    const closedAt = this.clock.now();
    const ended = { status: 'Resolved' as const, closedAt, outcome: text };
    const patch = { ...ended, reasonCode, resolution, closedBy };
    const { id = null, payloadHash = null } = approved?.approval ?? {};
    const four = {
      proposedBy: proposer ?? null,
      payloadHash,
      approverSays: approved?.text ?? null,
    };
    const body = { ...toldOf(decision), approval: id, ...four };
    await this.write(unit, held, patch, { type: 'BREAK_RESOLVED', body }, actor);
  }

  async propose(
    unit: Unit,
    held: HeldBreak,
    decision: Decision,
    actor: Actor,
  ): Promise<ApprovalRow> {
    const { row, state } = held;
    const payload = canonicalJson({ break: row.id, order: row.orderId, ...plain(decision) });
    const now = this.clock.now();
    const approval: ApprovalRow = {
      id: this.ids.next('apr'),
      breakId: row.id,
      orderId: row.orderId ?? decision.orderId,
      orderVersion: state?.order.version ?? null,
      payload,
      payloadHash: createHash('sha256').update(payload).digest('hex'),
      state: 'Pending',
      proposedBy: actor.name,
      proposedAt: now,
      expiresAt: now + APPROVAL_LASTS_MS,
      decidedBy: null,
      decidedAt: null,
      decision: null,
    };
    await unit.insert(ApprovalRow, approval);
    const { id, payloadHash } = approval;
    const body = { ...toldOf(decision), approval: id, payloadHash };
    const fact = { type: 'BREAK_RESOLUTION_PROPOSED', body };
    await this.write(unit, held, { status: 'AwaitingApproval' }, fact, actor);
    return approval;
  }

  async approvalOf(unit: Unit, approvalId: string): Promise<ApprovalRow | null> {
    const [row] = await unit.find(ApprovalRow, `id = ?${unit.rowLock}`, [approvalId]);
    return row ?? null;
  }

  /** Ends a proposal; one that was not approved gives the break back to whoever has it. */
  async decide(
    unit: Unit,
    held: HeldBreak,
    approval: ApprovalRow,
    state: Exclude<ApprovalState, 'Pending'>,
    text: string | null,
    actor: Actor,
  ): Promise<void> {
    const decided = { state, decidedBy: actor.name, decidedAt: this.clock.now() };
    await unit.update(ApprovalRow, { id: approval.id }, { ...decided, decision: text });
    if (state === 'Approved') return;
    const status = held.row.assignee === null ? 'Open' : 'Assigned';
    // One that has ended by evidence meanwhile stays ended.
    const patch: Partial<BreakRow> = held.row.closedAt === null ? { status } : {};
    const fact = {
      type: `APPROVAL_${state.toUpperCase()}`,
      body: { approval: approval.id, text },
    };
    await this.write(unit, held, patch, fact, actor);
  }

  /** Completes a decision with what the break shows now, and with the number as the exchange spells it. */
  async whole(unit: Unit, { row, state }: HeldBreak, decision: Decision): Promise<Decision> {
    const { resolution } = decision;
    if (resolution === 'as-shown') return { ...decision, trade: tradeIn(row) };
    if (!OF_EXTERNAL_ORDERS.includes(resolution)) {
      if (decision.orderNumber === null || state === null) return decision;
      const named = await this.adoption.spellingOf(unit, decision.orderNumber, state.order);
      return { ...decision, orderNumber: named };
    }
    const orderId = resolution === 'adopt' ? this.ids.next('ord') : decision.orderId;
    return { ...decision, orderId, orderNumber: row.orderNumber, shown: shownIn(row) };
  }

  /** What the decision does to the order as it is now; null where it changes none that exists. */
  async changeBy(
    unit: Unit,
    { row, state }: HeldBreak,
    decision: Decision,
  ): Promise<Change | Refusal | null> {
    const strange = refuseOfExternalOrder(decision, shownIn(row), row.orderId !== null);
    if (strange !== null) return strange;
    if (decision.resolution === 'adopt') return this.adoption.refuse(unit, row, decision);
    if (decision.resolution === 'accept') {
      const ours = await this.adoption.refuseAsExternal(unit, row);
      if (ours !== null) return ours;
    }
    if (state === null) return refuseWithoutOrder(decision);
    const unfit = await this.adoption.refuseLink(unit, row, decision, state);
    if (unfit !== null) return unfit;
    const known = await this.adoption.known(unit, decision, state);
    return resolveManually(state, row.type, decision, known, await this.store.moment(unit));
  }

  /** Does what was approved, once the break is closed; false: it cannot be done any more. */
  async apply(
    unit: Unit,
    { row }: HeldBreak,
    decision: Decision,
    approval: ApprovalRow,
    actor: Actor,
  ): Promise<boolean> {
    const state = await this.stateOf(unit, row.orderId ?? decision.orderId);
    const change = await this.changeBy(unit, { row, state }, decision);
    if (change !== null && isRefusal(change)) return false;
    if (decision.resolution === 'adopt') {
      await this.adoption.adopt(unit, row, decision, approval.proposedBy, actor);
    } else if (state !== null && change !== null) {
      await this.store.write(unit, state, change, actor);
    }
    return true;
  }

  /** Whether a proposal waits for a second person; one that nobody has decided in time ends here. */
  async isAwaited(unit: Unit, held: HeldBreak, actor: Actor): Promise<boolean> {
    if (held.row.status !== 'AwaitingApproval') return false;
    const [pending] = await unit.find(
      ApprovalRow,
      `break_id = ? AND state = 'Pending'${unit.rowLock}`,
      [held.row.id],
    );
    if (pending === undefined || !this.isLate(pending)) return true;
    await this.decide(unit, held, pending, 'Expired', null, actor);
    return false;
  }

  isLate(approval: ApprovalRow): boolean {
    return approval.expiresAt <= this.clock.now();
  }

  /** What a proposal is about: its break, and the order. */
  async subjectOf(approvalId: string): Promise<Pick<ApprovalRow, 'breakId' | 'orderId'> | null> {
    const [row] = await this.database.reading.find(ApprovalRow, 'id = ?', [approvalId]);
    return row ?? null;
  }

  /** What a break of another desk's order tells of has become ours: there is nothing to look into. */
  refuseAsExternal(unit: Unit, { row }: HeldBreak): Promise<Refusal | null> {
    return this.adoption.refuseAsExternal(unit, row);
  }

  /** The same disagreement, found again and open. */
  async openTwin(unit: Unit, { identity }: BreakRow): Promise<string | null> {
    const [row] = await unit.find(BreakRow, 'identity = ? AND closed_at IS NULL', [identity]);
    return row?.id ?? null;
  }

  /** Answers how many proposals nobody has decided in time. */
  async expire(actor: Actor): Promise<number> {
    const late = await this.database.reading.find(
      ApprovalRow,
      `state = 'Pending' AND expires_at <= ? ORDER BY id LIMIT ${EXPIRED_AT_ONCE}`,
      [this.clock.now()],
    );
    for (const { id, breakId } of late) {
      await this.change(breakId, async (unit, held) => {
        const approval = await this.approvalOf(unit, id);
        if (approval?.state !== 'Pending') return;
        await this.decide(unit, held, approval, 'Expired', null, actor);
      });
    }
    return late.length;
  }

  private async hold(
    unit: Unit,
    breakId: string,
    linked: string | null,
  ): Promise<HeldBreak | null> {
    const [seen] = await unit.find(BreakRow, 'id = ?', [breakId]);
    if (seen === undefined) return null;
    const state = await this.stateOf(unit, seen.orderId ?? linked);
    const [row] = await unit.find(BreakRow, `id = ?${unit.rowLock}`, [breakId]);
    return row === undefined ? null : { row, state };
  }

  /** With the post of an order that has no number, though it was refused: it may be there all the same. */
  private async stateOf(unit: Unit, orderId: string | null): Promise<StoredOrder | null> {
    const state = orderId === null ? null : await this.store.load(unit, orderId);
    if (state === null || state.order.orderNumber !== null) return state;
    const refused = await unit.find(
      OrderRequestRow,
      "order_id = ? AND kind = 'Post' AND state = 'Refused'",
      [state.order.id],
    );
    return { ...state, requests: [...refused, ...state.requests] };
  }
}
