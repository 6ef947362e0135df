import { DataSource } from 'typeorm';
import { AuditEntryRow } from '../src/infra/audit/audit-entry.entity.js';
import { sqlitePath } from '../src/infra/config/config.js';
import { dataSourceOptions } from '../src/infra/database/data-source-options.js';
import { Rows } from '../src/infra/database/rows.js';
import { FillRow } from '../src/orders/order/fill.entity.js';
import { OrderRequestRow } from '../src/orders/order/order-request.entity.js';
import { OrderNumberRow, OrderRow } from '../src/orders/order/order.entity.js';
import { SCHEMA } from '../src/schema.js';
import { BROKER_CODE, entryAfter, rowsOf, termsOf } from './order-rows.js';
import { SqliteDriver } from '../src/infra/database/sqlite-driver.js';

/**
 * A large book: what the desk holds of it, and how the exchange writes it. Of the orders 1 in 100 is
 * Posted until the exchange shows it Open, and of the trades 1 in 100 is new then; all else is known.
 */
export const ORDERS = 100_000;
export const TRADES = 50_000;
const ONE_IN = 100;
export const CHANGED_ORDERS = ORDERS / ONE_IN;
export const NEW_TRADES = TRADES / ONE_IN;
const TRADED_UNITS = 100;
const PRICE = '12.50';

function orderNumberOf(index: number): string {
  return String(700_001 + index);
}

/** `n` counts the trades; each is of another order. */
function orderOfTrade(n: number): number {
  return n * (ORDERS / TRADES) + 1;
}

function matchingIdOf(n: number): string {
  return `M${String(n).padStart(8, '0')}`;
}

function isKnownTrade(n: number): boolean {
  return n % ONE_IN !== 0;
}

/** The broker's list, or the record of one order. */
export function listedOrder(index: number, moved: boolean): string {
  const { security, side, units } = termsOf(index);
  const status = index % ONE_IN === 0 && !moved ? 'Posted' : 'Open';
  return (
    `{"OrderNo":${orderNumberOf(index)},"Company":"${security}","Broker_Code":"${BROKER_CODE}",` +
    `"OrderType":"${side}","Quantity":${units},"Status":"${status}"}`
  );
}

export function enquiredOrder(orderNumber: string, moved: boolean): string {
  const index = Number(orderNumber) - Number(orderNumberOf(0));
  const { Broker_Code: _, ...record } = JSON.parse(listedOrder(index, moved)) as Listed;
  const n = (index - 1) / (ORDERS / TRADES);
  const traded = Number.isInteger(n) && (moved || isKnownTrade(n)) ? TRADED_UNITS : 0;
  const quantities = {
    MatchedQuantity: traded,
    PendingQuantity: Number(termsOf(index).units) - traded,
    BasePrice: Number(PRICE),
  };
  return JSON.stringify({ ...record, ...quantities });
}

export function tradeRows(moved: boolean, date: string): string[] {
  const rows: string[] = [];
  for (let n = 0; n < TRADES; n += 1) {
    if (!moved && !isKnownTrade(n)) continue;
    const index = orderOfTrade(n);
    const { security, side, units, accountNumber, clientName } = termsOf(index);
    rows.push(
      `{"TradeDate":"${date}","SecurityId":"${security}","TimeInForce":"Day Order (DO)",` +
        `"Broker_Code":"${BROKER_CODE}","Price":${PRICE},"OrderNo":${orderNumberOf(index)},` +
        `"Volume":${TRADED_UNITS},"MatchedQuantity":${TRADED_UNITS},` +
        `"PendingQuantity":${Number(units) - TRADED_UNITS},"TradingMatchingId":"${matchingIdOf(n)}",` +
        `"ClientName":"${clientName}","Shareholder":"${accountNumber}","OrderType":"${side}"}`,
    );
  }
  return rows;
}

interface Listed {
  readonly Broker_Code: string;
}

/** Writes the book into a new database, audit chain included. */
export async function writeBook(databaseUrl: string): Promise<void> {
  const dataSource = await new DataSource(dataSourceOptions(databaseUrl, SCHEMA)).initialize();
  await dataSource.runMigrations({ transaction: 'each' });
  const rows = new Rows(dataSource);
  const database = new SqliteDriver(sqlitePath(databaseUrl) ?? '');
  const insertion = <T extends object>(entity: new () => T): ((row: T) => void) => {
    const statement = database.prepare(rows.insert(entity, new entity())[0]);
    return (row) => void statement.run(...rows.insert(entity, row)[1]);
  };
  const insertOrder = insertion(OrderRow);
  const insertNumber = insertion(OrderNumberRow);
  const insertRequest = insertion(OrderRequestRow);
  const insertEntry = insertion(AuditEntryRow);
  const insertFill = insertion(FillRow);
  database.transaction(() => {
    let head = { sequence: 0, hash: '0'.repeat(64) };
    for (let index = 0; index < ORDERS; index += 1) {
      const { order, request } = workingOrder(index);
      insertOrder(order);
      insertRequest(request);
      insertNumber(numberOf(order));
      const entry = entryAfter(head, order);
      insertEntry(entry);
      head = entry;
      const n = (index - 1) / (ORDERS / TRADES);
      if (Number.isInteger(n) && isKnownTrade(n)) insertFill(fillOf(order, n));
    }
    const write = 'UPDATE audit_head SET sequence = ?, hash = ? WHERE id = 1';
    database.prepare(write).run(head.sequence, head.hash);
  })();
  database.close();
  await dataSource.destroy();
}

function workingOrder(index: number): { order: OrderRow; request: OrderRequestRow } {
  const { order, request } = rowsOf(termsOf(index));
  const n = (index - 1) / (ORDERS / TRADES);
  const traded = Number.isInteger(n) && isKnownTrade(n) ? TRADED_UNITS : 0;
  const status = index % ONE_IN === 0 ? 'Posted' : 'Open';
  return {
    order: {
      ...order,
      clientOrderId: `book-${index}`,
      orderNumber: orderNumberOf(index),
      numberGrade: 'Enquired',
      status,
      exchangeStatus: status,
      matchedUnits: String(traded),
      filledUnits: String(traded),
      filledValue: String(traded * Number(PRICE)),
      grade: 'Listed',
      pending: null,
    },
    request: { ...request, state: 'Acknowledged', sends: 1 },
  };
}

function numberOf({ id, orderNumber, brokerCode, tradingDate }: OrderRow): OrderNumberRow {
  return {
    id: `num-${id}`,
    orderId: id,
    brokerCode,
    tradingDate,
    orderNumber: orderNumber ?? '',
    linkedAt: 0,
  };
}

function fillOf({ id, orderNumber, tradingDate, side, security }: OrderRow, n: number): FillRow {
  return {
    id: `fil-${id}`,
    orderId: id,
    tradeDate: tradingDate,
    matchingId: matchingIdOf(n),
    orderNumber: orderNumber ?? '',
    side,
    security,
    units: String(TRADED_UNITS),
    price: '12.5',
    observedAt: 0,
    shownFor: tradingDate,
    reversedAt: null,
  };
}
