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
import { checkLimits, type LimitedTerms, type LimitRefusal } from './check-limits.js';

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

/** The configured limits of orders and edits, and the trace that a refusal leaves in the audit trail. */
@Injectable()
export class PreTradeLimits {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly prices: LastPrices,
    private readonly audit: AuditLog,
  ) {}

  /** To be asked before the unit of work, because it may wait for the exchange. Null: not needed or not known. */
  async lastPrice(security: string): Promise<Decimal | null> {
    return this.config.limits.priceBand === null ? null : this.prices.of(security);
  }

  /** The same for the security of an order. */
  async lastPriceFor(orderId: string): Promise<Decimal | null> {
    if (this.config.limits.priceBand === null) return null;
    const [order] = await this.database.reading.query<Pick<OrderRow, 'security'>>(
      'SELECT security FROM orders WHERE id = ?',
      [orderId],
    );
    return order === undefined ? null : this.prices.of(order.security);
  }

  check(terms: LimitedTerms, lastPrice: Decimal | null): LimitRefusal | null {
    return checkLimits(terms, this.config.limits, lastPrice);
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
  const errors = breaches.map(({ field, limit, message }) => ({ field, limit, message }));
  const about = orderId === null ? { errors } : { errors, orderId };
  return code === 'last-price-unknown'
    ? problem(code, detail, { ...about, retryAfterSeconds: RETRY_AFTER_S })
    : problem(code, detail, about);
}

function traceOf({ refusal, detail, terms, lastPrice, breaches }: LimitRefusal) {
  const { units, price } = terms;
  const limits = breaches.map(({ limit, most, actual }) => ({ limit, most, actual }));
  return { problem: refusal, units, price, lastPrice, limits, reason: detail };
}
