import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '../../infra/audit/audit-chain.js';
import { findProposal, type ExpectedEntry } from '../../infra/audit/find-in-trail.js';
import { AuditLog, type Fact, type Subject } from '../../infra/audit/audit-log.js';
import type { Actor } from '../../infra/audit/actor.js';
import type { Problem } from '../../infra/http/problems/problem.js';
import { Clock } from '../../infra/runtime/clock.js';
import { Database } from '../../infra/database/database.js';
import type { LoneUnit, Unit } from '../../infra/database/units/unit-of-work.js';
import { Ids } from '../../infra/runtime/ids.js';
import {
  refuseOfExternalOrder,
  refuseWithoutOrder,
  resolveManually,
} from './resolutions/manual-resolution.js';
import type { OrderChange } from '../order/order.js';
import { isRefusal, type Refusal } from '../order/requests/refusal.js';
import { OF_EXTERNAL_ORDERS, type ApprovalState, type Decision } from '../breaks/resolution.js';
import { AcceptedDifferences } from './resolutions/accepted-differences.js';
import { Adoption } from './resolutions/adoption.js';
import { ApprovalRow } from './approval.entity.js';
import { contradicts } from './approvals/contradictions.js';
import { waitingProposals, type WaitingProposal } from './candidates/find-candidates.js';
import { tradeIn } from '../breaks/break-register.js';
import { withoutClient } from '../order/client/client-in-texts.js';
import { BreakCommentRow } from '../breaks/break-comment.entity.js';
import { BreakRow } from '../breaks/break.entity.js';
import { OrderRequestRow } from '../order/requests/order-request.entity.js';
import { OrderStore, type StoredOrder } from '../order/order-store.js';
import { subjectOf } from '../order/order-subject.js';
import { externalSubject, shownIn } from '../order-numbers/external-order-breaks.js';
import { breakNotFound } from '../order/order-problems.js';

/** A break and its order, or the order to link it to, both locked until the unit ends. */
export interface LockedBreak {
  readonly row: BreakRow;
  readonly state: StoredOrder | null;
}

/** What somebody has written about the break, as it may stand in the trail: without the client of its order, or of one to adopt. */
export function unnamed<T extends string | null>(
  { state }: LockedBreak,
  text: T,
  decision: Pick<Decision, 'terms'> | null = null,
): T | string {
  if (text === null) return text;
  const clients = [state?.order, decision?.terms].filter((one) => one != null);
  return clients.reduce((rest: string, client) => withoutClient(rest, client), text);
}

/** An approved proposal, and the comment of who approved it. */
export interface Approved {
  readonly approval: ApprovalRow;
  readonly text: string | null;
}

/** What becomes of a proposal. */
interface Decided {
  readonly state: Exclude<ApprovalState, 'Pending'>;
  /** What whoever decided said. */
  readonly text?: string | null;
  /** What made it stale. */
  readonly why?: string;
}

/** What a person does about a break; `about`: what the break itself does not tell. */
export interface Act extends Fact {
  readonly about?: Subject;
}

/** A proposal expires when nobody decides within a shift. */
const APPROVAL_LASTS_MS = 8 * 3_600_000;
const EXPIRED_AT_ONCE = 50;

/**
 * Everything people do about breaks is written here. Each act is one unit of work: the break, its
 * order's count of open breaks, and the audit entry in the order's trail.
 */
@Injectable()
export class BreakDesk {
  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly adoption: Adoption,
    private readonly accepted: AcceptedDifferences,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Null when there is no such break. `linked`: our order that an external order is to be linked to. */
  change<T>(
    breakId: string,
    act: (unit: LoneUnit, locked: LockedBreak) => Promise<T>,
    linked: string | null = null,
  ): Promise<T> {
    return this.database.units.runAlone(async (unit) => {
      const locked = await this.lock(unit, breakId, linked);
      if (locked === null) throw breakNotFound();
      return act(unit, locked);
    });
  }

  /** Answers the fact that was entered. */
  async write(
    unit: Unit,
    { row, state }: LockedBreak,
    patch: Partial<BreakRow>,
    { about, ...fact }: Act,
    actor: Actor,
  ): Promise<Fact> {
    await unit.update(BreakRow, { id: row.id }, { ...patch, version: row.version + 1 });
    const isOver = state?.order.id === row.orderId && patch.closedAt !== undefined;
    const counted = isOver ? { changes: await this.store.recount(unit, state.order.id) } : {};
    const body = { break: row.id, breakType: row.type, ...fact.body, ...counted };
    // A proposal to link an external order is about both.
    const external = row.orderId === null ? externalSubject(row) : {};
    const subject = { ...external, ...(state === null ? {} : subjectOf(state.order)) };
    const topic = { stream: streamOf(row), about: { ...subject, ...about } };
    const entered = { type: fact.type, body };
    await this.audit.append(unit, topic, actor, [entered]);
    return entered;
  }

  async comment(unit: Unit, locked: LockedBreak, given: string, actor: Actor): Promise<void> {
    const text = unnamed(locked, given);
    const id = this.ids.next('com');
    const author = actor.name;
    const at = this.clock.now();
    await unit.insert(BreakCommentRow, { id, breakId: locked.row.id, at, author, text });
    const fact = { type: 'BREAK_COMMENTED', body: { comment: id, text } };
    await this.write(unit, locked, {}, fact, actor);
  }

  /** `approved` is null where one person is enough. Answers the fact that was entered. */
  async close(
    unit: Unit,
    locked: LockedBreak,
    decision: Decision,
    actor: Actor,
    approved: Approved | null,
  ): Promise<Fact> {
    const { reasonCode, resolution, text } = decision;
    const proposer = approved?.approval.proposedBy;
    const closedBy = [...(proposer === undefined ? [] : [proposer]), actor.name].join(', ');
    const closedAt = this.clock.now();
    const ended = { status: 'Resolved' as const, closedAt, outcome: text };
    const patch = { ...ended, reasonCode, resolution, closedBy };
    const { id = null, payloadHash = null } = approved?.approval ?? {};
    const body = {
      ...auditBodyOf(decision),
      approval: id,
      proposedBy: proposer ?? null,
      payloadHash,
      approverSays: approved?.text ?? null,
    };
    const act = { type: 'BREAK_RESOLVED', body, about: adoptedIn(decision) };
    return this.write(unit, locked, patch, act, actor);
  }

  /** A proposal that was refused; changes nothing. Of an adoption it does not say whose order it would be, nor why. */
  noteRefused(
    breakId: string,
    decision: Decision,
    { code, detail }: Pick<Problem, 'code' | 'detail'>,
    actor: Actor,
  ): Promise<void> {
    return this.database.units.run(async (unit) => {
      const [row] = await unit.find(BreakRow, 'id = ?', [breakId]);
      if (row === undefined) return;
      const { resolution, orderNumber, orderId, reasonCode } = decision;
      const order = row.orderId === null ? null : await this.store.load(unit, row.orderId);
      // The order to link an external one to need not be one that it can be linked to.
      const linked = orderId === null ? null : await this.store.load(unit, orderId);
      const text = unnamed({ row, state: order ?? linked }, decision.text, decision);
      const said = { resolution, orderNumber, orderId, reasonCode, text };
      // The limits of an account may refuse an adoption; all other reasons name no client.
      const why = resolution === 'adopt' ? {} : { refusedDetail: detail };
      const refused = { refusedBecause: code, ...why };
      const body = { break: row.id, breakType: row.type, ...said, ...refused };
      const subject = order === null ? externalSubject(row) : subjectOf(order.order);
      const topic = { stream: streamOf(row), about: subject };
      await this.audit.append(unit, topic, actor, [{ type: 'BREAK_RESOLUTION_REFUSED', body }]);
    });
  }

  async propose(
    unit: Unit,
    locked: LockedBreak,
    decision: Decision,
    actor: Actor,
  ): Promise<ApprovalRow> {
    const { row, state } = locked;
    const payload = canonicalJson({ break: row.id, order: row.orderId, ...payloadOf(decision) });
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
      proposedOnBehalfOf: actor.onBehalfOf ?? null,
      proposedAt: now,
      expiresAt: now + APPROVAL_LASTS_MS,
      decidedBy: null,
      decidedAt: null,
      decision: null,
    };
    await unit.insert(ApprovalRow, approval);
    const { id, payloadHash } = approval;
    const body = { ...auditBodyOf(decision), approval: id, payloadHash };
    const act = { type: 'BREAK_RESOLUTION_PROPOSED', body, about: adoptedIn(decision) };
    await this.write(unit, locked, { status: 'AwaitingApproval' }, act, actor);
    return approval;
  }

  /** The entry that a proposal must have, for the break and the order that it would be applied to. */
  proposalEntry(
    { row }: LockedBreak,
    approval: string,
  ): Pick<ExpectedEntry, 'type' | 'stream' | 'says'> {
    const { id, type: breakType } = row;
    const says = { approval, break: id, breakType };
    return { type: 'BREAK_RESOLUTION_PROPOSED', stream: streamOf(row), says };
  }

  async approvalOf(unit: Unit, approvalId: string): Promise<ApprovalRow | null> {
    const [row] = await unit.find(ApprovalRow, `id = ?${unit.rowLock}`, [approvalId]);
    return row ?? null;
  }

  /** Ends a proposal; unless it was approved, the break goes back to its assignee. */
  async decide(
    unit: Unit,
    locked: LockedBreak,
    approval: ApprovalRow,
    { state, text = null, why }: Decided,
    actor: Actor,
  ): Promise<void> {
    const decided = { state, decidedBy: actor.name, decidedAt: this.clock.now() };
    await unit.update(ApprovalRow, { id: approval.id }, { ...decided, decision: text });
    if (state === 'Approved') return;
    const status = locked.row.assignee === null ? 'Open' : 'Assigned';
    // Evidence may have closed the break meanwhile: it stays closed.
    const patch: Partial<BreakRow> = locked.row.closedAt === null ? { status } : {};
    const fact = {
      type: `APPROVAL_${state.toUpperCase()}`,
      body: { approval: approval.id, text, ...(why === undefined ? {} : { why }) },
      about: adoptedIn(JSON.parse(approval.payload) as Decision),
    };
    const entry = this.proposalEntry(locked, approval.id);
    const proposed = await findProposal(unit, entry, approval);
    const cause = proposed === null ? {} : { cause: proposed.sequence };
    await this.write(unit, locked, patch, fact, { ...actor, approval: approval.id, ...cause });
  }

  /** Adds what the break shows now, and the number as the exchange spells it. */
  async complete(
    unit: Unit,
    locked: LockedBreak,
    given: Decision,
    acceptsDifferences: boolean,
  ): Promise<Decision> {
    const written = { ...given, text: unnamed(locked, given.text, given) };
    const decision = await this.spelled(unit, locked, written);
    if (!acceptsDifferences) return decision;
    const { differences } = await this.accepted.of(unit, locked, decision);
    return differences.length === 0 ? decision : { ...decision, differences };
  }

  private async spelled(
    unit: Unit,
    { row, state }: LockedBreak,
    decision: Decision,
  ): Promise<Decision> {
    const { resolution } = decision;
    if (resolution === 'as-shown') return { ...decision, trade: tradeIn(row) };
    if (!OF_EXTERNAL_ORDERS.includes(resolution)) {
      if (decision.orderNumber === null || state === null) return decision;
      const spelling = await this.adoption.spellingOf(unit, decision.orderNumber, state.order);
      return { ...decision, orderNumber: spelling };
    }
    const orderId = resolution === 'adopt' ? this.ids.next('ord') : decision.orderId;
    return { ...decision, orderId, orderNumber: row.orderNumber, shown: shownIn(row) };
  }

  /** What the decision does to the order as it is now; null if it changes no existing order. */
  async changeFor(
    unit: Unit,
    { row, state }: LockedBreak,
    decision: Decision,
    decidedBy: string | null = null,
  ): Promise<OrderChange | Refusal | null> {
    const stale = refuseOfExternalOrder(decision, shownIn(row), row.orderId !== null);
    if (stale !== null) return stale;
    if (decision.resolution === 'adopt') return this.adoption.refuse(unit, row, decision);
    if (decision.resolution === 'accept') {
      const ours = await this.adoption.refuseAsExternal(unit, row);
      if (ours !== null) return ours;
    }
    if (state === null) {
      return (
        refuseWithoutOrder(decision) ?? (await this.accepted.refuse(unit, { row, state }, decision))
      );
    }
    const unfit = await this.adoption.refuseLink(unit, row, decision, state);
    if (unfit !== null) return unfit;
    const context = await this.adoption.contextOf(unit, decision, state);
    const known = { ...context, decidedBy };
    const change = resolveManually(state, row.type, decision, known, await this.store.moment(unit));
    // What cannot be done at all is said before what only has to be accepted.
    return isRefusal(change)
      ? change
      : ((await this.accepted.refuse(unit, { row, state }, decision)) ?? change);
  }

  /** Applies an approved decision after its break was closed; false: no longer possible. */
  async apply(
    unit: Unit,
    { row }: LockedBreak,
    decision: Decision,
    approval: ApprovalRow,
    actor: Actor,
  ): Promise<boolean> {
    const state = await this.stateOf(unit, row, row.orderId ?? decision.orderId);
    const decidedBy = `${approval.proposedBy}, ${actor.name}`;
    const change = await this.changeFor(unit, { row, state }, decision, decidedBy);
    if (change !== null && isRefusal(change)) return false;
    if (decision.resolution === 'adopt') {
      await this.adoption.adopt(unit, row, decision, approval.proposedBy, actor);
    } else if (state !== null && change !== null) {
      await this.store.write(unit, state, change, actor);
    }
    return true;
  }

  /** A proposal that waits and says otherwise of the same order or number, or the same; null: none. */
  async contradicted(
    unit: Unit,
    { row }: LockedBreak,
    decision: Decision,
  ): Promise<WaitingProposal | null> {
    const next = { ...decision, orderId: row.orderId ?? decision.orderId };
    const waiting = await waitingProposals(unit);
    const now = this.clock.now();
    return waiting.find((one) => one.expiresAt > now && contradicts(one, next)) ?? null;
  }

  /** Whether a proposal needs a second person; expires one that is overdue. */
  async awaitsApproval(unit: Unit, locked: LockedBreak, actor: Actor): Promise<boolean> {
    if (locked.row.status !== 'AwaitingApproval') return false;
    const [pending] = await unit.find(
      ApprovalRow,
      `break_id = ? AND state = 'Pending'${unit.rowLock}`,
      [locked.row.id],
    );
    if (pending === undefined || !this.isExpired(pending)) return true;
    await this.decide(unit, locked, pending, { state: 'Expired' }, actor);
    return false;
  }

  isExpired(approval: ApprovalRow): boolean {
    return approval.expiresAt <= this.clock.now();
  }

  async subjectOf(approvalId: string): Promise<Pick<ApprovalRow, 'breakId' | 'orderId'> | null> {
    const [row] = await this.database.reading.find(ApprovalRow, 'id = ?', [approvalId]);
    return row ?? null;
  }

  refuseAsExternal(unit: Unit, { row }: LockedBreak): Promise<Refusal | null> {
    return this.adoption.refuseAsExternal(unit, row);
  }

  /** An open break about the same disagreement. */
  async openTwin(unit: Unit, { identity }: BreakRow): Promise<string | null> {
    const [row] = await unit.find(BreakRow, 'identity = ? AND closed_at IS NULL', [identity]);
    return row?.id ?? null;
  }

  /** Expires overdue proposals; returns how many there were. */
  async expire(actor: Actor): Promise<number> {
    const late = await this.database.reading.find(
      ApprovalRow,
      `state = 'Pending' AND expires_at <= ? ORDER BY id LIMIT ${EXPIRED_AT_ONCE}`,
      [this.clock.now()],
    );
    for (const { id, breakId, orderId } of late) {
      const expire = async (unit: Unit, locked: LockedBreak): Promise<void> => {
        const approval = await this.approvalOf(unit, id);
        if (approval?.state !== 'Pending') return;
        await this.decide(unit, locked, approval, { state: 'Expired' }, actor);
      };
      await this.change(breakId, expire, orderId);
    }
    return late.length;
  }

  private async lock(
    unit: Unit,
    breakId: string,
    linked: string | null,
  ): Promise<LockedBreak | null> {
    const [seen] = await unit.find(BreakRow, 'id = ?', [breakId]);
    if (seen === undefined) return null;
    // The order before the break, as everywhere, so that two units cannot deadlock.
    const state = await this.stateOf(unit, seen, seen.orderId ?? linked);
    const [row] = await unit.find(BreakRow, `id = ?${unit.rowLock}`, [breakId]);
    return row === undefined ? null : { row, state };
  }

  /**
   * With the post that people may decide on: of an order without a number the refused one, which may be at the
   * exchange all the same; for a break about an inferred number, the one that was taken to have become it.
   */
  private async stateOf(
    unit: Unit,
    { type }: Pick<BreakRow, 'type'>,
    orderId: string | null,
  ): Promise<StoredOrder | null> {
    const state = orderId === null ? null : await this.store.load(unit, orderId);
    if (state === null) return null;
    const { id, orderNumber, numberGrade } = state.order;
    const isInferred = type === 'PostUnconfirmed' && numberGrade === 'Inferred';
    if (orderNumber !== null && !isInferred) return state;
    const posts = await unit.find(OrderRequestRow, "order_id = ? AND kind = 'Post' AND state = ?", [
      id,
      orderNumber === null ? 'Refused' : 'Acknowledged',
    ]);
    return { ...state, requests: [...posts, ...state.requests] };
  }
}

/** The order that an adoption would make of an external order. */
function adoptedIn({ resolution, orderId, terms, shown }: Decision): Subject {
  if (resolution !== 'adopt') return {};
  const security = shown?.security ?? null;
  return { orderId, accountNumber: terms?.accountNumber ?? null, security };
}

function streamOf({ orderId }: Pick<BreakRow, 'orderId'>): string {
  return orderId ?? 'breaks';
}

function payloadOf({ terms, shown, trade, differences, ...rest }: Decision): Record<string, Json> {
  return {
    ...rest,
    ...(differences === undefined ? {} : { differences: [...differences] }),
    terms: terms && { ...terms },
    shown: shown && { ...shown },
    trade: trade && (structuredClone(trade) as unknown as Json),
  };
}

/** Without the client, who is covered by the hash of the payload. */
function auditBodyOf(decision: Decision): Record<string, Json> {
  const { terms } = decision;
  const publicTerms = terms && { price: terms.price, timeInForce: terms.timeInForce };
  return { ...payloadOf(decision), terms: publicTerms };
}
