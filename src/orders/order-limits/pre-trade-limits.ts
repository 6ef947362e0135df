import { Injectable } from '@nestjs/common';
import type { Actor } from '../../infra/audit/actor.js';
import { AuditLog } from '../../infra/audit/audit-log.js';
import { Config } from '../../infra/config/config.js';
import type { Decimal } from '../../infra/decimal.js';
import { Database } from '../../infra/database/database.js';
import type { Unit } from '../../infra/database/unit-of-work.js';
import { problem, type Problem } from '../../infra/http/problem.js';
import { LastPrices } from '../../market/market-data/last-prices.js';
import { OrderRow } from '../order/order.entity.js';
import { isRefusal } from '../order/refusal.js';
import { smallestLimits, type LimitRefusal, type LimitsInForce } from './check-limits.js';
import { OwnLimits } from './own-limits.js';

/** Refused posts have no order whose stream could have the entry. */
const STREAM = 'order-limits';
/** After this time the exchange may have answered again what the last price is. */
const RETRY_AFTER_S = 5;

/** What the trace of a refused order says of it. The account is only in the index beside the trail. */
interface RefusedOrder {
  readonly clientOrderId: string;
  readonly side: string;
  readonly security: string;
  readonly accountNumber: string;
}

/** What an order or an edit is checked against. */
export interface Bounds {
  readonly limits: LimitsInForce;
  /** Null: not needed or not known. */
  readonly lastPrice: Decimal | null;
}

type OrderOfLimits = Pick<OrderRow, 'accountNumber' | 'security'>;

/** The limits that orders and edits are checked against, and the trace that a refusal leaves in the audit trail. */
@Injectable()
export class PreTradeLimits {
  constructor(
    private readonly config: Config,
    private readonly own: OwnLimits,
    private readonly database: Database,
    private readonly prices: LastPrices,
    private readonly audit: AuditLog,
  ) {}

  /** To be asked before the unit of work, because it may wait for the exchange. */
  async forPost({ accountNumber, security }: OrderOfLimits, { keyId }: Actor): Promise<Bounds> {
    const own = await this.own.of(keyId ?? null, accountNumber);
    const owners = own.map((row) => [row.kind, row] as const);
    const limits = smallestLimits([['firm', this.config.limits], ...owners]);
    const lastPrice = limits.priceBand === null ? null : await this.prices.of(security);
    return { limits, lastPrice };
  }

  /** The same for an order that there is. */
  async forEdit(orderId: string, actor: Actor): Promise<Bounds> {
    const [order] = await this.database.reading.query<OrderOfLimits>(
      'SELECT security, account_number AS "accountNumber" FROM orders WHERE id = ?',
      [orderId],
    );
    if (order === undefined) {
      return { limits: smallestLimits([['firm', this.config.limits]]), lastPrice: null };
    }
    return this.forPost(order, actor);
  }

  recordPost(unit: Unit, refusal: LimitRefusal, order: RefusedOrder, actor: Actor): Promise<void> {
    const { clientOrderId, side, security, accountNumber } = order;
    const topic = { stream: STREAM, about: { accountNumber, security } };
    const body = { clientOrderId, side, security, ...traceOf(refusal) };
    return this.audit.append(unit, topic, actor, [{ type: 'POST_REFUSED_BY_LIMIT', body }]);
  }

  recordEdit(refusal: LimitRefusal, orderId: string, actor: Actor): Promise<void> {
    const fact = { type: 'EDIT_REFUSED_BY_LIMIT', body: traceOf(refusal) };
    return this.database.units.run(async (unit) => {
      const [order] = await unit.find(OrderRow, 'id = ?', [orderId]);
      const { accountNumber = null, security = null, tradingDate = null } = order ?? {};
      const about = { orderId, accountNumber, security, tradingDate };
      await this.audit.append(unit, { stream: orderId, about }, actor, [fact]);
    });
  }
}

export function isLimitRefusal(value: object): value is LimitRefusal {
  return isRefusal(value) && 'breaches' in value;
}

export function limitProblem(refusal: LimitRefusal, orderId: string | null): Problem {
  const { refusal: code, detail, breaches } = refusal;
  const errors = breaches.map(({ field, limit, owner, message }) => ({
    field,
    limit,
    owner,
    message,
  }));
  const about = orderId === null ? { errors } : { errors, orderId };
  return code === 'last-price-unknown'
    ? problem(code, detail, { ...about, retryAfterSeconds: RETRY_AFTER_S })
    : problem(code, detail, about);
}

function traceOf({ refusal, detail, terms, lastPrice, breaches }: LimitRefusal) {
  const { units, price } = terms;
  const limits = breaches.map(({ limit, owner, most, actual }) => ({ limit, owner, most, actual }));
  return { problem: refusal, units, price, lastPrice, limits, reason: detail };
}
