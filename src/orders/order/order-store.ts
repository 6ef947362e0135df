import { Injectable } from '@nestjs/common';
import { AuditLog, type Fact, type Topic } from '../../infra/audit/audit-log.js';
import type { Actor } from '../../infra/audit/actor.js';
import { Clock } from '../../infra/runtime/clock.js';
import { Database } from '../../infra/database/database.js';
import type { Unit } from '../../infra/database/units/unit-of-work.js';
import { Tracing } from '../../infra/observability/tracing.js';
import { Ids } from '../../infra/runtime/ids.js';
import { tradingDateOf } from '../../market/trading-calendar/trading-day.js';
import { isUncertain, isOpen, type OrderRequest } from './requests/order-request.js';
import { type OrderChange, type Fill, type Moment, type OrderFact, type OrderState, isDayOrder } from './order.js'; // prettier-ignore
import { isClosed } from './order-status.js';
import { isRefusal, type Refusal } from './requests/refusal.js';
import { dayGiven } from './number-lifetime.js';
import { subjectOf } from './order-subject.js';
import { isConfirmedByList, withLastProof } from './last-proof.js';
import { RequestTurns } from './requests/request-turns.js';
import { blockedByTwins, liveTwins, reblock } from './requests/blocked-requests.js';
import { pendingOf, summaryChanges, summaryOf, type OrderSummary } from './order-summary.js';
import { settledIn, withSettled } from './requests/settled-outcomes.js';
import { BreakRegister } from '../breaks/break-register.js';
import { FillRow } from './fill.entity.js';
import { ownersNow } from './number-owners.js';
import { ListWatermarkRow } from './list-watermark.entity.js';
import { OrderRequestRow } from './requests/order-request.entity.js';
import { IdempotencyKeyRow, OrderNumberRow, OrderRow } from './order.entity.js';

/** An order as stored, with what decisions about it look at. */
export interface StoredOrder extends OrderState {
  readonly order: OrderRow;
}

export interface NewOrder {
  readonly order: OrderRow;
  /** Null for an adopted order. */
  readonly request: OrderRequest | null;
  readonly fact: Fact;
  readonly idempotencyKey: string | null;
}

export interface AskedOrder extends NewOrder {
  readonly actor: Actor;
  /** Of the call that asked for it; null: it is not traced. */
  readonly traceparent: string | null;
}

/**
 * The only writer of orders, with one exception: `ListWatermarks` writes when a list last confirmed an order
 * (`listed_version`, `proven_at`, `asked_at`). `change` locks the order, passes its state to a pure decision, and
 * writes the result with its audit entries as one unit of work.
 */
@Injectable()
export class OrderStore {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly breaks: BreakRegister,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly tracing: Tracing = Tracing.off,
  ) {}

  async moment(unit: Unit): Promise<Moment> {
    const wall = this.clock.now();
    return { wall, database: await unit.now(), today: tradingDateOf(wall) };
  }

  insert(unit: Unit, fresh: NewOrder, actor: Actor): Promise<void> {
    const { traceparent } = this.tracing;
    return this.insertAll(unit, [{ ...fresh, actor, traceparent }]);
  }

  /** In their order, and with a statement for each table. */
  async insertAll(unit: Unit, fresh: readonly AskedOrder[]): Promise<void> {
    const requests = fresh.flatMap(({ request, order, traceparent }) =>
      request === null ? [] : [{ request, caller: order.createdBy, traceparent }],
    );
    const turns = new RequestTurns(unit, 'Post');
    const [live, ...numbers] = await Promise.all([
      liveTwins(
        unit,
        requests.map(({ request }) => request),
      ),
      ...requests.map(({ caller }) => turns.next(caller)),
    ]);
    const posts = requests.map(({ request, caller, traceparent }, index) => {
      return { ...request, caller, turn: numbers[index] ?? 0, traceparent };
    });
    const blocks = blockedByTwins(live, posts);
    const rows = posts.map((post, index) => ({ ...post, blockedBy: blocks[index] ?? null }));
    const keys = fresh.flatMap(({ idempotencyKey: key, order }) =>
      key === null ? [] : [{ caller: order.createdBy, key, orderId: order.id }],
    );
    const orders = fresh.map(({ order }) => order);
    await Promise.all([
      unit.insertAll(OrderRow, orders),
      unit.insertAll(OrderRequestRow, rows),
      unit.insertAll(IdempotencyKeyRow, keys),
    ]);
    for (const { order, request, fact, actor } of fresh) {
      const pending = pendingOf(request === null ? [] : [request]);
      const [whole = fact] = withChanges([fact], { pending });
      await this.audit.appendFirst(unit, topicOf(order), actor, whole);
    }
  }

  /** A key that came with a repetition of the request. */
  rememberKey(unit: Unit, row: IdempotencyKeyRow): Promise<void> {
    return unit.insert(IdempotencyKeyRow, row);
  }

  /** Null if there is no such order; a refusal writes nothing. */
  change<R extends OrderChange | Refusal | null>(
    orderId: string,
    actor: Actor,
    decide: (state: StoredOrder, at: Moment, unit: Unit) => R | Promise<R>,
  ): Promise<StoredOrder | Refusal | null> {
    return this.database.units.runOn(orderId, async (unit) => {
      const state = await this.load(unit, orderId);
      if (state === null) return null;
      const decision = await decide(state, await this.moment(unit), unit);
      if (decision === null) return state;
      if (isRefusal(decision)) return decision;
      return this.write(unit, state, decision, actor);
    });
  }

  /** The order with its last proof, locked until the unit ends. */
  async load(unit: Unit, orderId: string): Promise<StoredOrder | null> {
    const order = await this.lock(unit, orderId);
    if (order === null) return null;
    const requests = await this.openRequestsOf(unit, orderId);
    const breaks = order.openBreaks === 0 ? [] : await this.breaks.openOf(unit, orderId);
    return { order, requests, breaks };
  }

  private async openRequestsOf(unit: Unit, orderId: string): Promise<OrderRequest[]> {
    const requests = await unit.find(
      OrderRequestRow,
      "order_id = ? AND state IN ('Queued', 'Sent', 'Unknown') ORDER BY id",
      [orderId],
    );
    return requests.map(withoutQueue);
  }

  private async lock(unit: Unit, orderId: string): Promise<OrderRow | null> {
    const [row] = await unit.find(OrderRow, `id = ?${unit.rowLock}`, [orderId]);
    if (row === undefined) return null;
    return isConfirmedByList(row) ? withLastProof(row, await listingOf(unit, row)) : row;
  }

  fillsOf(unit: Unit, orderId: string): Promise<FillRow[]> {
    return unit.find(FillRow, 'order_id = ? AND reversed_at IS NULL ORDER BY id', [orderId]);
  }

  reversedFillsOf(unit: Unit, orderId: string): Promise<FillRow[]> {
    return unit.find(FillRow, 'order_id = ? AND reversed_at IS NOT NULL ORDER BY id', [orderId]);
  }

  /** Writes a change of a loaded order. */
  async write(
    unit: Unit,
    state: StoredOrder,
    change: OrderChange,
    actor: Actor,
  ): Promise<StoredOrder> {
    const { order } = state;
    const breakFacts = await this.applyBreaks(unit, order, change);
    const facts: Fact[] = [...change.facts.map(withNames), ...breakFacts];
    const requests = await this.writeRequests(unit, state, change, actor.name);
    for (const fill of change.reversals) await this.reverseFill(unit, order.id, fill);
    for (const fill of change.fills) await this.writeFill(unit, order.id, fill);
    for (const number of change.unlinks) await this.dropLink(unit, order, number);
    for (const number of change.links) await this.writeLink(unit, state, change, number);
    // As callers and the next decision read them.
    const open = requests.filter(isOpen).sort((a, b) => (a.id < b.id ? -1 : 1));
    const patch: Partial<OrderRow> = { ...change.order };
    if (facts.length > 0) {
      patch.version = order.version + 1;
      patch.updatedAt = this.clock.now();
      if (breakFacts.length > 0) patch.openBreaks = await this.breaks.countOpen(unit, order.id);
      patch.certain = await this.certaintyOf(unit, { ...order, ...patch }, open);
      patch.pending = open[0]?.kind ?? null;
    }
    const after = await this.put(unit, order, patch);
    await reblock(unit, after, state.requests, requests);
    const settled = await settledIn(unit, state.requests, change.requests);
    const seen = summaryChanges(summaryOf(order, state.requests), summaryOf(after, open));
    const entries = withSettled(withChanges(facts, { ...change.order, ...seen }), settled);
    await this.audit.append(unit, topicOf(after, change), actor, entries);
    return { order: after, requests: open, breaks: state.breaks };
  }

  private async certaintyOf(
    unit: Unit,
    { id, doubtedSince, contestedSince, openBreaks }: OrderRow,
    open: readonly OrderRequest[],
  ): Promise<number> {
    if (doubtedSince !== null || contestedSince !== null || open.some(isUncertain)) return 0;
    if (openBreaks === 0) return 1;
    return (await this.breaks.hasUncertain(unit, id)) ? 0 : 1;
  }

  private applyBreaks(
    unit: Unit,
    { id, orderNumber }: OrderRow,
    change: OrderChange,
  ): Promise<Fact[]> {
    const about = { id, orderNumber: change.order.orderNumber ?? orderNumber };
    return this.breaks.apply(unit, about, change, outcomeOf(change));
  }

  /** After people have resolved breaks of the order; the caller writes the audit entry, with what has changed. */
  async recount(unit: Unit, orderId: string): Promise<Partial<OrderSummary>> {
    const order = await this.lock(unit, orderId);
    if (order === null) return {};
    const openBreaks = await this.breaks.countOpen(unit, orderId);
    const open = await this.openRequestsOf(unit, orderId);
    const certain = await this.certaintyOf(unit, { ...order, openBreaks }, open);
    const [version, updatedAt] = [order.version + 1, this.clock.now()];
    const after = await this.put(unit, order, { openBreaks, certain, version, updatedAt });
    return summaryChanges(summaryOf(order, open), summaryOf(after, open));
  }

  /** The proof by the list moves into the row; the next list is compared with the order anew. */
  private async put(unit: Unit, order: OrderRow, patch: Partial<OrderRow>): Promise<OrderRow> {
    if (Object.keys(patch).length === 0) return order;
    const after = { ...order, listedVersion: 0, ...patch };
    const { provenAt, askedAt, shownWorkingAt, listedVersion } = after;
    const proof = { provenAt, askedAt, shownWorkingAt, listedVersion };
    await unit.update(OrderRow, { id: order.id }, { ...patch, ...proof });
    return after;
  }

  private async writeRequests(
    unit: Unit,
    state: StoredOrder,
    change: OrderChange,
    caller: string,
  ): Promise<OrderRequest[]> {
    const known = new Map(state.requests.map((request) => [request.id, request]));
    for (const request of change.requests) {
      const { id, ...fields } = withoutQueue(request);
      if (known.has(id)) await unit.update(OrderRequestRow, { id }, fields);
      else {
        const { traceparent } = this.tracing;
        const turn = await new RequestTurns(unit, request.kind).next(caller);
        const queue = { blockedBy: null, caller, turn, traceparent };
        await unit.insert(OrderRequestRow, { id, ...fields, ...queue });
      }
      known.set(id, request);
    }
    return [...known.values()];
  }

  private writeFill(unit: Unit, orderId: string, fill: Fill): Promise<void> {
    const observedAt = this.clock.now();
    const { tradeDate, matchingId, orderNumber, side, security, units, price, shownFor } = fill;
    return unit.insert(FillRow, {
      id: this.ids.next('fil'), orderId, tradeDate, matchingId, orderNumber, side, security, units,
      price, observedAt, shownFor, reversedAt: null,
    }); // prettier-ignore
  }

  private async reverseFill(unit: Unit, orderId: string, fill: Fill): Promise<void> {
    const { tradeDate, matchingId, orderNumber, side } = fill;
    const reversed = await unit.execute(
      `UPDATE fills SET reversed_at = ? WHERE order_id = ? AND trade_date = ? AND matching_id = ?
          AND order_number = ? AND side = ? AND reversed_at IS NULL`,
      [this.clock.now(), orderId, tradeDate, matchingId, orderNumber, side],
    );
    if (reversed !== 1) throw new Error(`The execution ${matchingId} is not booked on ${orderId}`);
  }

  private async dropLink(unit: Unit, order: OrderRow, orderNumber: string): Promise<void> {
    const of = [order.id, orderNumber];
    await unit.execute('DELETE FROM order_numbers WHERE order_id = ? AND order_number = ?', of);
  }

  private async writeLink(
    unit: Unit,
    { order, requests }: StoredOrder,
    change: OrderChange,
    orderNumber: string,
  ): Promise<void> {
    await this.breaks.closeBreaksOfNumber(unit, orderNumber, subjectOf(order));
    const { brokerCode } = order;
    const today = tradingDateOf(this.clock.now());
    // The first edit that can have given the number; none if somebody else has edited the order.
    const edits = [...change.requests, ...requests].filter(({ kind }) => kind === 'Edit');
    const sentAt = edits.flatMap(({ firstSentAt }) => firstSentAt ?? []).sort((a, b) => a - b)[0];
    const since = dayGiven(order, sentAt === undefined ? '' : tradingDateOf(sentAt));
    const owner = (await ownersNow(unit, brokerCode, [orderNumber], today)).get(orderNumber);
    // It had the number before.
    if (owner?.orderId === order.id) return;
    // On that day the number still belonged to another order, so ours must have been given it since: today.
    const isLater = owner !== undefined && !isDayOrder(order) && owner.givenOn >= since;
    const givenOn = isLater && order.orderNumber !== null ? today : since;
    await unit.insert(OrderNumberRow, {
      id: this.ids.next('num'),
      orderId: order.id,
      brokerCode,
      tradingDate: givenOn,
      orderNumber,
      linkedAt: this.clock.now(),
    });
  }
}

/** Why the breaks end that a change closes by their type. */
function outcomeOf({ order, facts }: OrderChange): string {
  const { status, numberGrade } = order;
  if (status !== undefined && isClosed(status)) return `the order is ${status}`;
  if (facts.some(({ body }) => body['grade'] === 'Operator')) return 'two of our people decided it';
  if (numberGrade === 'Inferred') return 'an order that fits was found: it is inferred, not proven';
  return 'the exchange has shown what became of it';
}

/** Entries about a number that is no longer the order's are found by that number as well. */
function topicOf(
  order: OrderRow,
  { unlinks }: Pick<OrderChange, 'unlinks'> = { unlinks: [] },
): Topic {
  return { stream: order.id, about: { ...subjectOf(order), orderNumber: unlinks[0] ?? null } };
}

/** What a search has named is found by each of the numbers. */
function withNames(fact: OrderFact): Fact {
  const { candidates } = fact.body;
  return Array.isArray(candidates) ? { ...fact, names: [...new Set(candidates)] } : fact;
}

/** Decisions do not see the queue. */
function withoutQueue(row: OrderRequest & Partial<OrderRequestRow>): OrderRequest {
  const request: Partial<OrderRequestRow> & OrderRequest = { ...row };
  delete request.blockedBy;
  delete request.caller;
  delete request.turn;
  delete request.traceparent;
  return request;
}

async function listingOf(unit: Unit, { brokerCode }: OrderRow): Promise<ListWatermarkRow | null> {
  const [watermark] = await unit.find(ListWatermarkRow, 'broker_code = ?', [brokerCode]);
  return watermark ?? null;
}

/** Fields that only say when the order was last looked at. */
const HEARTBEATS: readonly string[] = [
  'askedAt',
  'lastOwnChangeAt',
  'shownWorkingAt',
  'timesMissing',
];

/** The last fact carries the new values, so that the trail alone rebuilds the order. */
function withChanges(
  facts: readonly Fact[],
  changed: Partial<Omit<OrderRow, 'pending'>> & Partial<OrderSummary>,
): readonly Fact[] {
  const told = Object.entries(changed).filter(([name]) => !HEARTBEATS.includes(name));
  const last = facts.at(-1);
  if (last === undefined || told.length === 0) return facts;
  const changes = Object.fromEntries(told.map(([name, value]) => [name, value ?? null]));
  return [...facts.slice(0, -1), { ...last, body: { ...last.body, changes } }];
}
