import type { Database } from '../../../src/infra/database/database.js';
import type { SqlValue, Unit } from '../../../src/infra/database/units/unit-of-work.js';
import type { OrderChange } from '../../../src/orders/order/order.js';
import type { OrderRequest } from '../../../src/orders/order/requests/order-request.js';
import { isRefusal } from '../../../src/orders/order/requests/refusal.js';
import { BreakRow } from '../../../src/orders/breaks/break.entity.js';
import { FillRow } from '../../../src/orders/order/fill.entity.js';
import type { TermsOfOrder } from '../../../src/orders/order-numbers/sighting-register.js';
import type { OrderStore, StoredOrder } from '../../../src/orders/order/order-store.js';
import type { OrderNumberRow, OrderRow } from '../../../src/orders/order/order.entity.js';
import { after, at } from '../../support/builders.js';
import { NOON } from '../../support/time/hand-clock.js';
import { anOrderRow } from './rows.js';

/** The books of a desk in memory: its orders, what is booked of them, and what a person is told. */
export class DeskBooks {
  readonly fills: FillRow[] = [];
  /** `order type` of every break, oldest first. */
  readonly told: string[] = [];
  private readonly states = new Map<string, StoredOrder>();

  constructor(...orders: readonly Partial<OrderRow>[]) {
    for (const changes of orders) {
      const order = anOrderRow(changes);
      this.states.set(order.id, { order, requests: [], breaks: [] });
    }
  }

  order(id = 'ord_1'): OrderRow {
    return this.state(id).order;
  }

  send(id: string, ...requests: readonly OrderRequest[]): void {
    this.states.set(id, { ...this.state(id), requests });
  }

  bind(id: string, orderNumber: string): void {
    const state = this.state(id);
    this.states.set(id, { ...state, order: { ...state.order, orderNumber } });
  }

  /** Terms of posts whose outcome is not known. */
  readonly unresolved: TermsOfOrder[] = [];

  private rowsOf(sql: string, values: readonly SqlValue[]): readonly unknown[] {
    if (sql.includes('FROM order_requests')) return this.unresolved;
    if (sql.includes('matching_id IN')) return this.fillsAmong(values);
    if (sql.includes('FROM fills') || sql.includes('FROM breaks')) return [];
    if (sql.includes('FROM order_numbers')) return this.numbersAmong(values);
    const orders = [...this.states.values()].map(({ order }) => order);
    return orders.filter(({ id }) => values.includes(id));
  }

  get database(): Database {
    const unit = {
      find: (entity: unknown, _where: string, values: readonly SqlValue[]) =>
        Promise.resolve(
          entity === BreakRow
            ? []
            : entity === FillRow
              ? this.fillsAmong(values)
              : this.numbersAmong(values),
        ),
      query: (sql: string, values: readonly SqlValue[] = []) =>
        Promise.resolve(this.rowsOf(sql, values)),
    };
    const units = {
      run: <T>(work: (inner: unknown) => Promise<T>): Promise<T> => work(unit),
      runOn: <T>(_orderId: string, work: (inner: unknown) => Promise<T>): Promise<T> => work(unit),
    };
    return { reading: unit, units, atOnce: 8 } as unknown as Database;
  }

  get store(): OrderStore {
    const store: Pick<OrderStore, 'load' | 'moment' | 'write' | 'change' | 'reversedFillsOf'> = {
      load: (_unit, id) => Promise.resolve(this.state(id)),
      moment: () => Promise.resolve(at()),
      write: (_unit, state, change) => Promise.resolve(this.write(state, change)),
      change: async (id, _actor, decide) => {
        const decision = await decide(this.state(id), at(), this.database.reading as Unit);
        if (decision === null || isRefusal(decision)) return decision;
        return this.write(this.state(id), decision);
      },
      reversedFillsOf: () => Promise.resolve([]),
    };
    return store as OrderStore;
  }

  private state(id: string): StoredOrder {
    const state = this.states.get(id);
    if (state === undefined) throw new Error(`There is no order ${id}`);
    return state;
  }

  private write(state: StoredOrder, change: OrderChange): StoredOrder {
    const { id: orderId } = state.order;
    const next = { ...after(state, change), order: { ...state.order, ...change.order } };
    this.states.set(orderId, next);
    for (const { type } of change.breaksOpened) this.told.push(`${orderId} ${type}`);
    for (const fill of change.fills) {
      const id = `fil_${this.fills.length + 1}`;
      this.fills.push({ id, orderId, observedAt: NOON, reversedAt: null, ...fill });
    }
    return next;
  }

  private fillsAmong(values: readonly SqlValue[]): FillRow[] {
    return this.fills.filter(
      ({ matchingId, reversedAt }) => values.includes(matchingId) && reversedAt === null,
    );
  }

  private numbersAmong(values: readonly SqlValue[]): OrderNumberRow[] {
    const asked = this.numbers().filter(({ orderNumber }) => values.includes(orderNumber));
    return asked.map((row) => ({ ...row, givenOn: row.tradingDate }));
  }

  private numbers(): OrderNumberRow[] {
    return [...this.states.values()].flatMap(({ order }) => {
      const { id, orderNumber, brokerCode, tradingDate } = order;
      if (orderNumber === null) return [];
      return { id: `num_${id}`, orderId: id, brokerCode, tradingDate, orderNumber, linkedAt: NOON };
    });
  }
}
