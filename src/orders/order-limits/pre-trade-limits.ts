import { Injectable } from '@nestjs/common';
import type { Actor } from '../../infra/audit/actor.js';
import { Config } from '../../infra/config/config.js';
import type { Decimal } from '../../infra/decimal.js';
import { Database } from '../../infra/database/database.js';
import type { Unit } from '../../infra/database/units/unit-of-work.js';
import { problem, type Problem } from '../../infra/http/problems/problem.js';
import { LastPrices } from '../../market/market-data/last-prices.js';
import type { OrderRow } from '../order/order.entity.js';
import { isRefusal } from '../order/requests/refusal.js';
import {
  checkPreTradeLimits,
  smallestLimits,
  type LimitedTerms,
  type LimitRefusal,
  type LimitsInForce,
} from './check-limits.js';
import { LimitRefusals } from './limit-refusals.js';
import { OwnLimits, type AskedOwner, type LimitsOfOwner } from './own-limits.js';

/** After this time the exchange may have answered again what the last price is. */
const RETRY_AFTER_S = 5;

/** What the trace of a refused order says of it. The account is only in the index beside the trail. */
interface RefusedOrder {
  readonly clientOrderId: string;
  readonly side: string;
  readonly security: string;
  readonly accountNumber: string;
}

interface CheckedTerms extends LimitedTerms {
  readonly accountNumber: string;
  readonly lastPrice: LastPrice;
}

/** Null: the exchange tells none. Undefined: it was not asked, because the firm has no band. */
export type LastPrice = Decimal | null | undefined;

/** A key or an account has a band, which is known only in the unit of work, where the exchange cannot be asked. */
export const PRICE_NEEDED = Symbol('the last price is needed');

/** The limits that orders and edits are checked against, and the trace that a refusal leaves in the audit trail. */
@Injectable()
export class PreTradeLimits {
  constructor(
    private readonly config: Config,
    private readonly own: OwnLimits,
    private readonly database: Database,
    private readonly prices: LastPrices,
    private readonly refusals: LimitRefusals,
  ) {}

  /**
   * Fetches the last price first if the firm has a price band. Otherwise decides without it, and again with it if
   * the key or the account turns out to have a band. A security of null means that there is no such order.
   */
  async withLastPrice<R>(
    securityOf: () => Promise<string | null>,
    decide: (lastPrice: LastPrice) => Promise<R | typeof PRICE_NEEDED>,
  ): Promise<R> {
    const ask = async (): Promise<Decimal | null> => {
      const security = await securityOf();
      return security === null ? null : this.prices.of(security);
    };
    let result = await decide(this.config.limits.priceBand === null ? undefined : await ask());
    while (result === PRICE_NEEDED) result = await decide(await ask());
    return result;
  }

  async securityOf(orderId: string): Promise<string | null> {
    const [order] = await this.database.reading.query<Pick<OrderRow, 'security'>>(
      'SELECT security FROM orders WHERE id = ?',
      [orderId],
    );
    return order?.security ?? null;
  }

  /** What holds now for orders of a key and an account. */
  inForce(owner: AskedOwner): Promise<LimitsInForce> {
    return this.database.units.run(async (unit) => {
      const [own = []] = await this.own.ofAll(unit, [owner]);
      return this.smallest(own);
    });
  }

  /** In the unit of work that accepts: whatever limit was set before it holds. */
  async check(
    unit: Unit,
    terms: CheckedTerms,
    actor: Actor,
  ): Promise<LimitRefusal | typeof PRICE_NEEDED | null> {
    const [outcome = null] = await this.checkAll(unit, [{ terms, actor }]);
    return outcome;
  }

  /** One outcome for each, in their order. */
  async checkAll(
    unit: Unit,
    asked: readonly { readonly terms: CheckedTerms; readonly actor: Actor }[],
  ): Promise<readonly (LimitRefusal | typeof PRICE_NEEDED | null)[]> {
    const owners = asked.map(({ terms: { accountNumber }, actor: { keyId = null } }) => ({
      keyId,
      accountNumber,
    }));
    const known = await this.own.ofAll(unit, owners);
    return asked.map(({ terms: { lastPrice, ...terms } }, index) => {
      const limits = this.smallest(known[index] ?? []);
      if (limits.priceBand !== null && lastPrice === undefined) return PRICE_NEEDED;
      return checkPreTradeLimits(terms, limits, lastPrice ?? null);
    });
  }

  private smallest(own: readonly LimitsOfOwner[]): LimitsInForce {
    return smallestLimits([
      ['firm', this.config.limits],
      ...own.map((row) => [row.kind, row] as const),
    ]);
  }

  recordPost(unit: Unit, refusal: LimitRefusal, order: RefusedOrder, actor: Actor): Promise<void> {
    const { clientOrderId, side, security, accountNumber } = order;
    const body = { clientOrderId, side, security, ...traceOf(refusal) };
    return this.refusals.recordPost(unit, { accountNumber, security }, actor, body);
  }

  recordEdit(refusal: LimitRefusal, orderId: string, actor: Actor): Promise<void> {
    return this.refusals.recordEdit(orderId, actor, traceOf(refusal));
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
