import type { Logger } from 'pino';
import { RECONCILER } from '../../../infra/audit/actor.js';
import { type Config } from '../../../infra/config/config.js';
import { type Database } from '../../../infra/database/database.js';
import { isUniqueViolation, type Unit } from '../../../infra/database/units/unit-of-work.js';
import type { TradeRow } from '../../../infra/exchange/api/enquiry-api.js';
import { faultPoint } from '../../../infra/runtime/fault-point.js';
import { type AppLogger } from '../../../infra/observability/logging.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import { keyOfTrade, type TradeTerms } from '../../breaks/trade-difference.js';
import { add, compare, larger } from '../../../infra/decimal.js';
import type { ExecutionEvidence } from '../../order/evidence/evidence.js';
import { bookExecutions, identityConflict, reportImpossible } from '../../fills/executions.js';
import {
  decidedTradesOf,
  isBeingDecided,
  type DecidedTrades,
} from '../../fills/excluded-trades.js';
import {
  holdBeyondLimit,
  isFirstBeyondLimit,
  isOfMore,
  mayBeMisnamed,
} from '../../fills/misnamed-orders.js';
import { admit, reportHeld, rowsOfNumber } from '../../fills/possible-copies.js';
import { leavesTooMuch } from '../../fills/trade-row.js';
import { isOfNextOwner } from '../../order-numbers/later-day.js';
import { numberCalled } from '../../order-numbers/number-called.js';
import { ownershipOfTrade } from '../../order-numbers/ownership.js';
import { isBeyondLimit } from '../../fills/limit-evidence.js';
import { isOtherOrder } from '../../order-numbers/number-proof.js';
import { shownByCall } from '../../order/shown-by-call.js';
import { isUnproven } from '../../order/order-status.js';
import { type Fill, type Order, hasBreak, isSameAccount } from '../../order/order.js';
import { OrderRequestRow } from '../../order/requests/order-request.entity.js';
import { type OrderStore, type StoredOrder } from '../../order/order-store.js';
import { ownersOn } from '../../order/number-owners.js';
import { unresolvedTerms, type TermsOfOrder } from '../../order-numbers/sighting-register.js';
import type { FillComparison } from './booked-fills.js';
import { noteCrossedTrades } from './crossed-trades.js';
import type { Differing } from './watch-trade-corrections.js';
import { byDay, type Executions } from './trade-evidence.js';
import { firstsOf, grouped, numberOf, rowsUnder, type Group, type Owned } from './trade-groups.js';
import { ordersOfRows } from './orders-of-rows.js';
import { sortRows } from './trade-rows.js';
import { UnbookedRows } from './unbooked-rows.js';
import type { NumbersInTrades } from './numbers-in-trades.js';

export interface Booked {
  readonly fills: number;
  /** Booked executions that the answer shows with other terms. */
  readonly differing: readonly Differing[];
  /** How many executions this answer shows that were booked from an answer for the same day. */
  readonly confirmedCount: number;
  /** Keys of the executions it shows that were booked from an answer for another day. */
  readonly elsewhere: ReadonlySet<string>;
  /** Booked executions that the answer shows in two rows, by key, with the terms that count. */
  readonly doubled: ReadonlyMap<string, TradeTerms>;
  /** Keys of the executions that may be copies, or that people have called copies: they are no trades of the day. */
  readonly copies: ReadonlySet<string>;
  /** The other executions of our orders that are not booked: they do not fit, or people have excluded them. */
  readonly unbooked: readonly ExecutionEvidence[];
  /** Every order's executions were looked at; false: some could not be, and the next run has to. */
  readonly isFullyBooked: boolean;
  /** Orders of which the answer shows something that is not booked. */
  readonly doubtful: ReadonlySet<string>;
}

/** The answer's rows under the group's order number, and the day that was asked for. */
interface Shown {
  /** The call that showed them. */
  readonly callId: string | undefined;
  readonly rows: readonly ExecutionEvidence[];
  readonly askedDate: string;
}

/** The rows beside those that people have excluded. */
interface Judged extends Shown {
  readonly excluded: readonly ExecutionEvidence[];
  readonly decided: DecidedTrades;
}

interface BookedGroup extends Pick<Booked, 'unbooked' | 'isFullyBooked'> {
  readonly fills: readonly Fill[];
  readonly copies: readonly ExecutionEvidence[];
  readonly excluded: readonly ExecutionEvidence[];
  /** The trades of the order differ from what is booked, and people have not said why. */
  readonly isDoubtful: boolean;
}

const NOTHING: BookedGroup = {
  fills: [], copies: [], excluded: [], unbooked: [], isDoubtful: false, isFullyBooked: true,
}; // prettier-ignore

/**
 * Turns the rows of a day's trades into booked executions: each once, on the order that owns the
 * number. Rows of other brokers, and rows that are no executions (no matching id, or nothing
 * matched), are not booked.
 */
export class TradeBooking {
  private readonly logger: Logger;
  private readonly unbooked: UnbookedRows;

  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly numbers: NumbersInTrades,
    private readonly config: Config,
    logger: AppLogger,
  ) {
    this.logger = logger.for('trades');
    this.unbooked = new UnbookedRows(database, store, config);
  }

  /**
   * `traded`: the executions of that day's answer ({@link executionsOf}). `compared`: the same, compared with
   * the booked fills. `meant`: only these orders get fills, because the run has a scope; null: all orders.
   */
  async book(
    traded: Executions,
    compared: FillComparison,
    askedDate: string,
    meant: ReadonlySet<string> | null = null,
  ): Promise<Booked> {
    const isMeant = ({ orderId }: { readonly orderId: string }): boolean =>
      meant?.has(orderId) !== false;
    const { firsts, conflicting } = await firstsOf(
      (await this.ownedOf(compared.unbooked, askedDate)).filter(isMeant),
    );
    const groups = grouped(firsts.values());
    const rowsOf = await rowsUnder(groups.map(numberOf), traded.executions);
    let fills = 0;
    const copies = new Set<string>();
    const unbooked: ExecutionEvidence[] = [];
    const excluded = new Set<ExecutionEvidence>();
    let isFullyBooked = true;
    const doubtful = new Set<string>();
    for await (const few of inBatches(groups, this.database.concurrentUnits)) {
      const bookings = few.map(async (group) => {
        const rows = rowsOf.get(numberOf(group)) ?? [];
        const booked = await this.bookFor(group, { rows, askedDate, callId: traded.callId });
        fills += booked.fills.length;
        for (const row of booked.copies) copies.add(keyOfTrade(row));
        unbooked.push(...booked.unbooked);
        for (const row of booked.excluded) excluded.add(row);
        isFullyBooked &&= booked.isFullyBooked;
        if (booked.isDoubtful) doubtful.add(group.orderId);
        faultPoint('trade-booked');
      });
      await Promise.all(bookings);
    }
    const ofBooked = [...compared.conflicting.values()].filter(isMeant);
    const repeated = (await this.ownedOf(traded.repeated, askedDate)).filter(isMeant);
    const duplicates = [...ofBooked, ...conflicting.values(), ...repeated];
    const executions =
      excluded.size === 0
        ? traded.executions
        : traded.executions.filter((row) => !excluded.has(row));
    const judged = { ...traded, executions };
    const reported = await this.unbooked.report(judged, duplicates, { askedDate, meant });
    const { confirmedCount, elsewhere, doubled } = compared;
    return {
      fills,
      differing: compared.differing.filter(({ fill }) => isMeant(fill)),
      confirmedCount: confirmedCount + fills,
      elsewhere,
      doubled,
      copies,
      unbooked,
      isFullyBooked,
      doubtful: new Set([...doubtful, ...reported]),
    };
  }

  /** Ends the doubt of orders whose trades of that day differed from what is booked, except those in `still`. */
  endDoubts(date: string, still: ReadonlySet<string>): Promise<void> {
    return this.unbooked.end(date, still);
  }

  endDoubtsOf(date: string, orders: ReadonlySet<string>): Promise<void> {
    return this.unbooked.endOf(date, orders);
  }

  async executionsOf(rows: readonly TradeRow[], askedDate: string): Promise<Executions> {
    const { brokerCode } = this.config;
    const orderOf = await ordersOfRows(this.database.reading, rows, { askedDate, brokerCode });
    return sortRows(rows, { askedDate, brokerCode, orderOf });
  }

  private async bookFor(group: Group, { rows, askedDate, callId }: Shown): Promise<BookedGroup> {
    const { orderId } = group;
    try {
      return await this.database.units.runOn(orderId, async (unit) => {
        const state = await this.store.load(unit, orderId);
        if (state === null) return NOTHING;
        const decided = await decidedTradesOf(unit, orderId);
        const anothers = await rowsOfAnother(unit, state.order, group.rows);
        const fresh = group.rows.filter(
          (row) => !decided.isExcluded(row) && !anothers.includes(row),
        );
        const excluded = [...group.rows, ...rows].filter((row) => decided.isExcluded(row));
        const others = rows.filter((row) => !decided.isExcluded(row));
        const shown = { rows: others, askedDate, callId, excluded, decided };
        const booked =
          fresh.length === 0 ? NOTHING : await this.bookFresh(unit, state, fresh, shown);
        const kept = group.rows.filter((row) => decided.isExcluded(row));
        const unbooked = [...booked.unbooked, ...kept, ...anothers];
        // Some of them may be those that records have shown.
        const mayBeOurs = anothers.length > 0 && hasUnbooked(state.order);
        const isDoubtful = booked.isDoubtful || mayBeOurs;
        return { ...booked, excluded, unbooked, isDoubtful };
      });
    } catch (error) {
      // Another instance may have booked one of them meanwhile; the next run sees which.
      if (!isUniqueViolation(error)) {
        this.logger.error({ err: error, orderId }, 'executions could not be booked');
      }
      return { ...NOTHING, isFullyBooked: false };
    }
  }

  private async bookFresh(
    unit: Unit,
    state: StoredOrder,
    fresh: readonly ExecutionEvidence[],
    { rows, excluded, decided, askedDate: day, callId }: Judged,
  ): Promise<BookedGroup> {
    const at = await this.store.moment(unit);
    const isCalledCopy = (row: ExecutionEvidence): boolean => decided.isCalledCopy(row);
    // A trade under one of the order's earlier numbers says nothing about its present number.
    const { id, numberGrade, orderNumber } = state.order;
    const present = fresh.filter((row) => row.orderNumber === orderNumber);
    const wrong = isUnproven(numberGrade) ? identityConflict(state, present) : null;
    const isUndone =
      wrong !== null &&
      !(await this.hasOwnTrades(unit, state, present)) &&
      (await this.numbers.undo(unit, state, wrong, at));
    if (isUndone) return NOTHING;
    if (mayBeAnothers(state.order, fresh)) return { ...NOTHING, unbooked: fresh, isDoubtful: true };
    if (isFirstBeyondLimit(state.order, fresh)) {
      await this.store.write(unit, state, holdBeyondLimit(state, day, at), RECONCILER);
      return { ...NOTHING, unbooked: fresh, isDoubtful: true };
    }
    const ofNumber = rowsOfNumber(rows, keysOf(fresh), excluded);
    const copies = new Set([...ofNumber.copies, ...keysOf(fresh.filter(isCalledCopy))]);
    const isCopy = (row: ExecutionEvidence): boolean => copies.has(keyOfTrade(row));
    const most = await this.unitsEverAsked(unit, state, fresh);
    const isImpossible = (row: ExecutionEvidence): boolean =>
      !isCalledCopy(row) &&
      (leavesTooMuch(row, most.before) || isOfMore(state.order, row, most.before));
    if (fresh.some(isImpossible)) {
      // The others may be trades of another order, too: people decide about each. A copy is none of them.
      const unbooked = fresh.filter((row) => isImpossible(row) || !isCopy(row));
      const change = reportImpossible(state, unbooked, { most: most.before, day }, at);
      await this.store.write(unit, state, change, RECONCILER);
      const waiting = fresh.filter((row) => !unbooked.includes(row));
      return { ...NOTHING, copies: waiting, unbooked, isDoubtful: true };
    }
    const isWaiting = hasBreak(state, 'FillMismatch') && (await isBeingDecided(unit, id, fresh));
    if (isWaiting) return { ...NOTHING, unbooked: fresh, isDoubtful: true };
    const { admitted, held } = admit(state.order, fresh, { ...ofNumber, copies }, most.after);
    const reversed = await this.store.reversedFillsOf(unit, id);
    const whole = await this.wholeOf(unit, state, admitted);
    const change = await shownByCall(unit, bookExecutions(whole, admitted, at, reversed), callId);
    const { fills } = change;
    const after = await this.store.write(unit, whole, change, RECONCILER);
    await noteCrossedTrades(unit, this.store, after, fills);
    const unexplained = held.filter((one) => !one.isCopy || !isCalledCopy(one.row));
    const isDoubtful = unexplained.length > 0;
    if (isDoubtful) {
      const waiting = reportHeld(after, unexplained, day, at);
      await this.store.write(unit, after, waiting, RECONCILER);
    }
    return {
      ...NOTHING,
      fills,
      copies: held.flatMap((one) => (one.isCopy ? one.row : [])),
      unbooked: held.flatMap((one) => (one.isCopy ? [] : one.row)),
      isDoubtful,
    };
  }

  /**
   * Whether some trades under the number are this order's although others are not: then two orders share the number,
   * and neither rules the other out. A fill may have no account, so earlier fills count only against a new trade of
   * another side or security.
   */
  private async hasOwnTrades(
    unit: Unit,
    state: StoredOrder,
    present: readonly ExecutionEvidence[],
  ): Promise<boolean> {
    const { order } = state;
    const isOwn = (row: ExecutionEvidence): boolean =>
      row.accountNumber !== null && identityConflict(state, [row]) === null;
    if (present.some(isOwn)) return true;
    if (!present.some((row) => isOtherOrder(order, row))) return false;
    const fills = await this.store.fillsOf(unit, order.id);
    return fills.some(({ orderNumber }) => orderNumber === order.orderNumber);
  }

  /**
   * The most units that the order can have had before these trades, and after them, by what was ever asked for. An
   * exchange may add the units of an edit to what was traded by then.
   */
  private async unitsEverAsked(
    unit: Unit,
    { order }: StoredOrder,
    fresh: readonly ExecutionEvidence[],
  ): Promise<{ readonly before: string; readonly after: string }> {
    const { id, units, matchedUnits, filledUnits } = order;
    const traded = fresh.reduce((sum, row) => add(sum, row.units), filledUnits);
    const [least, ...others] = fresh.map(({ pendingUnits }) => pendingUnits ?? '0');
    const left = others.reduce(larger, least ?? '0');
    if (compare(add(traded, left), units) <= 0) return { before: units, after: units };
    const requests = await unit.find(OrderRequestRow, "order_id = ? AND kind <> 'Cancel'", [id]);
    const most = (besides: string): string =>
      requests
        .map((request) => add(request.units ?? '0', request.kind === 'Edit' ? besides : '0'))
        .reduce(larger, units);
    return { before: most(matchedUnits), after: most(larger(matchedUnits, traded)) };
  }

  /** What a trade beyond the limit price says about the order depends on all its edits, so all requests are read. */
  private async wholeOf(
    unit: Unit,
    state: StoredOrder,
    rows: readonly ExecutionEvidence[],
  ): Promise<StoredOrder> {
    const { order } = state;
    if (!rows.some(({ price }) => isBeyondLimit(order, price, order.price))) return state;
    const all = await unit.find(OrderRequestRow, 'order_id = ? ORDER BY id', [order.id]);
    return { ...state, requests: all };
  }

  /** The executions of numbers that are ours, slice by slice; each on its own day. */
  private async ownedOf(
    executions: readonly ExecutionEvidence[],
    askedDate: string,
  ): Promise<readonly Owned[]> {
    const owned: Owned[] = [];
    // Read unresolved posts first: one that is acknowledged after that is found as an owner.
    const unresolved = await unresolvedTerms(this.database.reading);
    for await (const slice of inBatches(executions)) {
      for (const [date, rows] of byDay(slice, askedDate)) {
        owned.push(...(await this.ownedOn(date, rows, unresolved)));
      }
    }
    return owned;
  }

  /** A trade that may be of an order of an earlier day waits until it can be no post of unknown outcome. */
  private async ownedOn(
    date: string,
    rows: readonly ExecutionEvidence[],
    unresolved: readonly TermsOfOrder[],
  ): Promise<Owned[]> {
    const numbers = [...new Set(rows.map((row) => row.orderNumber))];
    const { reading } = this.database;
    const owners = await ownersOn(reading, this.config.brokerCode, numbers, date);
    const owned: Owned[] = [];
    for (const row of rows) {
      const owner = owners.get(row.orderNumber);
      const claim = ownershipOfTrade(owner, row);
      if (owner === undefined || claim === 'foreign') continue;
      if (claim === 'ambiguous') {
        const { orderId } = owner;
        if (unresolved.some((one) => one.id !== orderId && mayHaveTraded(one, row))) continue;
      }
      owned.push({ orderId: owner.orderId, row });
    }
    return owned;
  }
}

/** People have said that the order was cancelled, and that another one works under its number: what trades there is not booked. */
async function rowsOfAnother(
  unit: Unit,
  order: Order,
  rows: readonly ExecutionEvidence[],
): Promise<readonly ExecutionEvidence[]> {
  if ((await numberCalled(unit, order)) !== 'was-cancelled') return [];
  return rows.filter((row) => row.orderNumber === order.orderNumber);
}

function hasUnbooked({ matchedUnits, filledUnits }: Order): boolean {
  return compare(matchedUnits, filledUnits) > 0;
}

/** Another order may have the number: what is traded under it waits. */
function mayBeAnothers(order: Order, rows: readonly ExecutionEvidence[]): boolean {
  return mayBeMisnamed(order) || rows.some((row) => isOfNextOwner(order, row));
}

function keysOf(rows: readonly ExecutionEvidence[]): ReadonlySet<string> {
  return new Set(rows.map(keyOfTrade));
}

/** Whether the row may be of what was sent, and has no number yet. */
function mayHaveTraded(sent: TermsOfOrder, row: ExecutionEvidence): boolean {
  const { accountNumber } = row;
  const isClients = accountNumber === null || isSameAccount(accountNumber, sent.accountNumber);
  return isClients && sent.security === row.security && sent.side === row.side;
}
