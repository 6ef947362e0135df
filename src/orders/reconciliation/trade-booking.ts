import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { RECONCILER } from '../../infra/auth/actor.js';
import { Config } from '../../infra/config.js';
import { Database } from '../../infra/database/database.js';
import { inList } from '../../infra/database/in-list.js';
import { isUniqueViolation, type Unit } from '../../infra/database/unit-of-work.js';
import type { TradeRow } from '../../infra/exchange/enquiry-api.js';
import { faultPoint } from '../../infra/fault-point.js';
import { AppLogger } from '../../infra/logging.js';
import { inSlices } from '../../infra/slices.js';
import { tradingDateOf } from '../../market/trading-day.js';
import { undoBinding } from '../domain/binding.js';
import { compare } from '../domain/decimal.js';
import { Draft } from '../domain/draft.js';
import type { ExecutionEvidence } from '../domain/evidence.js';
import { bookExecutions, proofAgainst } from '../domain/executions.js';
import { isUnproven } from '../domain/order-status.js';
import type { Moment } from '../domain/order.js';
import { FillRow } from '../store/fill.entity.js';
import { OrderRequestRow } from '../store/order-request.entity.js';
import { OrderStore, type StoredOrder } from '../store/order-store.js';
import { ownersOf, type Owner } from '../store/owners.js';

export interface Booked {
  readonly fills: number;
  readonly orders: ReadonlySet<string>;
}

export interface Executions {
  readonly executions: readonly ExecutionEvidence[];
  /** Rows with units traded that are no execution. */
  readonly unread: number;
}

/** Orders whose executions are booked at one time. */
const AT_ONCE = 8;

/**
 * Turns the rows of a day's trades into booked executions: each once, on the order that owns the
 * number. Rows of other brokers, and rows that are no executions (no matching id, or nothing
 * matched), are left alone.
 */
@Injectable()
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

  /** `executions`: those of {@link executionsOf}, asked for as of that day. */
  async book(executions: readonly ExecutionEvidence[], askedDate: string): Promise<Booked> {
    const owned = await this.ownedOf(executions, askedDate);
    const { fresh, differing } = await this.sort(owned);
    for (const { orderId, rows } of differing.values()) await this.reportDiffering(orderId, rows);
    let fills = 0;
    for await (const few of inSlices([...fresh.values()], AT_ONCE)) {
      const bookings = few.map(async ({ orderId, rows }) => {
        const booked = await this.bookFor(orderId, rows);
        fills += booked;
        faultPoint('trade-booked');
      });
      await Promise.all(bookings);
    }
    return { fills, orders: new Set([...fresh.values()].map(({ orderId }) => orderId)) };
  }

  /** Every row that is an execution under our broker code, and how many say too little to be one. */
  async executionsOf(rows: readonly TradeRow[], askedDate: string): Promise<Executions> {
    const executions: ExecutionEvidence[] = [];
    let unread = 0;
    for await (const slice of inSlices(rows)) {
      for (const row of slice.filter((one) => this.isTraded(one))) {
        const execution = executionOf(row, askedDate);
        if (execution === null) unread += 1;
        else executions.push(execution);
      }
    }
    return { executions, unread };
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

  /** The executions of numbers that are ours, slice by slice. */
  private async ownedOf(
    executions: readonly ExecutionEvidence[],
    askedDate: string,
  ): Promise<readonly Owned[]> {
    const owned: Owned[] = [];
    for await (const slice of inSlices(executions)) {
      const numbers = [...new Set(slice.map((row) => row.orderNumber))];
      const owners = await this.ownersOf(numbers, askedDate);
      for (const row of slice) {
        const orderId = owners.get(row.orderNumber);
        if (orderId !== undefined) owned.push({ orderId, row });
      }
    }
    return owned;
  }

  /** What is not booked yet, and what differs from what is booked or stands before it, by number. */
  private async sort(owned: readonly Owned[]): Promise<Sorted> {
    const fresh = new Map<string, Group>();
    const differing = new Map<string, Group>();
    const seen = new Map<string, Terms>();
    for await (const slice of inSlices(owned)) {
      const known = await this.knownFills(slice.map(({ row }) => row));
      for (const { orderId, row } of slice) {
        const key = keyOf(row);
        const other = known.get(key) ?? seen.get(key);
        seen.set(key, other ?? row);
        if (other === undefined) add(fresh, orderId, row);
        else if (!isSame(other, row)) add(differing, orderId, row);
      }
    }
    return { fresh, differing };
  }

  /** A number that began again on a later day belongs to the latest order that had it by then. */
  private async ownersOf(numbers: readonly string[], date: string): Promise<Map<string, string>> {
    const { brokerCode } = this.config;
    const latest = new Map<string, Owner>();
    for (const owner of await ownersOf(this.database.reading, brokerCode, numbers)) {
      const other = latest.get(owner.orderNumber);
      const later = other === undefined || other.tradingDate < owner.tradingDate;
      if (owner.tradingDate <= date && later) latest.set(owner.orderNumber, owner);
    }
    return new Map([...latest].map(([number, owner]) => [number, owner.orderId]));
  }

  private async knownFills(rows: readonly ExecutionEvidence[]): Promise<Map<string, Terms>> {
    const known = new Map<string, Terms>();
    for (const tradeDate of new Set(rows.map((row) => row.tradeDate))) {
      const ofDay = rows.filter((row) => row.tradeDate === tradeDate);
      const { marks, values } = inList(ofDay.map((row) => row.matchingId));
      const where = `trade_date = ? AND matching_id IN (${marks})`;
      const fills = await this.database.reading.find(FillRow, where, [tradeDate, ...values]);
      for (const fill of fills) known.set(keyOf(fill), fill);
    }
    return known;
  }
}

type Terms = Pick<FillRow, 'units' | 'price'>;

interface Owned {
  readonly orderId: string;
  readonly row: ExecutionEvidence;
}

interface Group {
  readonly orderId: string;
  readonly rows: ExecutionEvidence[];
}

interface Sorted {
  readonly fresh: ReadonlyMap<string, Group>;
  readonly differing: ReadonlyMap<string, Group>;
}

function add(groups: Map<string, Group>, orderId: string, row: ExecutionEvidence): void {
  const group = groups.get(row.orderNumber);
  if (group === undefined) groups.set(row.orderNumber, { orderId, rows: [row] });
  else group.rows.push(row);
}

function isSame(a: Terms, b: Terms): boolean {
  // Mostly they are the same to the letter, which costs nothing to see.
  if (a.units === b.units && a.price === b.price) return true;
  return compare(a.units, b.units) === 0 && compare(a.price, b.price) === 0;
}

function keyOf(fill: Pick<FillRow, 'tradeDate' | 'matchingId' | 'orderNumber' | 'side'>): string {
  return JSON.stringify([fill.tradeDate, fill.matchingId, fill.orderNumber, fill.side]);
}

/** Each execution once, as it stands first. */
export function once(executions: readonly ExecutionEvidence[]): readonly ExecutionEvidence[] {
  const first = new Map<string, ExecutionEvidence>();
  for (const row of executions) {
    const key = keyOf(row);
    if (!first.has(key)) first.set(key, row);
  }
  return [...first.values()];
}

function executionOf(row: TradeRow, askedDate: string): ExecutionEvidence | null {
  const { matchingId, units, price, side } = row;
  if (matchingId === null || units === null || price === null) return null;
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

/** The Lagos day of a date, or of a timestamp with its offset, as the exchange wrote it. */
function calendarDate(text: string | null): string | null {
  const at = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(text ?? '')
    ? Date.parse(text ?? '')
    : NaN;
  if (!Number.isNaN(at)) return tradingDateOf(at);
  const match = /^\d{4}-\d{2}-\d{2}/.exec(text ?? '');
  return match?.[0] ?? null;
}
