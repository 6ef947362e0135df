import { Injectable } from '@nestjs/common';
import { operatorName, SYSTEM } from '../../infra/audit/actor.js';
import { compare, type Decimal } from '../../infra/decimal.js';
import { ask, type MarketRecords } from '../../infra/exchange/api/market-questions.js';
import { Problem } from '../../infra/http/problems/problem.js';
import { Clock } from '../../infra/runtime/clock.js';
import { MarketData } from './market-data.js';

/** One call tells the prices of all securities; it is not repeated sooner, whatever the flow of orders. */
const FRESH_MS = 15_000;
/** As old as the cache may serve them: see `freshness.ts`. */
const OLDEST_MS = 120_000;
/** An order waits this long for a price, then it is decided without. */
const PATIENCE_MS = 2_000;

interface Known {
  readonly prices: ReadonlyMap<string, Decimal>;
  /** Monotonic time, when the exchange was asked. */
  readonly askedAt: number;
}

/** The last traded price of each security, from the cache of market data. */
@Injectable()
export class LastPrices {
  private known: Known | null = null;

  constructor(
    private readonly market: MarketData,
    private readonly clock: Clock,
  ) {}

  /** Null if none is known that is recent enough, or the security has never traded. */
  async of(security: string): Promise<Decimal | null> {
    if (this.ageMs() >= FRESH_MS) await this.refresh();
    return this.ageMs() < OLDEST_MS
      ? (this.known?.prices.get(security.toUpperCase()) ?? null)
      : null;
  }

  private ageMs(): number {
    return this.known === null ? Infinity : this.clock.steady() - this.known.askedAt;
  }

  /** Gives up after a while; the answer is kept when it arrives later. */
  private refresh(): Promise<void> {
    return new Promise((resolve, reject) => {
      const endTimer = this.clock.after(PATIENCE_MS, resolve);
      void this.read().then(resolve, reject).finally(endTimer);
    });
  }

  private async read(): Promise<void> {
    try {
      const question = ask.dataOfCompanies();
      // An order waits for it, so readers of market data must not use up its calls.
      const operator = operatorName(SYSTEM.name);
      const { answer, ageMs } = await this.market.read(question, operator, 'resolve');
      const askedAt = this.clock.steady() - ageMs;
      if (this.known !== null && askedAt <= this.known.askedAt) return;
      this.known = { prices: pricesIn(answer.data), askedAt };
    } catch (error) {
      // The exchange gave no answer: what is known already has to do.
      if (!(error instanceof Problem)) throw error;
    }
  }
}

type CompanyData = MarketRecords<'companies/data'>[number];

function pricesIn(rows: readonly CompanyData[]): ReadonlyMap<string, Decimal> {
  return new Map(
    rows.flatMap(({ symbol, currentPrice, closingPrice }) => {
      const price = [currentPrice, closingPrice].find(isPositive);
      return symbol === null || price === undefined || price === null
        ? []
        : [[symbol.toUpperCase(), price] as const];
    }),
  );
}

/** Before a security has traded, exchanges show 0 or nothing. */
function isPositive(price: Decimal | null): boolean {
  return price !== null && compare(price, '0') > 0;
}
