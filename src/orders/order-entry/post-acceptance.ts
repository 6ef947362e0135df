import { Injectable } from '@nestjs/common';
import type { Actor } from '../../infra/audit/actor.js';
import { covers, type BoundAccounts } from '../../infra/auth/api-keys/bound-keys.js';
import { Config } from '../../infra/config/config.js';
import { inList } from '../../infra/database/in-list.js';
import type { JointOutcome, JointWork, Unit } from '../../infra/database/units/unit-of-work.js';
import { fieldProblem, problem, type Problem } from '../../infra/http/problems/problem.js';
import { Clock } from '../../infra/runtime/clock.js';
import { faultPoint } from '../../infra/runtime/fault-point.js';
import { Ids, Random } from '../../infra/runtime/ids.js';
import { SecurityDirectory } from '../../market/securities/security-directory.js';
import { TradingCalendar } from '../../market/trading-calendar/trading-calendar.js';
import { nextOpening, tradingDateOf } from '../../market/trading-calendar/trading-day.js';
import type { LimitRefusal } from '../order-limits/check-limits.js';
import { PreTradeLimits, PRICE_NEEDED, type LastPrice } from '../order-limits/pre-trade-limits.js';
import { matchKeyOf, newRequest } from '../order/changes/instructions.js';
import { newOrder, newOrderFact } from '../order/new-order.js';
import { IdempotencyKeyRow, OrderRow } from '../order/order.entity.js';
import { orderRefOf } from '../order/order-ref.js';
import { OrderStore, type AskedOrder } from '../order/order-store.js';
import type { Side } from '../order/order.js';
import { QueueRoom } from '../order/requests/request-turns.js';
import type { OrderRequest } from '../order/requests/order-request.js';

export interface PostOrderTerms {
  readonly clientOrderId: string;
  readonly side: Side;
  readonly security: string;
  readonly units: string;
  readonly price: string;
  readonly timeInForce: string;
  readonly accountNumber: string;
  readonly clientName: string;
  readonly brokerCode: string | null;
}

export interface PostOrderResult {
  readonly orderId: string;
  /** The order as it was just stored; null when the same request was accepted before. */
  readonly accepted: {
    readonly order: OrderRow;
    readonly request: OrderRequest;
    /** False: it waits until the session opens. */
    readonly isDue: boolean;
  } | null;
}

/** What a caller has asked for, with what is known before the unit of work. */
export interface AskedPost {
  readonly command: {
    readonly terms: PostOrderTerms;
    readonly idempotencyKey: string | null;
    readonly accounts: BoundAccounts;
    readonly actor: Actor;
  };
  readonly fingerprint: string;
  readonly lastPrice: LastPrice;
  readonly traceparent: string | null;
}

export type Accepted = PostOrderResult | LimitRefusal | typeof PRICE_NEEDED;

/** In which the exchange's budget for one key has room for more posts again. */
const QUEUE_RETRY_S = 60;

/** An order that was accepted with the same `clientOrderId`, else with the same `Idempotency-Key`. */
interface Earlier {
  readonly order: OrderRow;
  /** The order that the key was used for; null: none. */
  readonly keyOf: string | null;
}

type LimitOutcome = LimitRefusal | typeof PRICE_NEEDED | null;

interface Basis {
  readonly limit: LimitOutcome;
  readonly room: QueueRoom;
  readonly at: Moment;
  readonly fresh: AskedOrder[];
}

/** The same for all posts of a unit. */
interface Moment {
  readonly now: number;
  readonly opening: number;
  /** Database time. */
  readonly database: number;
}

/** Accepts posts: all that wait at the same time in one unit of work, with a statement for each table. */
@Injectable()
export class PostAcceptance implements JointWork<AskedPost, Accepted> {
  constructor(
    private readonly store: OrderStore,
    private readonly limits: PreTradeLimits,
    private readonly directory: SecurityDirectory,
    private readonly calendar: TradingCalendar,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly random: Random,
  ) {}

  /** A repetition must find what it repeats. */
  keysOf({ command: { terms, idempotencyKey, actor } }: AskedPost): readonly string[] {
    const order = JSON.stringify([actor.name, 'order', terms.clientOrderId]);
    return idempotencyKey === null
      ? [order]
      : [order, JSON.stringify([actor.name, 'key', idempotencyKey])];
  }

  async run(unit: Unit, posts: readonly AskedPost[]): Promise<readonly JointOutcome<Accepted>[]> {
    const room = new QueueRoom(unit, this.config.callers.queuedPostsPerCaller);
    const callers = posts.map(({ command }) => command.actor.name);
    // What is not needed of a repetition costs no journey of its own.
    const [earlier, limits, at] = await Promise.all([
      earlierOf(unit, posts),
      this.limitsOf(unit, posts),
      this.moment(unit),
      room.look(callers),
    ]);
    const fresh: AskedOrder[] = [];
    const outcomes: JointOutcome<Accepted>[] = [];
    for (const post of posts) {
      const known = earlier.get(post);
      const limit = limits.get(post) ?? null;
      outcomes.push(
        known === undefined
          ? await this.accept(unit, post, { limit, room, at, fresh })
          : await this.replay(unit, post, known),
      );
    }
    await this.store.insertAll(unit, fresh);
    for (const _ of fresh) faultPoint('order-before-commit');
    return outcomes;
  }

  /** What is accepted is added to `fresh`. A refusal may leave a trace, but no order. */
  private async accept(
    unit: Unit,
    post: AskedPost,
    { limit, room, at, fresh }: Basis,
  ): Promise<JointOutcome<Accepted>> {
    const { terms, actor } = post.command;
    const refusal = this.refusalOf(terms) ?? (await this.refusalIfFull(room, actor.name));
    if (refusal !== null) return { refusal };
    if (limit === PRICE_NEEDED) return { value: limit };
    if (limit !== null) {
      await this.limits.recordPost(unit, limit, terms, actor);
      return { value: limit };
    }
    room.take(actor.name);
    const order = this.orderFrom(post, at);
    const request = this.requestFor(order, actor, at);
    const fact = { type: 'ORDER_RECEIVED', body: newOrderFact(order) };
    const { idempotencyKey } = post.command;
    fresh.push({ order, request, fact, idempotencyKey, actor, traceparent: post.traceparent });
    const isDue = request.dueAt <= at.database;
    return { value: { orderId: order.id, accepted: { order, request, isDue } } };
  }

  private async limitsOf(
    unit: Unit,
    posts: readonly AskedPost[],
  ): Promise<ReadonlyMap<AskedPost, LimitOutcome>> {
    const asked = posts.map(({ command: { terms, actor }, lastPrice }) => {
      const { units, price, accountNumber } = terms;
      return { terms: { units, price, accountNumber, lastPrice }, actor };
    });
    const outcomes = await this.limits.checkAll(unit, asked);
    return new Map(posts.map((post, index) => [post, outcomes[index] ?? null]));
  }

  private async moment(unit: Unit): Promise<Moment> {
    const now = this.clock.now();
    const [sessions, database] = await Promise.all([
      this.calendar.sessions(unit, tradingDateOf(now)),
      unit.now(),
    ]);
    return { now, opening: nextOpening(sessions, now), database };
  }

  /** The same order, unless it is another request, or under a key that is another's. A new key is remembered as well. */
  private async replay(
    unit: Unit,
    { command: { accounts, idempotencyKey: key, actor }, fingerprint }: AskedPost,
    { order, keyOf }: Earlier,
  ): Promise<JointOutcome<Accepted>> {
    if (order.fingerprint !== fingerprint || (keyOf !== null && keyOf !== order.id)) {
      const errors = [{ field: 'clientOrderId', message: 'was used before' }];
      const refusal = problem(
        'idempotency-key-reused',
        'This clientOrderId or Idempotency-Key was used for a different order.',
        covers(accounts, order.accountNumber) ? { errors, orderId: order.id } : { errors },
      );
      return { refusal };
    }
    if (key !== null && keyOf === null) {
      await this.store.rememberKey(unit, { caller: actor.name, key, orderId: order.id });
    }
    return { value: { orderId: order.id, accepted: null } };
  }

  private refusalOf(terms: PostOrderTerms): Problem | null {
    if (this.directory.lists(terms.security) === false) {
      return fieldProblem('security-unknown', 'security', 'is not listed at the exchange');
    }
    if (!this.config.timesInForce.includes(terms.timeInForce)) {
      const allowed = this.config.timesInForce.join(', ');
      return fieldProblem('time-in-force-unknown', 'timeInForce', `must be one of: ${allowed}`);
    }
    if (terms.brokerCode !== null && terms.brokerCode !== this.config.brokerCode) {
      return fieldProblem('broker-code-foreign', 'brokerCode', 'is not the code of this firm');
    }
    return null;
  }

  private async refusalIfFull(room: QueueRoom, caller: string): Promise<Problem | null> {
    if (!(await room.isFull(caller))) return null;
    const { queuedPostsPerCaller: most } = this.config.callers;
    const detail = `${most} posts of this caller wait to be sent (QUEUED_POSTS_PER_CALLER).`;
    return problem('too-many-queued', detail, { retryAfterSeconds: QUEUE_RETRY_S });
  }

  private orderFrom(
    { command: { terms, actor }, fingerprint }: AskedPost,
    { now, opening }: Moment,
  ): OrderRow {
    const id = this.ids.next('ord');
    return newOrder({
      id,
      clientOrderId: terms.clientOrderId,
      orderRef: orderRefOf(id, this.config.environment),
      side: terms.side,
      security: terms.security,
      units: terms.units,
      price: terms.price,
      timeInForce: terms.timeInForce,
      accountNumber: terms.accountNumber,
      clientName: terms.clientName,
      brokerCode: this.config.brokerCode,
      // Outside the session, the day on which it opens next.
      tradingDate: tradingDateOf(opening),
      createdBy: actor.name,
      onBehalfOf: actor.onBehalfOf ?? null,
      createdAt: now,
      pending: 'Post',
      fingerprint,
      clientSalt: this.random.bytes(16).toString('hex'),
    });
  }

  private requestFor(order: OrderRow, actor: Actor, { now, opening, database }: Moment) {
    const at = { wall: now, database, today: order.tradingDate };
    const asked = { requestId: this.ids.next('req'), operator: actor.onBehalfOf ?? actor.name, at };
    const request = newRequest('Post', order.id, asked, order);
    return { ...request, dueAt: request.dueAt + opening - now, matchKey: matchKeyOf(order) };
  }
}

/** Of those posts that repeat one. A client order id goes before a key. */
async function earlierOf(
  unit: Unit,
  posts: readonly AskedPost[],
): Promise<ReadonlyMap<AskedPost, Earlier>> {
  const earlier = new Map<AskedPost, Earlier>();
  const ofCaller = async (caller: string, theirs: readonly AskedPost[]): Promise<void> => {
    const [ofId, orderOfKey] = await Promise.all([
      ordersById(unit, caller, theirs),
      ordersOfKeys(unit, caller, theirs),
    ]);
    for (const post of theirs) {
      const { terms, idempotencyKey } = post.command;
      const keyOf = (idempotencyKey === null ? null : orderOfKey.get(idempotencyKey)) ?? null;
      const order = ofId.get(terms.clientOrderId) ?? (await orderOf(unit, keyOf));
      if (order !== null) earlier.set(post, { order, keyOf });
    }
  };
  await Promise.all([...byCaller(posts)].map(([caller, theirs]) => ofCaller(caller, theirs)));
  return earlier;
}

/** By their client order ids. */
async function ordersById(
  unit: Unit,
  caller: string,
  posts: readonly AskedPost[],
): Promise<ReadonlyMap<string, OrderRow>> {
  const { marks, values } = inList(posts.map(({ command }) => command.terms.clientOrderId));
  const where = `created_by = ? AND client_order_id IN (${marks})`;
  const orders = await unit.find(OrderRow, where, [caller, ...values]);
  return new Map(orders.map((order) => [order.clientOrderId, order]));
}

async function ordersOfKeys(
  unit: Unit,
  caller: string,
  posts: readonly AskedPost[],
): Promise<ReadonlyMap<string, string>> {
  const keys = posts.flatMap(({ command: { idempotencyKey } }) => idempotencyKey ?? []);
  if (keys.length === 0) return new Map();
  const { marks, values } = inList(keys);
  const where = `caller = ? AND key IN (${marks})`;
  const rows = await unit.find(IdempotencyKeyRow, where, [caller, ...values]);
  return new Map(rows.map(({ key, orderId }) => [key, orderId]));
}

async function orderOf(unit: Unit, id: string | null): Promise<OrderRow | null> {
  if (id === null) return null;
  const [order] = await unit.find(OrderRow, 'id = ?', [id]);
  return order ?? null;
}

function byCaller(posts: readonly AskedPost[]): ReadonlyMap<string, readonly AskedPost[]> {
  const callers = new Map<string, AskedPost[]>();
  for (const post of posts) {
    const { name } = post.command.actor;
    const theirs = callers.get(name);
    if (theirs === undefined) callers.set(name, [post]);
    else theirs.push(post);
  }
  return callers;
}
