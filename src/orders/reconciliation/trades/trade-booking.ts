import type { Logger } from 'pino';
import { RECONCILER } from '../../../infra/audit/actor.js';
import { type Config } from '../../../infra/config/config.js';
import { type Database } from '../../../infra/database/database.js';
import { isUniqueViolation, type Unit } from '../../../infra/database/unit-of-work.js';
import type { TradeRow } from '../../../infra/exchange/api/enquiry-api.js';
import { faultPoint } from '../../../infra/runtime/fault-point.js';
import { type AppLogger } from '../../../infra/observability/logging.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import type { TradeTerms } from '../../breaks/trade-difference.js';
import { doubtLinkedNumber, unlinkInferred } from '../../order-numbers/number-link.js';
import { add, compare, larger } from '../../../infra/decimal.js';
import { OrderChange } from '../../order/order-change.js';
import type { ExecutionEvidence } from '../../order/evidence.js';
import { bookExecutions, identityConflict, reportInvalidRows } from '../../fills/executions.js';
import { limitShown, leavesTooMuch } from '../../fills/trade-row.js';
import { isMissingIdOverdue } from '../../order/unreported-fills.js';
import { ownershipOfTrade } from '../../order-numbers/ownership.js';
import { isBeyond } from '../../fills/limit-evidence.js';
import { confirmNumber, doubtNumberBy } from '../../order-numbers/number-proof.js';
import { isClosed, isUnproven } from '../../order/order-status.js';
import { type Fill, type Moment, isSameAccount } from '../../order/order.js';
import { OrderRequestRow } from '../../order/order-request.entity.js';
import { type OrderStore, type StoredOrder } from '../../order/order-store.js';
import { OrderNumberRow } from '../../order/order.entity.js';
import { ownersOn } from '../../order/number-owners.js';
import { unresolvedTerms, type TermsOf } from '../../order-numbers/sighting-register.js';
import type { BookedFillTerms } from './booked-fills.js';
import { noteCrossedTrades } from './crossed-trades.js';
import type { Differing } from './trade-corrections.js';
import { isOfAnother, showsOrder, type ShownNumber } from './traded-numbers.js';
import { byDay, dayTraded, once, type Executions } from './trade-evidence.js';
import { firstsOf, grouped, type Owned } from './trade-groups.js';
import { sortRows } from './trade-rows.js';

export interface Booked {
  readonly fills: number;
  /** Booked executions that are shown otherwise. */
  readonly differing: readonly Differing[];
  /** Booked executions that were first shown by an answer for that day, and that it shows. */
  readonly standing: number;
  /** Those that another day's answer has shown first; by their keys. */
  readonly elsewhere: ReadonlySet<string>;
  /** Of booked executions that stand twice, by their keys: what is booked, or stands first. */
  readonly doubled: ReadonlyMap<string, TradeTerms>;
}

/**
 * Turns the rows of a day's trades into booked executions: each once, on the order that owns the
 * number. Rows of other brokers, and rows that are no executions (no matching id, or nothing
 * matched), are not booked.
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

  /**
   * `traded`: that of {@link executionsOf}, asked for as of that day, and what it is beside the book.
   * `meant`: the orders of a scope, which are the only ones that it is booked for; null: all are.
   */
  async book(
    traded: Executions,
    beside: BookedFillTerms,
    askedDate: string,
    meant: ReadonlySet<string> | null = null,
  ): Promise<Booked> {
    const isMeant = ({ orderId }: { readonly orderId: string }): boolean =>
      meant?.has(orderId) !== false;
    const { firsts, twofold } = await firstsOf(
      (await this.ownedOf(beside.unbooked, askedDate)).filter(isMeant),
    );
    let fills = 0;
    for await (const few of inBatches(grouped(firsts.values()), this.database.concurrentUnits)) {
      const bookings = few.map(async ({ orderId, rows }) => {
        const booked = await this.bookFor(orderId, rows);
        fills += booked.length;
        faultPoint('trade-booked');
      });
      await Promise.all(bookings);
    }
    const told = [...beside.twofold.values()].filter(isMeant);
    for (const one of [...told, ...twofold.values()]) await this.tellTwofold(one);
    const again = (await this.ownedOf(traded.repeated, askedDate)).filter(isMeant);
    for (const one of again) await this.tellTwofold(one);
    await this.tellContradicting(traded.contradicting, askedDate, meant);
    await this.tellUnread(traded, askedDate, meant);
    const differing = beside.differing.filter(({ fill }) => isMeant(fill));
    const { standing, elsewhere, doubled } = beside;
    return { fills, differing, standing: standing + fills, elsewhere, doubled };
  }

  /**
   * Rows of an order of ours that cannot be booked, as they have no matching id: a person is told when
   * more is matched than is booked for a while, or when the order is over and all rows together make more than is
   * known to be matched.
   */
  private async tellUnread(
    { executions, unread: all, contradicting }: Executions,
    askedDate: string,
    meant: ReadonlySet<string> | null,
  ): Promise<void> {
    // Of what contradicts itself nobody knows how many units it shows.
    const doubted = new Set(contradicting.map(({ orderNumber }) => orderNumber));
    const unread = all.filter(({ orderNumber }) => !doubted.has(orderNumber));
    if (unread.length === 0) return;
    const numbers = [...new Set(unread.map((row) => row.orderNumber))];
    const { reading } = this.database;
    const holders = await ownersOn(reading, this.config.brokerCode, numbers, askedDate);
    const isHeld = (row: ExecutionEvidence | TradeRow): boolean =>
      ownershipOfTrade(holders.get(row.orderNumber), row) !== 'foreign';
    const shown = new Map(unread.filter(isHeld).map((row) => [row.orderNumber, '0']));
    const ofTheDay = executions.filter((row) => dayTraded(row, askedDate) === askedDate);
    for (const { orderNumber, units } of [...(await once(ofTheDay)), ...unread].filter(isHeld)) {
      const sum = shown.get(orderNumber);
      if (sum !== undefined) shown.set(orderNumber, add(sum, units ?? '0'));
    }
    for (const { orderNumber, orderId } of holders.values()) {
      if (!shown.has(orderNumber) || meant?.has(orderId) === false) continue;
      const units = shown.get(orderNumber) ?? '0';
      await this.store.change(orderId, RECONCILER, (state, at) => {
        const { order } = state;
        const isOver = isClosed(order.status) && compare(units, order.matchedUnits) > 0;
        if (!isOver && !isMissingIdOverdue(order, at.wall)) return null;
        const draft = new OrderChange(state, at);
        const detail = `trades of ${units} units are shown, and those without a matching id cannot be booked: ${order.matchedUnits} are matched, ${order.filledUnits} booked`;
        draft.openBreak({ type: 'FillMismatch', kind: 'NoMatchingId', detail });
        return draft.change();
      });
    }
  }

  /** Rows of orders of ours whose quantities cannot all be true. */
  private async tellContradicting(
    rows: readonly TradeRow[],
    askedDate: string,
    meant: ReadonlySet<string> | null,
  ): Promise<void> {
    if (rows.length === 0) return;
    const numbers = [...new Set(rows.map((row) => row.orderNumber))];
    const { reading } = this.database;
    const holders = await ownersOn(reading, this.config.brokerCode, numbers, askedDate);
    for (const row of rows) {
      const holder = holders.get(row.orderNumber);
      if (holder === undefined || ownershipOfTrade(holder, row) === 'foreign') continue;
      if (meant?.has(holder.orderId) === false) continue;
      await this.store.change(holder.orderId, RECONCILER, (state, at) =>
        reportInvalidRows(state, [row], at),
      );
    }
  }

  /** Rows that leave more pending than the order, as far as anybody has asked, ever had. */
  private async impossibleAmong(
    unit: Unit,
    { order }: StoredOrder,
    fresh: readonly ExecutionEvidence[],
  ): Promise<readonly ExecutionEvidence[]> {
    const { id, units, matchedUnits } = order;
    const beyond = fresh.filter((row) => leavesTooMuch(row, units));
    if (beyond.length === 0) return beyond;
    const requests = await unit.find(OrderRequestRow, "order_id = ? AND kind <> 'Cancel'", [id]);
    // The units of an edit may be meant to be traded besides what was traded by then.
    const most = requests
      .map((request) => add(request.units ?? '0', request.kind === 'Edit' ? matchedUnits : '0'))
      .reduce(larger, units);
    return beyond.filter((row) => leavesTooMuch(row, most));
  }

  executionsOf(rows: readonly TradeRow[], askedDate: string): Promise<Executions> {
    return sortRows(rows, askedDate, this.config.brokerCode);
  }

  private async bookFor(
    orderId: string,
    fresh: readonly ExecutionEvidence[],
  ): Promise<readonly Fill[]> {
    try {
      return await this.database.units.run(async (unit) => {
        const state = await this.store.load(unit, orderId);
        if (state === null) return [];
        const at = await this.store.moment(unit);
        // What is traded under a number that it had before says nothing of the present one.
        const { numberGrade, orderNumber } = state.order;
        const present = fresh.filter((row) => row.orderNumber === orderNumber);
        const wrong = isUnproven(numberGrade) ? identityConflict(state, present) : null;
        if (wrong !== null && (await this.undo(unit, state, wrong, at))) return [];
        const impossible = await this.impossibleAmong(unit, state, fresh);
        if (impossible.length > 0) {
          await this.store.write(unit, state, reportInvalidRows(state, impossible, at), RECONCILER);
          return [];
        }
        const reversed = await this.store.reversedFillsOf(unit, orderId);
        const whole = await this.wholeOf(unit, state, fresh);
        const change = bookExecutions(whole, fresh, at, reversed);
        const after = await this.store.write(unit, whole, change, RECONCILER);
        await noteCrossedTrades(unit, this.store, after, change.fills);
        return change.fills;
      });
    } catch (error) {
      // Another instance may have booked one of them meanwhile; the next pass sees which.
      if (!isUniqueViolation(error)) {
        this.logger.error({ err: error, orderId }, 'executions could not be booked');
      }
      return [];
    }
  }

  /** What a trade beyond the limit says of it depends on every edit that there was. */
  private async wholeOf(
    unit: Unit,
    state: StoredOrder,
    rows: readonly ExecutionEvidence[],
  ): Promise<StoredOrder> {
    const { order } = state;
    if (!rows.some(({ price }) => isBeyond(order, price, order.price))) return state;
    const all = await unit.find(OrderRequestRow, 'order_id = ? ORDER BY id', [order.id]);
    return { ...state, requests: all };
  }

  /**
   * The number was inferred, and a trade under it is another's: so the number is. False for an order
   * that was adopted: it has no post whose outcome could be unknown again, and a person is told. An
   * order that had a number before is at the exchange, whatever the present one is: its post is never
   * as unknown as it was.
   */
  private async undo(unit: Unit, state: StoredOrder, why: string, at: Moment): Promise<boolean> {
    const { id } = state.order;
    const posts = await unit.find(OrderRequestRow, "order_id = ? AND kind = 'Post'", [id]);
    const [post] = posts;
    if (post === undefined) return false;
    const numbers = await unit.find(OrderNumberRow, 'order_id = ?', [id]);
    if (numbers.length > 1) {
      await this.store.write(unit, state, doubtLinkedNumber(state, why, at), RECONCILER);
      return true;
    }
    const whole = { ...state, requests: [...posts, ...state.requests] };
    const change = unlinkInferred(whole, post, await this.store.fillsOf(unit, id), why, at);
    await this.store.write(unit, whole, change, RECONCILER);
    return true;
  }

  /** Holds what a row shows against the number of its order, as the order is now. */
  async compareNumber({ orderId, row, isShared, askedAt }: ShownNumber): Promise<void> {
    await this.database.units.run(async (unit) => {
      const state = await this.store.load(unit, orderId);
      if (state?.order.orderNumber !== row.orderNumber) return;
      const at = await this.store.moment(unit);
      const { order } = state;
      const why = isOfAnother(order, row) ? describe(row) : limitAgainst(state, row);
      const isUndone =
        why !== null &&
        !isShared &&
        isUnproven(order.numberGrade) &&
        (await this.undo(unit, state, why, at));
      if (isUndone) return;
      const draft = new OrderChange(state, at);
      if (why === null) confirmNumber(draft, 'DailyTrades', askedAt);
      else doubtNumberBy(draft, 'DailyTrades', askedAt, why);
      await this.store.write(unit, state, draft.change(), RECONCILER);
    });
  }

  private async tellTwofold({ orderId, row }: Owned): Promise<void> {
    await this.store.change(orderId, RECONCILER, (state, at) => {
      const draft = new OrderChange(state, at);
      const { matchingId, units, price } = row;
      const detail = `the trade ${matchingId} stands twice, also as ${units} at ${price}`;
      draft.openBreak({ type: 'FillMismatch', kind: 'DuplicateRow', key: matchingId, detail });
      return draft.change();
    });
  }

  /** The executions of numbers that are ours, slice by slice; each on its own day. */
  private async ownedOf(
    executions: readonly ExecutionEvidence[],
    askedDate: string,
  ): Promise<readonly Owned[]> {
    const owned: Owned[] = [];
    // Before anybody looks whose a number is: what is acknowledged in between has its number by then.
    const unresolved = await unresolvedTerms(this.database.reading);
    for await (const slice of inBatches(executions)) {
      for (const [date, rows] of byDay(slice, askedDate)) {
        owned.push(...(await this.ownedOn(date, rows, unresolved)));
      }
    }
    return owned;
  }

  /** What may be an order's of an earlier day waits until nothing that we have sent can be it. */
  private async ownedOn(
    date: string,
    rows: readonly ExecutionEvidence[],
    unresolved: readonly TermsOf[],
  ): Promise<Owned[]> {
    const numbers = [...new Set(rows.map((row) => row.orderNumber))];
    const { reading } = this.database;
    const holders = await ownersOn(reading, this.config.brokerCode, numbers, date);
    const owned: Owned[] = [];
    for (const row of rows) {
      const holder = holders.get(row.orderNumber);
      const claim = ownershipOfTrade(holder, row);
      if (holder === undefined || claim === 'foreign') continue;
      if (claim === 'ambiguous') {
        const { orderId } = holder;
        if (unresolved.some((one) => one.id !== orderId && mayHaveTraded(one, row))) continue;
      }
      owned.push({ orderId: holder.orderId, row });
    }
    return owned;
  }
}

function describe({ orderNumber, side, security, accountNumber }: TradeRow): string {
  const whose = accountNumber === null ? '' : ` of ${accountNumber}`;
  return `the day's trades show ${side} ${security}${whose} under ${orderNumber}`;
}

/** The limit of the order that is shown, where it is not that of ours; only edits change one. */
function limitAgainst({ order, requests }: StoredOrder, row: TradeRow): string | null {
  const { orderNumber } = row;
  const price = limitShown(row);
  if (order.numberGrade !== 'Inferred' || price === null || !showsOrder(row)) return null;
  if (compare(price, order.price) === 0 || requests.some(({ kind }) => kind === 'Edit'))
    return null;
  return `the day's trades show a limit of ${price} under ${orderNumber}, ours is ${order.price}`;
}

/** Whether the row may be of what was sent, and has no number yet. */
function mayHaveTraded(sent: TermsOf, row: ExecutionEvidence): boolean {
  const { accountNumber } = row;
  const isClients = accountNumber === null || isSameAccount(accountNumber, sent.accountNumber);
  return isClients && sent.security === row.security && sent.side === row.side;
}
