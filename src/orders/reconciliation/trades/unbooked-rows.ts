import { RECONCILER } from '../../../infra/audit/actor.js';
import { inList } from '../../../infra/database/in-list.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import { add, compare } from '../../../infra/decimal.js';
import type { Config } from '../../../infra/config/config.js';
import type { Database } from '../../../infra/database/database.js';
import type { TradeRow } from '../../../infra/exchange/api/enquiry-api.js';
import { reportInvalidRows } from '../../fills/executions.js';
import { mayBeSeveral, reportEqual, type EqualRows } from '../../fills/possible-copies.js';
import { ownershipOfTrade } from '../../order-numbers/ownership.js';
import type { ExecutionEvidence } from '../../order/evidence/evidence.js';
import { endTradesDiffer, noteTradesDiffer } from '../../order/evidence/matched-certainty.js';
import { ownersOn, type NumberOwners } from '../../order/number-owners.js';
import { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import { isClosed } from '../../order/order-status.js';
import type { OrderChange, Moment, OrderState } from '../../order/order.js';
import type { OrderStore } from '../../order/order-store.js';
import { isMissingIdOverdue } from '../../order/changes/unreported-fills.js';
import { OrderRow } from '../../order/order.entity.js';
import { FillRow } from '../../order/fill.entity.js';
import { rowKey } from './watch-trade-corrections.js';
import { dayTraded, once, tradeDateOf, type Executions } from './trade-evidence.js';
import type { Owned } from './trade-groups.js';

const BATCH = 500;

interface Asked {
  readonly askedDate: string;
  /** The orders in the run's scope; null: all orders. */
  readonly meant: ReadonlySet<string> | null;
}

/**
 * Reports rows of the day's trades that show a trade of our order and cannot be booked. While they are shown the order
 * is uncertain and has a break.
 */
export class UnbookedRows {
  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly config: Config,
  ) {}

  /** `doubles`: rows whose matching id occurs twice. Returns the orders of all rows that cannot be booked. */
  async report(
    traded: Executions,
    doubles: readonly Owned[],
    asked: Asked,
  ): Promise<ReadonlySet<string>> {
    const orders = new Set<string>();
    for (const one of doubles) {
      orders.add(one.orderId);
      await this.change(one.orderId, (state, at) =>
        reportDouble(state, one.row, asked.askedDate, at),
      );
    }
    for (const orderId of await this.reportContradicting(traded.contradicting, asked)) {
      orders.add(orderId);
    }
    for (const orderId of await this.reportUnread(traded, asked)) orders.add(orderId);
    for (const orderId of await this.reportEqualRows(traded, asked)) orders.add(orderId);
    return orders;
  }

  /** Ends the doubt of orders whose trades of that day differed from what is booked, except those in `still`. */
  async end(day: string, still: ReadonlySet<string>): Promise<void> {
    const rows = await this.database.reading.query<{ id: string }>(
      'SELECT id FROM orders WHERE trades_differ_on = ?',
      [day],
    );
    for (const { id } of rows)
      if (!still.has(id)) await this.endDoubt(id, day, 'all that its trades show is booked');
  }

  /** Ends the doubt of these orders, of which people have kept all that the day no longer shows. */
  async endOf(day: string, orders: ReadonlySet<string>): Promise<void> {
    for (const id of orders) await this.endDoubt(id, day, 'people keep what is no longer shown');
  }

  private endDoubt(id: string, day: string, why: string): Promise<void> {
    return this.change(id, (state, at) => {
      if (state.order.tradesDifferOn !== day) return null;
      const draft = new OrderChangeDraft(state, at);
      endTradesDiffer(draft, why);
      return draft.change();
    });
  }

  /** Reports rows that cannot be booked; mostly they have no matching id. */
  private async reportUnread(
    { executions, unread: all, contradicting }: Executions,
    { askedDate, meant }: Asked,
  ): Promise<readonly string[]> {
    // How many units a row shows that contradicts itself, nobody knows.
    const doubted = new Set(contradicting.map(({ orderNumber }) => orderNumber));
    const plain = all.filter(({ orderNumber }) => !doubted.has(orderNumber));
    const unread = await this.notBooked(plain, askedDate);
    if (unread.length === 0) return [];
    const owners = await this.ownersOf(unread, askedDate);
    const isHeld = (row: ExecutionEvidence | TradeRow): boolean =>
      ownershipOfTrade(owners.get(row.orderNumber), row) !== 'foreign';
    const ofTheDay = executions.filter((row) => dayTraded(row, askedDate) === askedDate);
    const shown = unitsShown(unread.filter(isHeld), (await once(ofTheDay)).filter(isHeld));
    const orders: string[] = [];
    for (const { orderNumber, orderId } of owners.values()) {
      const rows = shown.get(orderNumber);
      if (rows === undefined || meant?.has(orderId) === false) continue;
      orders.push(orderId);
      await this.change(orderId, (state, at) => reportUnread(state, rows, askedDate, at));
    }
    return orders;
  }

  /** Reports equal rows under one matching id, of which one is booked. */
  private async reportEqualRows(
    { executions, equal }: Executions,
    { askedDate, meant }: Asked,
  ): Promise<readonly string[]> {
    if (equal.length === 0) return [];
    const shown = equalByNumber(equal, executions);
    const owners = await this.ownersOf(equal, askedDate);
    const owned = new Set<string>();
    for (const row of equal) {
      if (ownershipOfTrade(owners.get(row.orderNumber), row) !== 'foreign')
        owned.add(row.orderNumber);
    }
    const orders: string[] = [];
    for await (const numbers of inBatches([...owned], BATCH)) {
      const ids = inList(numbers.flatMap((number) => owners.get(number)?.orderId ?? []));
      const rows = await this.database.reading.find(OrderRow, `id IN (${ids.marks})`, ids.values);
      const byId = new Map(rows.map((order) => [order.id, order]));
      for (const number of numbers) {
        const order = byId.get(owners.get(number)?.orderId ?? '');
        const rowsShown = shown.get(number);
        if (order === undefined || rowsShown === undefined || meant?.has(order.id) === false)
          continue;
        if (!mayBeSeveral(order, rowsShown)) continue;
        orders.push(order.id);
        await this.change(order.id, (state, at) =>
          mayBeSeveral(state.order, rowsShown)
            ? reportEqual(state, rowsShown, askedDate, at)
            : null,
        );
      }
    }
    return orders;
  }

  /** Reports rows of our orders whose quantities cannot all be true. */
  private async reportContradicting(
    rows: readonly TradeRow[],
    { askedDate, meant }: Asked,
  ): Promise<readonly string[]> {
    if (rows.length === 0) return [];
    const owners = await this.ownersOf(rows, askedDate);
    const orders: string[] = [];
    for (const row of rows) {
      const owner = owners.get(row.orderNumber);
      if (owner === undefined || ownershipOfTrade(owner, row) === 'foreign') continue;
      if (meant?.has(owner.orderId) === false) continue;
      orders.push(owner.orderId);
      await this.change(owner.orderId, (state, at) =>
        reportInvalidRows(state, [row], askedDate, at),
      );
    }
    return orders;
  }

  /** The rows that are not of a booked trade: even an incomplete row shows that by its matching id. */
  private async notBooked(
    rows: readonly TradeRow[],
    askedDate: string,
  ): Promise<readonly TradeRow[]> {
    const booked = new Set<string>();
    for await (const slice of inBatches(rows, BATCH)) {
      const ids = inList(slice.flatMap(({ matchingId }) => matchingId ?? []));
      const dates = inList([...new Set(slice.map((row) => tradeDateOf(row, askedDate)))]);
      const fills = await this.database.reading.find(
        FillRow,
        `trade_date IN (${dates.marks}) AND matching_id IN (${ids.marks}) AND reversed_at IS NULL`,
        [...dates.values, ...ids.values],
      );
      for (const fill of fills) booked.add(rowKey(fill));
    }
    return rows.filter((row) => !booked.has(rowKey(row)));
  }

  private ownersOf(
    rows: readonly { readonly orderNumber: string }[],
    askedDate: string,
  ): Promise<NumberOwners> {
    const numbers = [...new Set(rows.map((row) => row.orderNumber))];
    return ownersOn(this.database.reading, this.config.brokerCode, numbers, askedDate);
  }

  private async change(
    orderId: string,
    decision: (state: OrderState, at: Moment) => OrderChange | null,
  ): Promise<void> {
    await this.store.change(orderId, RECONCILER, decision);
  }
}

/** What the day's rows show of a number in all. */
export interface UnitsShown {
  readonly units: string;
  /** The same where equal rows without an id are one trade, shown more than once. */
  readonly leastUnits: string;
}

/** Of each number that has rows which cannot be booked: their units with those of its executions. */
function unitsShown(
  unread: readonly TradeRow[],
  executions: readonly ExecutionEvidence[],
): ReadonlyMap<string, UnitsShown> {
  const shown = new Map<string, UnitsShown>();
  const met = new Set<string>();
  for (const row of unread) {
    const others = shown.get(row.orderNumber) ?? { units: '0', leastUnits: '0' };
    const key = JSON.stringify(row);
    const least = met.has(key) ? '0' : (row.units ?? '0');
    met.add(key);
    shown.set(row.orderNumber, {
      units: add(others.units, row.units ?? '0'),
      leastUnits: add(others.leastUnits, least),
    });
  }
  for (const { orderNumber, units } of executions) {
    const others = shown.get(orderNumber);
    if (others === undefined) continue;
    shown.set(orderNumber, {
      units: add(others.units, units),
      leastUnits: add(others.leastUnits, units),
    });
  }
  return shown;
}

function equalByNumber(
  equal: readonly ExecutionEvidence[],
  executions: readonly ExecutionEvidence[],
): ReadonlyMap<string, EqualRows> {
  const shown = new Map<string, EqualRows>();
  for (const { orderNumber, units } of equal) {
    const others = shown.get(orderNumber)?.units ?? '0';
    shown.set(orderNumber, { units: add(others, units), leastPending: null });
  }
  for (const { orderNumber, pendingUnits } of executions) {
    const rows = shown.get(orderNumber);
    if (rows === undefined || pendingUnits === null) continue;
    const isLess = rows.leastPending === null || compare(pendingUnits, rows.leastPending) < 0;
    if (isLess) shown.set(orderNumber, { ...rows, leastPending: pendingUnits });
  }
  return shown;
}

function reportDouble(
  state: OrderState,
  { matchingId, units, price }: ExecutionEvidence,
  day: string,
  at: Moment,
): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  const detail = `the trade ${matchingId} stands twice, also as ${units} at ${price}`;
  draft.openBreak({ type: 'FillMismatch', kind: 'DuplicateRow', key: matchingId, detail });
  noteTradesDiffer(draft, day, detail);
  return draft.change();
}

/**
 * A matching id may still follow: a person is told when the next answer has none either, when more was matched
 * than booked for a while, or when the order is over and its rows surely make more than is known to be matched.
 */
export function reportUnread(
  state: OrderState,
  { units, leastUnits }: UnitsShown,
  day: string,
  at: Moment,
): OrderChange {
  const { order } = state;
  const draft = new OrderChangeDraft(state, at);
  const isOver = isClosed(order.status) && compare(leastUnits, order.matchedUnits) > 0;
  const copies =
    units === leastUnits ? '' : `; ${leastUnits} units are shown if equal rows are one trade`;
  const detail = `trades of ${units} units are shown, and those without a matching id, without matched units, or with a date that cannot be read, cannot be booked: ${order.matchedUnits} are matched, ${order.filledUnits} booked${copies}`;
  if (isOver || order.tradesDifferOn !== null || isMissingIdOverdue(order, at.wall)) {
    draft.openBreak({ type: 'FillMismatch', kind: 'NoMatchingId', detail });
  }
  noteTradesDiffer(draft, day, detail);
  return draft.change();
}
