import { DataSource } from 'typeorm';
import { AuditEntryRow } from '../src/infra/audit/audit-entry.entity.js';
import { sqlitePath } from '../src/infra/config/config.js';
import { dataSourceOptions } from '../src/infra/database/data-source-options.js';
import { EntitySql } from '../src/infra/database/entity-sql.js';
import { FillRow } from '../src/orders/order/fill.entity.js';
import { OrderRequestRow } from '../src/orders/order/requests/order-request.entity.js';
import { OrderNumberRow, OrderRow } from '../src/orders/order/order.entity.js';
import { SCHEMA } from '../src/schema.js';
import { BROKER_CODE, entryAfter, rowsOf, termsOf } from './order-rows.js';
import { SqliteDriver } from '../src/infra/database/sqlite-driver.js';

/**
 * A large book, as the desk stores it and as the exchange writes it. One order in 100 is Posted until
 * the exchange shows it Open, and one trade in 100 is new at that moment; everything else is known.
 */
/** Working orders: 20,000 is a large desk, and 100,000 must still work. */
export const ORDERS = Number(process.env['BENCH_ORDERS'] ?? 20_000);
export const TRADES = 50_000;
const ONE_IN = 100;
export const CHANGED_ORDERS = ORDERS / ONE_IN;
export const NEW_TRADES = TRADES / ONE_IN;
const TRADED_UNITS = 100;
const PRICE = '12.50';

function orderNumberOf(index: number): string {
  return String(700_001 + index);
}

/** Spreads the new trades: each belongs to another order, and none to a Posted one. */
const SHIFT = 7;

/** `n` counts the trades. The first ones go round all orders; later ones start again with an offset. */
function orderOfTrade(n: number): number {
  return (n + 1 + SHIFT * Math.floor(n / ORDERS)) % ORDERS;
}

function tradesOf(index: number): readonly number[] {
  const rounds = Array.from({ length: Math.ceil(TRADES / ORDERS) }, (_, round) => round);
  return rounds
    .map((round) => round * ORDERS + ((index - 1 - SHIFT * round + ORDERS) % ORDERS))
    .filter((n) => n < TRADES);
}

function matchingIdOf(n: number): string {
  return `M${String(n).padStart(8, '0')}`;
}

function isKnownTrade(n: number): boolean {
  return n % ONE_IN !== 0;
}

/** A row of the broker's list, or the record of one order. */
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
  const traded = TRADED_UNITS * tradesOf(index).filter((n) => moved || isKnownTrade(n)).length;
  const quantities = {
    MatchedQuantity: traded,
    PendingQuantity: Number(termsOf(index).units) - traded,
    BasePrice: Number(PRICE),
  };
  return JSON.stringify({ ...record, ...quantities });
}

/** Units of the order that are traded once this trade is: rows that leave equally much may be copies of one trade. */
function tradedBy(index: number, n: number): number {
  const all = tradesOf(index);
  const inTurn = [...all.filter(isKnownTrade), ...all.filter((one) => !isKnownTrade(one))];
  return TRADED_UNITS * (inTurn.indexOf(n) + 1);
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
        `"PendingQuantity":${Number(units) - tradedBy(index, n)},"TradingMatchingId":"${matchingIdOf(n)}",` +
        `"ClientName":"${clientName}","Shareholder":"${accountNumber}","OrderType":"${side}"}`,
    );
  }
  return rows;
}

interface Listed {
  readonly Broker_Code: string;
}

/** Writes the book into a new database, including the audit chain. */
export async function writeBook(databaseUrl: string): Promise<void> {
  const dataSource = await new DataSource(dataSourceOptions(databaseUrl, SCHEMA)).initialize();
  await dataSource.runMigrations({ transaction: 'each' });
  const rows = new EntitySql(dataSource);
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
      for (const n of tradesOf(index).filter(isKnownTrade)) insertFill(fillOf(order, n));
    }
    const write = 'UPDATE audit_head SET sequence = ?, hash = ? WHERE id = 1';
    database.prepare(write).run(head.sequence, head.hash);
  })();
  database.close();
  await dataSource.destroy();
}

function workingOrder(index: number): { order: OrderRow; request: OrderRequestRow } {
  const { order, request } = rowsOf(termsOf(index));
  const traded = TRADED_UNITS * tradesOf(index).filter(isKnownTrade).length;
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
    id: `fil-${id}-${n}`,
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
