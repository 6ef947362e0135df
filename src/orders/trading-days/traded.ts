import type { AccountNumber, Money, OrderNumber, Security, Units } from '../../market/formats.js';
import type { Whole } from '../../infra/formats.js';
import { add, compare, multiply, subtract } from '../../infra/decimal.js';

export interface Execution {
  readonly orderNumber: string;
  readonly accountNumber: string | null;
  readonly security: string;
  readonly side: string;
  readonly units: string;
  readonly price: string;
}

/** The exchange's executions under one order number, summed. */
export interface Executed {
  readonly orderNumber: OrderNumber;
  /** Null where the exchange does not show it. */
  readonly accountNumber: AccountNumber | null;
  readonly security: Security;
  /**
   * BUY or SELL.
   * @example "BUY"
   */
  readonly side: string;
  readonly executions: Whole;
  readonly units: Units;
  readonly value: Money;
}

export interface Traded {
  /**
   * May be negative where it is a difference.
   * @asType integer
   * @example 2
   */
  readonly executions: number;
  /**
   * A decimal text; may be negative where it is a difference.
   * @pattern ^-?\d+(\.\d+)?$
   * @example "1000"
   */
  readonly units: string;
  /** Units times price, summed; exact. */
  readonly value: Money;
}

export type Booked = Execution & { readonly accountNumber: string };

export const NOTHING: Traded = { executions: 0, units: '0', value: '0' };

export function executedOf(rows: readonly Execution[]): Executed[] {
  const sums = new Sums();
  for (const row of rows) sums.add(row);
  return sums.all();
}

/** Sums row by row, so that a large day can be summed in batches. */
export class Sums {
  private readonly summed = new Map<string, Executed>();

  add(row: Execution): void {
    const { orderNumber, accountNumber, security, side } = row;
    const key = keyOf(row);
    const sum = this.summed.get(key) ?? { orderNumber, accountNumber, security, side, ...NOTHING };
    this.summed.set(key, { ...sum, ...plus(sum, tradedOf(row)) });
  }

  all(): Executed[] {
    return sorted(this.summed);
  }
}

/** The earlier rows of order numbers that have fewer executions now. */
export function missingFrom(shown: readonly Executed[], before: readonly Executed[]): Executed[] {
  const [now, then] = [countsOf(shown), countsOf(before)];
  return before.filter(({ orderNumber }) => {
    return (now.get(orderNumber) ?? 0) < (then.get(orderNumber) ?? 0);
  });
}

/** Replaces the rows of each order number that `earlier` has by the earlier ones. */
export function withEarlier(shown: readonly Executed[], earlier: readonly Executed[]): Executed[] {
  const numbers = new Set(earlier.map(({ orderNumber }) => orderNumber));
  const kept = shown.filter(({ orderNumber }) => !numbers.has(orderNumber));
  return sorted(new Map([...kept, ...earlier].map((row) => [keyOf(row), row])));
}

function countsOf(rows: readonly Executed[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { orderNumber, executions } of rows) {
    counts.set(orderNumber, (counts.get(orderNumber) ?? 0) + executions);
  }
  return counts;
}

function keyOf(row: Omit<Execution, 'units' | 'price'>): string {
  return JSON.stringify([row.orderNumber, row.accountNumber, row.security, row.side]);
}

function sorted(rows: ReadonlyMap<string, Executed>): Executed[] {
  return [...rows.keys()].sort().flatMap((key) => rows.get(key) ?? []);
}

export function tradedOf({ units, price }: Pick<Execution, 'units' | 'price'>): Traded {
  return { executions: 1, units, value: multiply(units, price) };
}

export function plus(a: Traded, b: Traded): Traded {
  return {
    executions: a.executions + b.executions,
    units: add(a.units, b.units),
    value: add(a.value, b.value),
  };
}

export function minus(a: Traded, b: Traded): Traded {
  return {
    executions: a.executions - b.executions,
    units: subtract(a.units, b.units),
    value: subtract(a.value, b.value),
  };
}

export function sum(all: readonly Traded[]): Traded {
  return all.reduce(plus, NOTHING);
}

export function isNothing({ executions, units, value }: Traded): boolean {
  return executions === 0 && compare(units, '0') === 0 && compare(value, '0') === 0;
}
