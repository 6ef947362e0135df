import { pino } from 'pino';
import { AuditLog } from '../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../src/infra/audit/audit-tail.js';
import { type Clock } from '../../src/infra/runtime/clock.js';
import { readConfig } from '../../src/infra/config/config.js';
import { Database } from '../../src/infra/database/database.js';
import { DeskSwitch } from '../../src/orders/desk-switch/desk-switch.js';
import type { CallSpec } from '../../src/infra/exchange/client/call-journal.js';
import type { ExchangeTransport } from '../../src/infra/exchange/transport/exchange-transport.js';
import { Ids, Random } from '../../src/infra/runtime/ids.js';
import { AppLogger } from '../../src/infra/observability/logging.js';
import { tradingDateOf } from '../../src/market/trading-calendar/trading-day.js';
import { TradingCalendar } from '../../src/market/trading-calendar/trading-calendar.js';
import type { OrderRequest } from '../../src/orders/order/requests/order-request.js';
import { BreakRegister } from '../../src/orders/breaks/break-register.js';
import { OrderStore } from '../../src/orders/order/order-store.js';
import { newOrderFact } from '../../src/orders/order/new-order.js';
import type { OrderRow } from '../../src/orders/order/order.entity.js';
import { ReconciliationRunRow } from '../../src/orders/reconciliation/runs/reconciliation-run.entity.js';
import { OrderTrails } from '../../src/orders/dispatch/order-trails.js';
import { Outbox, type Claimed } from '../../src/orders/dispatch/outbox.js';
import { SCHEMA } from '../../src/schema.js';
import { aNewOrder, aRequest } from './builders.js';
import { callJournal, exchangeKeys } from './journal.js';
import { stopTime } from './databases/database-time.js';
import { HandClock, NOON } from './time/hand-clock.js';
import { PEPPER } from './databases/databases.js';

const SILENT = new AppLogger(pino({ level: 'silent' }));

/** The request queue of one instance on a database that others may use as well. Sends nothing. */
export class Claims {
  private constructor(
    readonly database: Database,
    readonly store: OrderStore,
    private readonly queue: Outbox,
    private readonly clock: Clock,
  ) {}

  static async on(databaseUrl: string): Promise<Claims> {
    const clock = new HandClock();
    await stopTime(databaseUrl, NOON);
    const config = readConfig({
      DATABASE_URL: databaseUrl,
      EXCHANGE_BASE_URL: 'http://127.0.0.1:9',
      EXCHANGE_API_KEYS: 'sk_test_a',
      BROKER_CODE: 'MRNA',
      MARINA_KEY_PEPPER: PEPPER,
      TRADING_SESSION: 'always',
    });
    const database = await Database.open(databaseUrl, SCHEMA, clock);
    const ids = new Ids(clock, new Random());
    const audit = new AuditLog(clock, new AuditTail());
    const store = new OrderStore(database, audit, new BreakRegister(clock, ids, audit), clock, ids);
    const ground = { config, database, clock };
    const keys = exchangeKeys(ground);
    await keys.register();
    const transport: Pick<ExchangeTransport, 'send'> = {
      send: () => Promise.reject(new Error('Nothing is sent here')),
    };
    const desk = new DeskSwitch(database, audit, clock, SILENT);
    const calendar = new TradingCalendar(database, audit, config, clock);
    const queue = new Outbox(
      database, store, callJournal(ground, transport, keys), new OrderTrails(database), desk, calendar, config, clock,
    ); // prettier-ignore
    return new Claims(database, store, queue, clock);
  }

  /** The kinds of which something is due. */
  kindsWaiting(): Promise<ReadonlySet<string>> {
    return this.queue.kindsWaiting(['Cancel', 'Post', 'Edit']);
  }

  /** The first post of a day waits until the book has been read. */
  async bookIsRead(): Promise<void> {
    const now = await this.database.now();
    const row: ReconciliationRunRow = {
      id: 'run_1', cause: 'a test', scope: null, dryRun: 0, startedAt: now, finishedAt: now, calls: 2,
      answered: 2, orders: 0, changed: 0, fills: 0, opened: 0, closed: 0, asked: '[]', cutOffs: null,
      coveredAt: now, listedAt: now, preview: null,
    }; // prettier-ignore
    await this.database.units.run((unit) => unit.insert(ReconciliationRunRow, row));
  }

  /** An order of today that still has to be posted. */
  async accept(
    id: string,
    changes: Partial<OrderRow> = {},
    { heldMs = 0, matchKey = 'alike' } = {},
  ): Promise<OrderRequest> {
    const now = this.clock.now();
    const order: OrderRow = {
      ...aNewOrder({
        id, clientOrderId: `web-${id}`, orderRef: `T-${id}`, tradingDate: tradingDateOf(now),
        createdAt: now, updatedAt: now,
      }),
      version: 1, certain: 1, pending: 'Post', openBreaks: 0, listedVersion: 0,
      onBehalfOf: null,
      fingerprint: 'f'.repeat(64), clientSalt: 'a'.repeat(32), ...changes,
    }; // prettier-ignore
    const dueAt = (await this.database.now()) + heldMs;
    const request = aRequest({
      id: `req_${id}`,
      orderId: id,
      dueAt,
      matchKey,
      createdAt: now,
      since: now,
    });
    const fact = { type: 'ORDER_RECEIVED', body: newOrderFact(order) };
    const fresh = { order, request, fact, idempotencyKey: null };
    await this.database.units.run((unit) =>
      this.store.insert(unit, fresh, { name: request.operator }),
    );
    return request;
  }

  claim(kind: OrderRequest['kind'] = 'Post'): Promise<Claimed> {
    return this.queue.claim(kind, ({ order }, request) => wishOf(order.id, request));
  }
}

function wishOf(orderId: string, request: OrderRequest): CallSpec {
  const { id, kind, claimNumber } = request;
  const endpoint = { Post: 'order/post', Edit: 'order/edit', Cancel: 'order/cancel' } as const;
  const lane = kind === 'Cancel' ? 'cancel' : 'trade';
  const about = { orderId, request: { id, claimNumber } };
  return { endpoint: endpoint[kind], lane, body: '{}', operator: null, ...about };
}
