import { AuditLog } from '../../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../../src/infra/audit/audit-tail.js';
import { RECONCILER } from '../../../../src/infra/audit/actor.js';
import { Database } from '../../../../src/infra/database/database.js';
import { Ids, Random } from '../../../../src/infra/runtime/ids.js';
import type { OrderChange } from '../../../../src/orders/order/order.js';
import { BreakRegister } from '../../../../src/orders/breaks/break-register.js';
import {
  ListWatermarks,
  type Compared,
} from '../../../../src/orders/reconciliation/lists/list-watermark.js';
import { OrderStore } from '../../../../src/orders/order/order-store.js';
import { OrderRow } from '../../../../src/orders/order/order.entity.js';
import { SCHEMA } from '../../../../src/schema.js';
import { noon } from '../../../support/builders.js';
import { stopTime } from '../../../support/databases/database-time.js';
import { HandClock } from '../../../support/time/hand-clock.js';
import { anOrderRow } from '../rows.js';

const NOTHING: OrderChange = {
  order: {}, requests: [], fills: [], reversals: [], links: [], unlinks: [], breaksOpened: [], breakTypesClosed: [],
  breaksClosed: [], facts: [],
}; // prettier-ignore

/** Each order was last proven alone at noon. */
export const ALONE = { provenAt: noon(0), askedAt: noon(0) };
export const proofAt = (seconds: number) => ({
  provenAt: noon(seconds + 1),
  askedAt: noon(seconds),
});
export const fact = { type: 'PROVEN', body: {} } as const;

/** An instance at a database, with what writes orders and what lists them. */
export class WatermarkDesk {
  readonly watermarks: ListWatermarks;
  readonly store: OrderStore;

  private constructor(
    readonly database: Database,
    readonly clock: HandClock,
  ) {
    const ids = new Ids(clock, new Random());
    const audit = new AuditLog(clock, new AuditTail());
    this.store = new OrderStore(database, audit, new BreakRegister(clock, ids, audit), clock, ids);
    this.watermarks = new ListWatermarks(database, clock);
  }

  static async at(url: string): Promise<WatermarkDesk> {
    const clock = new HandClock(noon(1));
    // By the server's own date, what these tests ask for may lie in the future.
    await stopTime(url, noon(3_600));
    return new WatermarkDesk(await Database.open(url, SCHEMA, clock), clock);
  }

  async accept(...ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const of = { id, clientOrderId: id, orderRef: id, shownWorkingAt: null };
      const row = anOrderRow({ ...of, ...ALONE });
      await this.database.units.run((unit) => unit.insert(OrderRow, row));
    }
  }

  async order(id = 'ord_1'): Promise<OrderRow> {
    const state = await this.database.units.run((unit) => this.store.load(unit, id));
    if (state === null) throw new Error(`There is no order ${id}`);
    return state.order;
  }

  async compared(...ids: readonly string[]): Promise<Compared[]> {
    const orders = await Promise.all(ids.map((id) => this.order(id)));
    return orders.map(({ id, version }) => ({ id, version, isShownWorking: true }));
  }

  /** A list that is asked for so long after noon, and booked a second later. */
  async note(seconds: number, newlyListed: readonly Compared[], revision?: number) {
    this.clock.pass(noon(seconds + 1) - this.clock.now());
    const at = revision ?? (await this.watermarks.revision('MRNA'));
    const shown = { brokerCode: 'MRNA', askedAt: noon(seconds), revision: at, newlyListed };
    return this.watermarks.note(shown);
  }

  change(id: string, changes: Partial<OrderChange>) {
    return this.store.change(id, RECONCILER, () => ({ ...NOTHING, ...changes }));
  }
}
