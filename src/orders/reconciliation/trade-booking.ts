import type { Logger } from 'pino';
import { RECONCILER } from '../../infra/auth/actor.js';
import { type Config } from '../../infra/config.js';
import { type Database } from '../../infra/database/database.js';
import { isUniqueViolation, type Unit } from '../../infra/database/unit-of-work.js';
import type { TradeRow } from '../../infra/exchange/enquiry-api.js';
import { faultPoint } from '../../infra/fault-point.js';
import { type AppLogger } from '../../infra/logging.js';
import { tradingDateOf } from '../../market/trading-day.js';
import { undoBinding } from '../domain/binding.js';
import { canonical, compare } from '../domain/decimal.js';
import { Draft } from '../domain/draft.js';
import type { ExecutionEvidence } from '../domain/evidence.js';
import { bookExecutions, proofAgainst } from '../domain/executions.js';
import { isUnproven } from '../domain/order-status.js';
import type { Moment } from '../domain/order.js';
import { FillRow } from '../store/fill.entity.js';
import { OrderRequestRow } from '../store/order-request.entity.js';
import { type OrderStore, type StoredOrder } from '../store/order-store.js';
import { OrderNumberRow } from '../store/order.entity.js';

export interface Booked {
  readonly fills: number;
  readonly orders: ReadonlySet<string>;
}

const BATCH = 500;

/**
 * Turns the rows of a day's trades into booked executions: each once, on the order that owns the
 * number. Rows of other brokers, and rows that are no executions (no matching id, or nothing
 * matched), are left alone.
 */
export class TradeBooking {
  private readonly logger: Logger;

  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly config: Config,
    logger: AppLogger,
  ) {
    this.logger = logger.for('trades');
  }

  /** `isMeant` keeps a run to the orders of its scope. */
  async book(
    rows: readonly TradeRow[],
    askedDate: string,
    isMeant: (orderId: string) => boolean = () => true,
  ): Promise<Booked> {
    const executions = rows.flatMap((row) => this.executionOf(row, askedDate) ?? []);
    const byNumber = groupByNumber(executions);
    const owners = await this.ownersOf([...byNumber.keys()], askedDate);
    const known = await this.knownFills([...owners.keys()]);
    let fills = 0;
    const orders = new Set<string>();
    for (const [orderNumber, orderId] of owners) {
      if (!isMeant(orderId)) continue;
      const all = byNumber.get(orderNumber) ?? [];
      const { fresh, differing } = sort(all, known);
      if (differing.length > 0) await this.reportDiffering(orderId, differing);
      if (fresh.length === 0) continue;
      fills += await this.bookFor(orderId, fresh);
      faultPoint('trade-booked');
      orders.add(orderId);
    }
    return { fills, orders };
  }

  /** Every execution under our broker code, once, and how many rows say too little to be one. */
  executionsOf(
    rows: readonly TradeRow[],
    askedDate: string,
  ): { readonly executions: readonly ExecutionEvidence[]; readonly unread: number } {
    const executions = rows.flatMap((row) => this.executionOf(row, askedDate) ?? []);
    const traded = rows.filter((row) => this.isTraded(row)).length;
    return { executions: sort(executions, new Map()).fresh, unread: traded - executions.length };
  }

  private isTraded({ brokerCode, units, matchedUnits }: TradeRow): boolean {
    if (brokerCode !== null && brokerCode !== this.config.brokerCode) return false;
    return units !== null && compare(units, '0') > 0 && matchedUnits !== '0';
  }

  /** The order numbers in rows that may be ours. */
  ourNumbers(rows: readonly TradeRow[]): readonly string[] {
    const { brokerCode } = this.config;
    return rows
      .filter((row) => row.brokerCode === null || row.brokerCode === brokerCode)
      .map((row) => row.orderNumber);
  }

  private async bookFor(orderId: string, fresh: readonly ExecutionEvidence[]): Promise<number> {
    let booked = 0;
    try {
      booked = await this.database.units.run(async (unit) => {
        const state = await this.store.load(unit, orderId);
        if (state === null) return 0;
        const at = await this.store.moment(unit);
        const wrong = isUnproven(state.order.numberGrade) ? proofAgainst(state, fresh) : null;
        if (wrong !== null) return this.undo(unit, state, wrong, at);
        const change = bookExecutions(state, fresh, at);
        await this.store.write(unit, state, change, RECONCILER);
        return change.fills.length;
      });
    } catch (error) {
      // Another instance may have booked one of them meanwhile; the next pass sees which.
      if (!isUniqueViolation(error)) {
        this.logger.error({ err: error, orderId }, 'executions could not be booked');
      }
      return 0;
    }
    return booked;
  }

  /** The number was inferred, and a trade under it is another's: so the number is. */
  private async undo(unit: Unit, state: StoredOrder, why: string, at: Moment): Promise<number> {
    const { id } = state.order;
    const posts = await unit.find(OrderRequestRow, "order_id = ? AND kind = 'Post'", [id]);
    const [post] = posts;
    if (post === undefined) throw new Error('An order without a post has no number');
    const whole = { ...state, requests: [...posts, ...state.requests] };
    const change = undoBinding(whole, post, await this.store.fillsOf(unit, id), why, at);
    await this.store.write(unit, whole, change, RECONCILER);
    return 0;
  }

  private async reportDiffering(
    orderId: string,
    differing: readonly ExecutionEvidence[],
  ): Promise<void> {
    await this.store.change(orderId, RECONCILER, (state, at) => {
      const draft = new Draft(state, at);
      for (const row of differing) {
        draft.raise({
          type: 'FillMismatch',
          key: row.matchingId,
          detail: `the trade ${row.matchingId} now reads ${row.units} at ${row.price}, other than booked`,
        });
      }
      return draft.change();
    });
  }

  private executionOf(row: TradeRow, askedDate: string): ExecutionEvidence | null {
    const { matchingId, units, price, side } = row;
    if (!this.isTraded(row) || matchingId === null || units === null || price === null) return null;
    if (side !== 'BUY' && side !== 'SELL') return null;
    return {
      tradeDate: calendarDate(row.tradeDate) ?? askedDate,
      matchingId,
      orderNumber: row.orderNumber,
      security: row.security,
      side,
      units,
      price,
      accountNumber: row.accountNumber,
    };
  }

  /** A number that began again on a later day belongs to the latest order that had it by then. */
  private async ownersOf(numbers: readonly string[], date: string): Promise<Map<string, string>> {
    const owners = new Map<string, OrderNumberRow>();
    for (const batch of batchesOf(numbers)) {
      const links = await this.database.reading.find(
        OrderNumberRow,
        `broker_code = ? AND order_number IN (${marks(batch)})`,
        [this.config.brokerCode, ...batch],
      );
      for (const link of links) {
        const other = owners.get(link.orderNumber);
        const later = other === undefined || other.tradingDate < link.tradingDate;
        if (link.tradingDate <= date && later) owners.set(link.orderNumber, link);
      }
    }
    return new Map([...owners].map(([number, link]) => [number, link.orderId]));
  }

  private async knownFills(numbers: readonly string[]): Promise<Map<string, FillRow>> {
    const known = new Map<string, FillRow>();
    for (const batch of batchesOf(numbers)) {
      const where = `order_number IN (${marks(batch)})`;
      const fills = await this.database.reading.find(FillRow, where, batch);
      for (const fill of fills) known.set(keyOf(fill), fill);
    }
    return known;
  }
}

function batchesOf(numbers: readonly string[]): string[][] {
  const count = Math.ceil(numbers.length / BATCH);
  return Array.from({ length: count }, (_, n) => numbers.slice(n * BATCH, (n + 1) * BATCH));
}

function marks(values: readonly unknown[]): string {
  return values.map(() => '?').join();
}

function groupByNumber(rows: readonly ExecutionEvidence[]): Map<string, ExecutionEvidence[]> {
  const groups = new Map<string, ExecutionEvidence[]>();
  for (const row of rows) {
    const group = groups.get(row.orderNumber);
    if (group === undefined) groups.set(row.orderNumber, [row]);
    else group.push(row);
  }
  return groups;
}

function keyOf(fill: Pick<FillRow, 'tradeDate' | 'matchingId' | 'orderNumber' | 'side'>): string {
  return JSON.stringify([fill.tradeDate, fill.matchingId, fill.orderNumber, fill.side]);
}

function sort(
  rows: readonly ExecutionEvidence[],
  known: ReadonlyMap<string, FillRow>,
): { readonly fresh: ExecutionEvidence[]; readonly differing: ExecutionEvidence[] } {
  const fresh = new Map<string, ExecutionEvidence>();
  const differing: ExecutionEvidence[] = [];
  for (const row of rows) {
    const key = keyOf(row);
    const other = known.get(key) ?? fresh.get(key);
    if (other === undefined) fresh.set(key, row);
    else if (
      canonical(other.units) !== canonical(row.units) ||
      canonical(other.price) !== canonical(row.price)
    )
      differing.push(row);
  }
  return { fresh: [...fresh.values()], differing };
}

/** The Lagos day of a date, or of a timestamp with its offset, as the exchange wrote it. */
function calendarDate(text: string | null): string | null {
  const at = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(text ?? '')
    ? Date.parse(text ?? '')
    : NaN;
  if (!Number.isNaN(at)) return tradingDateOf(at);
  const match = /^\d{4}-\d{2}-\d{2}/.exec(text ?? '');
  return match?.[0] ?? null;
}
