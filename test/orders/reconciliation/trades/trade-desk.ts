import { pino } from 'pino';
import { AuditLog } from '../../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../../src/infra/audit/audit-tail.js';
import { RECONCILER } from '../../../../src/infra/audit/actor.js';
import { type Clock } from '../../../../src/infra/runtime/clock.js';
import { Database } from '../../../../src/infra/database/database.js';
import type { TradeRow } from '../../../../src/infra/exchange/api/enquiry-api.js';
import { Ids, Random } from '../../../../src/infra/runtime/ids.js';
import { AppLogger } from '../../../../src/infra/observability/logging.js';
import { compareWithFills } from '../../../../src/orders/reconciliation/trades/booked-fills.js';
import { TradeCorrections } from '../../../../src/orders/reconciliation/trades/watch-trade-corrections.js';
import { PollingState } from '../../../../src/orders/reconciliation/collect/polling-state.js';
import { NumbersInTrades } from '../../../../src/orders/reconciliation/trades/numbers-in-trades.js';
import {
  TradeBooking,
  type Booked,
} from '../../../../src/orders/reconciliation/trades/trade-booking.js';
import type { Executions } from '../../../../src/orders/reconciliation/trades/trade-evidence.js';
import { BreakRegister } from '../../../../src/orders/breaks/break-register.js';
import { BreakRow } from '../../../../src/orders/breaks/break.entity.js';
import { SystemBreaks } from '../../../../src/orders/breaks/system-breaks.js';
import { FillRow } from '../../../../src/orders/order/fill.entity.js';
import { OrderStore } from '../../../../src/orders/order/order-store.js';
import type { OrderRequest } from '../../../../src/orders/order/requests/order-request.js';
import { OrderNumberRow, type OrderRow } from '../../../../src/orders/order/order.entity.js';
import { DayReadingRow } from '../../../../src/orders/trading-days/day-close.entity.js';
import { SCHEMA } from '../../../../src/schema.js';
import { read, REAL } from '../../../infra/config/settings.js';
import { TODAY } from '../../../support/builders.js';
import { type Engine, readyDatabase } from '../../../support/databases/databases.js';
import { HandClock, NOON } from '../../../support/time/hand-clock.js';
import { anAnswer, anOrderRow, aTrade } from '../rows.js';

/** What a pass does with the day's trades, over a real database with one order that has its number. */
export class TradeDesk {
  readonly booking: TradeBooking;
  readonly numbers: NumbersInTrades;
  readonly changes: TradeCorrections;
  readonly clock = new HandClock(NOON);
  readonly wall = new TickingClock(NOON);
  readonly store: OrderStore;

  /** Of the last pass: the orders whose trades differ; null: its answer confirms none. */
  followed: ReadonlySet<string> | null = null;

  private constructor(readonly database: Database) {
    const { store, book, audit } = storeBy(this.wall, database);
    this.store = store;
    const logger = new AppLogger(pino({ level: 'silent' }));
    const config = read(REAL);
    this.numbers = new NumbersInTrades(database, store, config);
    this.booking = new TradeBooking(database, store, this.numbers, config, logger);
    const days = new SystemBreaks(database, book, audit);
    this.changes = new TradeCorrections(database, store, days, this.clock, new PollingState());
  }

  static async open(engine: Engine): Promise<TradeDesk> {
    const database = await Database.open(await readyDatabase(engine), SCHEMA, new HandClock());
    const desk = new TradeDesk(database);
    await desk.placed(anOrderRow({ units: '5000' }));
    return desk;
  }

  close(): Promise<void> {
    return this.database.close();
  }

  /** An order of ours that has its number, and what was sent of it. */
  async placed(order: OrderRow, request: OrderRequest | null = null): Promise<void> {
    const fact = { type: 'ORDER_RECEIVED', body: {} };
    const { id: orderId, brokerCode, orderNumber, tradingDate } = order;
    await this.database.units.run(async (unit) => {
      const received = { order, request, fact, idempotencyKey: null };
      await this.store.insert(unit, received, RECONCILER);
      await unit.insert(OrderNumberRow, {
        id: `num_${orderId}`, orderId, brokerCode, tradingDate,
        orderNumber: String(orderNumber), linkedAt: NOON,
      }); // prettier-ignore
    });
  }

  /** One pass shows these rows, whole unless `odd` ones stand among them; answers what was left out. */
  async shown(
    rows: readonly Partial<TradeRow>[],
    { odd = 0, date = TODAY } = {},
  ): Promise<readonly string[]> {
    const answer = anAnswer(rows.map(aTrade), { odd });
    const traded = await this.booking.executionsOf(answer.rows, date);
    const booked = await this.booked(traded, date);
    this.followed = await this.changes.follow({ ...answer, date }, { ...traded, ...booked }, NOON);
    const left = await this.changes.leftOutOfReport(date, traded.executions);
    return left.filter(({ isReportedGone }) => !isReportedGone).map(({ matchingId }) => matchingId);
  }

  /** An answer after the close of the day has shown what is booked of it. */
  async readSinceClose(): Promise<void> {
    const content = { executions: '[]', unread: 0, unshown: '[]', unbooked: '[]', said: null };
    const row = { tradingDate: TODAY, readAt: NOON, callId: 'call_1', ...content };
    await this.database.units.run((unit) => unit.insert(DayReadingRow, row));
  }

  async booked(traded: Executions, date = TODAY): Promise<Booked> {
    const beside = await compareWithFills(this.database.reading, traded.executions, date);
    return this.booking.book(traded, beside, date);
  }

  /** So many passes, a quarter of a minute apart. */
  async passes(times: number, rows: readonly Partial<TradeRow>[]): Promise<void> {
    for (let pass = 0; pass < times; pass += 1) {
      await this.shown(rows);
      this.clock.pass(15_000);
    }
  }

  /** So often the exchange says that the day has no trades, and not in a list. */
  async denials(times: number): Promise<ReadonlySet<string>> {
    let kept: ReadonlySet<string> = new Set();
    for (let pass = 0; pass < times; pass += 1) {
      kept = await this.changes.followDenial(TODAY);
      this.clock.pass(15_000);
    }
    return kept;
  }

  breaks(): Promise<BreakRow[]> {
    return this.database.read((manager) => manager.find(BreakRow, { order: { id: 'ASC' } }));
  }

  async open(): Promise<string[]> {
    const all = await this.breaks();
    return all.filter(({ closedAt }) => closedAt === null).map(({ detail }) => detail);
  }

  fills(): Promise<FillRow[]> {
    return this.database.read((manager) => manager.find(FillRow, { order: { id: 'ASC' } }));
  }

  /** The same store, so much later. */
  aged(ageMs: number): OrderStore {
    return storeBy(new TickingClock(this.wall.now() + ageMs), this.database).store;
  }
}

function storeBy(wall: Clock, database: Database) {
  const ids = new Ids(wall, new Random());
  const audit = new AuditLog(wall, new AuditTail());
  const book = new BreakRegister(wall, ids, audit);
  return { store: new OrderStore(database, audit, book, wall, ids), book, audit };
}

/** Goes on by a millisecond whenever it is read: what is written later has a later id. */
class TickingClock extends HandClock {
  override now(): number {
    this.pass(1);
    return super.now();
  }
}
