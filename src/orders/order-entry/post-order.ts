import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { createHash } from 'node:crypto';
import type { Actor } from '../../infra/audit/actor.js';
import { Clock } from '../../infra/runtime/clock.js';
import { covers, type BoundAccounts } from '../../infra/auth/bound-keys.js';
import { Config } from '../../infra/config/config.js';
import { Database } from '../../infra/database/database.js';
import { isUniqueViolation, type Unit } from '../../infra/database/unit-of-work.js';
import { faultPoint } from '../../infra/runtime/fault-point.js';
import { fieldProblem, problem } from '../../infra/http/problems/problem.js';
import { Ids, Random } from '../../infra/runtime/ids.js';
import { SecurityDirectory } from '../../market/securities/security-directory.js';
import { TradingCalendar } from '../../market/trading-calendar/trading-calendar.js';
import { nextOpening, tradingDateOf } from '../../market/trading-calendar/trading-day.js';
import { matchKeyOf, newRequest } from '../order/instructions.js';
import type { Side } from '../order/order.js';
import { orderRefOf } from '../order/order-ref.js';
import type { OrderRequest } from '../order/requests/order-request.js';
import { hasQueued } from '../order/post-turns.js';
import { newOrder, newOrderFact } from '../order/new-order.js';
import { OrderStore } from '../order/order-store.js';
import type { LimitRefusal } from '../order-limits/check-limits.js';
import {
  isLimitRefusal,
  limitProblem,
  PreTradeLimits,
  PRICE_NEEDED,
  type LastPrice,
} from '../order-limits/pre-trade-limits.js';
import { IdempotencyKeyRow, OrderRow } from '../order/order.entity.js';

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
  readonly accepted: { readonly order: OrderRow; readonly request: OrderRequest } | null;
}

/** Accepts an order: stores it durably and queues its post. Nothing is sent here. */
export class PostOrder extends Command<PostOrderResult> {
  constructor(
    readonly terms: PostOrderTerms,
    readonly idempotencyKey: string | null,
    /** It may post for no others. */
    readonly accounts: BoundAccounts,
    readonly actor: Actor,
  ) {
    super();
  }
}

/** In which the exchange's budget for one key has room for more posts again. */
const QUEUE_RETRY_S = 60;

/** An order that was accepted with the same `clientOrderId`, else with the same `Idempotency-Key`. */
interface Earlier {
  readonly order: OrderRow;
  /** The order that the key was used for; null: none. */
  readonly keyOf: string | null;
}

interface Checked {
  readonly fingerprint: string;
  readonly lastPrice: LastPrice;
}

@CommandHandler(PostOrder)
export class PostOrderHandler implements ICommandHandler<PostOrder> {
  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly limits: PreTradeLimits,
    private readonly directory: SecurityDirectory,
    private readonly calendar: TradingCalendar,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly random: Random,
  ) {}

  async execute(command: PostOrder): Promise<PostOrderResult> {
    if (!covers(command.accounts, command.terms.accountNumber)) {
      throw fieldProblem('account-foreign', 'accountNumber', 'must be an account that the key is for'); // prettier-ignore
    }
    const fingerprint = fingerprintOf(command.terms);
    const result = await this.limits.withLastPrice(
      () => Promise.resolve(command.terms.security),
      (lastPrice) =>
        this.acceptOnce((unit) => this.accept(unit, command, { fingerprint, lastPrice })),
    );
    if (isLimitRefusal(result)) throw limitProblem(result, null);
    return result;
  }

  private async acceptOnce<T>(accept: (unit: Unit) => Promise<T>): Promise<T> {
    try {
      const result = await this.database.units.run(accept);
      faultPoint('order-after-commit');
      return result;
    } catch (error) {
      // A concurrent request with the same clientOrderId was first: answer with its order.
      if (!isUniqueViolation(error)) throw error;
      return this.database.units.run(accept);
    }
  }

  private async accept(
    unit: Unit,
    command: PostOrder,
    { fingerprint, lastPrice }: Checked,
  ): Promise<PostOrderResult | LimitRefusal | typeof PRICE_NEEDED> {
    const earlier = await this.earlier(unit, command);
    if (earlier !== null) return this.replay(unit, command, fingerprint, earlier);
    this.checkTerms(command.terms);
    await this.checkQueue(unit, command.actor.name);
    const { units, price, accountNumber } = command.terms;
    const terms = { units, price, accountNumber, lastPrice };
    const refusal = await this.limits.check(unit, terms, command.actor);
    if (refusal === PRICE_NEEDED) return refusal;
    if (refusal !== null) {
      await this.limits.recordPost(unit, refusal, command.terms, command.actor);
      return refusal;
    }
    const now = this.clock.now();
    const opening = nextOpening(await this.calendar.sessions(unit, tradingDateOf(now)), now);
    const order = this.orderFrom(command, fingerprint, { now, opening });
    const request = await this.requestFor(unit, order, command.actor, opening - now);
    const { idempotencyKey, actor } = command;
    const fact = { type: 'ORDER_RECEIVED', body: newOrderFact(order) };
    await this.store.insert(unit, { order, request, fact, idempotencyKey }, actor);
    faultPoint('order-before-commit');
    return { orderId: order.id, accepted: { order, request } };
  }

  private async earlier(
    unit: Unit,
    { terms, idempotencyKey, actor }: PostOrder,
  ): Promise<Earlier | null> {
    const [known] = await unit.find(OrderRow, 'created_by = ? AND client_order_id = ?', [
      actor.name,
      terms.clientOrderId,
    ]);
    const [key] =
      idempotencyKey === null
        ? []
        : await unit.find(IdempotencyKeyRow, 'caller = ? AND key = ?', [
            actor.name,
            idempotencyKey,
          ]);
    const keyOf = key?.orderId ?? null;
    if (known !== undefined) return { order: known, keyOf };
    if (keyOf === null) return null;
    const [order] = await unit.find(OrderRow, 'id = ?', [keyOf]);
    return order === undefined ? null : { order, keyOf };
  }

  /** Throws unless it is the same request, under a key that is not another's. A new key is remembered as well. */
  private async replay(
    unit: Unit,
    { accounts, idempotencyKey: key, actor }: PostOrder,
    fingerprint: string,
    { order, keyOf }: Earlier,
  ): Promise<PostOrderResult> {
    if (order.fingerprint !== fingerprint || (keyOf !== null && keyOf !== order.id)) {
      const errors = [{ field: 'clientOrderId', message: 'was used before' }];
      throw problem(
        'idempotency-key-reused',
        'This clientOrderId or Idempotency-Key was used for a different order.',
        covers(accounts, order.accountNumber) ? { errors, orderId: order.id } : { errors },
      );
    }
    if (key !== null && keyOf === null) {
      await this.store.rememberKey(unit, { caller: actor.name, key, orderId: order.id });
    }
    return { orderId: order.id, accepted: null };
  }

  private checkTerms(terms: PostOrderTerms): void {
    if (this.directory.lists(terms.security) === false) {
      throw fieldProblem('security-unknown', 'security', 'is not listed at the exchange');
    }
    if (!this.config.timesInForce.includes(terms.timeInForce)) {
      const allowed = this.config.timesInForce.join(', ');
      throw fieldProblem('time-in-force-unknown', 'timeInForce', `must be one of: ${allowed}`);
    }
    if (terms.brokerCode !== null && terms.brokerCode !== this.config.brokerCode) {
      throw fieldProblem('broker-code-foreign', 'brokerCode', 'is not the code of this firm');
    }
  }

  private async checkQueue(unit: Unit, caller: string): Promise<void> {
    const { queuedPostsPerCaller: most } = this.config.callers;
    if (!(await hasQueued(unit, caller, most))) return;
    const detail = `${most} posts of this caller wait to be sent (QUEUED_POSTS_PER_CALLER).`;
    throw problem('too-many-queued', detail, { retryAfterSeconds: QUEUE_RETRY_S });
  }

  private orderFrom(
    { terms, actor }: PostOrder,
    fingerprint: string,
    { now, opening }: { readonly now: number; readonly opening: number },
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

  private async requestFor(unit: Unit, order: OrderRow, actor: Actor, untilOpening: number) {
    const at = { wall: order.createdAt, database: await unit.now(), today: order.tradingDate };
    const asked = { requestId: this.ids.next('req'), operator: actor.onBehalfOf ?? actor.name, at };
    const request = newRequest('Post', order.id, asked, order);
    return { ...request, dueAt: request.dueAt + untilOpening, matchKey: matchKeyOf(order) };
  }
}

/** Digest of everything the caller asked for. */
function fingerprintOf(terms: PostOrderTerms): string {
  const { clientOrderId, side, security, units, price, timeInForce } = terms;
  const { accountNumber, clientName, brokerCode } = terms;
  const content = [clientOrderId, side, security, units, price, timeInForce];
  return createHash('sha256')
    .update(JSON.stringify([...content, accountNumber, clientName, brokerCode]))
    .digest('hex');
}
