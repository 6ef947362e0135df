import { canonicalJson, hashOf, SCHEMA_VERSION } from '../src/infra/audit/audit-chain.js';
import { AuditEntryRow } from '../src/infra/audit/audit-entry.entity.js';
import { AuditSubjectRow } from '../src/infra/audit/audit-subject.entity.js';
import { instant } from '../src/infra/runtime/clock.js';
import { startOfDay, tradingDateOf } from '../src/market/trading-calendar/trading-day.js';
import { FillRow } from '../src/orders/order/fill.entity.js';
import { newOrderFact } from '../src/orders/order/new-order.js';
import { OrderRequestRow } from '../src/orders/order/requests/order-request.entity.js';
import { OrderNumberRow, OrderRow } from '../src/orders/order/order.entity.js';
import { DayReadingRow } from '../src/orders/trading-days/day-close.entity.js';
import { executedOf, type Execution } from '../src/orders/trading-days/traded.js';
import { writingRows, type BookRows, type Insert } from './book-rows.js';
import { BROKER_CODE, CALLER, rowsOf, termsOf, type OrderRows } from './order-rows.js';

/** One busy trading day of the past: each order was filled at once, and left four entries in the trail. */
const ENTRIES_AN_ORDER = 4;
const DAYS_AGO = 30;
const DAY_MS = 86_400_000;
const TRADING_MS = 4.5 * 3_600_000;
const FLUSH_ORDERS = 500;
const OPENS_MS = 10 * 3_600_000;

export interface Book {
  readonly orders: number;
  readonly tradingDate: string;
  /** Of the order in the middle. */
  readonly orderId: string;
  readonly clientOrderId: string;
  readonly security: string;
  readonly requestId: string;
  readonly at: string;
  /** Of all entries: what a verification hashes. */
  readonly hashedBytes: number;
}

/** Writes a trail of so many entries into a new database, with the orders that they are about. */
export function writeAbuseBook(databaseUrl: string, entries: number): Promise<Book> {
  return writingRows(databaseUrl, (rows) =>
    new BookWriter(rows).write(Math.floor(entries / ENTRIES_AN_ORDER)),
  );
}

class BookWriter {
  private readonly tradingDate = tradingDateOf(Date.now() - DAYS_AGO * DAY_MS);
  private hashedBytes = 0;
  private head = { sequence: 0, hash: '0'.repeat(64), at: '' };
  private readonly insertEntry: Insert<AuditEntryRow>;
  private readonly insertSubject: Insert<AuditSubjectRow>;

  constructor(private readonly rows: BookRows) {
    this.insertEntry = rows.insertion(AuditEntryRow);
    this.insertSubject = rows.insertion(AuditSubjectRow);
  }

  async write(orders: number): Promise<Book> {
    const insertOrder = this.rows.insertion(OrderRow);
    const insertRequest = this.rows.insertion(OrderRequestRow);
    const insertNumber = this.rows.insertion(OrderNumberRow);
    const insertFill = this.rows.insertion(FillRow);
    const executions: Execution[] = [];
    const middle = Math.floor(orders / 2);
    let book: Omit<Book, 'hashedBytes'> | null = null;
    for (let index = 0; index < orders; index += 1) {
      const at =
        startOfDay(this.tradingDate) + OPENS_MS + Math.floor((index * TRADING_MS) / orders);
      const { order, request } = filledOrder(index, { at, tradingDate: this.tradingDate });
      insertOrder(order);
      insertRequest(request);
      insertNumber(numberOf(order));
      insertFill(fillOf(order));
      executions.push({ ...order, orderNumber: order.orderNumber ?? '' });
      this.append(order, index);
      if (index % FLUSH_ORDERS === 0) await this.rows.flush();
      if (index === middle) book = this.bookOf(order, { orders, index });
    }
    this.rows.insertion(DayReadingRow)({
      tradingDate: this.tradingDate,
      readAt: startOfDay(this.tradingDate) + DAY_MS - 1,
      callId: 'call_bench',
      executions: canonicalJson(JSON.parse(JSON.stringify(executedOf(executions)))),
      unread: 0,
      unshown: '[]',
      unbooked: '[]',
      said: null,
    });
    const { sequence, hash, at } = this.head;
    await this.rows.run(
      `UPDATE audit_head SET sequence = ${sequence}, hash = '${hash}', latest_at = '${at}' WHERE id = 1`,
    );
    if (book === null) throw new Error('The book has no orders');
    return { ...book, hashedBytes: this.hashedBytes };
  }

  private bookOf(
    { id, clientOrderId, security, createdAt }: OrderRow,
    { orders, index }: { readonly orders: number; readonly index: number },
  ): Omit<Book, 'hashedBytes'> {
    const { tradingDate } = this;
    const at = instant(createdAt);
    const requestId = requestIdOf(index);
    return { orders, tradingDate, orderId: id, clientOrderId, security, requestId, at };
  }

  /** The four entries of an order's life. */
  private append(order: OrderRow, index: number): void {
    const { units, price, orderNumber } = order;
    const call = { call: `call_${order.id}`, request: `req_${order.id}`, number: orderNumber };
    const facts = [
      ['ORDER_RECEIVED', newOrderFact(order)],
      ['POST_SENT', { ...call, units, price, epoch: 1 }],
      [index % 100 === 0 ? 'POST_UNKNOWN' : 'POST_ACKNOWLEDGED', { ...call, status: 'Posted' }],
      [
        'STATUS_CHANGED',
        { evidence: 'tradedInFull', from: 'Posted', to: 'Filled', grade: 'Traded', word: null },
      ],
    ] as const;
    facts.forEach(([type, body], place) => {
      const entry: AuditEntryRow = {
        sequence: this.head.sequence + 1,
        stream: order.id,
        streamSequence: place + 1,
        at: instant(order.createdAt),
        clockOffsetMs: null,
        actor: place === 0 ? CALLER : 'system:dispatcher',
        keyId: place === 0 ? 'key_bench' : null,
        onBehalfOf: null,
        sourceAddress: place === 0 ? '127.0.0.1' : null,
        requestId: place === 0 ? requestIdOf(index) : null,
        type,
        cause: null,
        approval: null,
        body: canonicalJson(body),
        previousHash: this.head.hash,
        hash: '',
        schemaVersion: SCHEMA_VERSION,
      };
      this.hashedBytes += leafBytes(entry);
      entry.hash = hashOf(entry);
      this.insertEntry(entry);
      const { id: orderId, accountNumber, security, tradingDate } = order;
      const { sequence, hash, at } = entry;
      const subject = {
        sequence,
        orderId,
        orderNumber: null,
        accountNumber,
        security,
        tradingDate,
      };
      this.insertSubject(subject);
      this.head = { sequence, hash, at };
    });
  }
}

function requestIdOf(index: number): string {
  return `bench-request-${index}`;
}

/** Filled as soon as it was made; of today without another trading date. */
export function filledOrder(
  index: number,
  { at, tradingDate }: { readonly at: number; readonly tradingDate?: string },
): OrderRows {
  const { order, request } = rowsOf(termsOf(index));
  const { units, price } = order;
  return {
    order: {
      ...order,
      clientOrderId: `book-${index}`,
      orderNumber: String(100_001 + index),
      numberGrade: 'Enquired',
      status: 'Filled',
      exchangeStatus: 'Filled',
      matchedUnits: units,
      filledUnits: units,
      filledValue: String(Number(units) * Number(price)),
      grade: 'Traded',
      pending: null,
      certain: 1,
      tradingDate: tradingDate ?? order.tradingDate,
      createdAt: at,
      updatedAt: at,
      closedAt: at,
    },
    request: { ...request, state: 'Acknowledged', sends: 1, createdAt: at, since: at },
  };
}

/** As `hashOf` counts them: of each field its length in four bytes and its text. */
function leafBytes({ hash: _, ...fields }: AuditEntryRow): number {
  const texts = Object.values(fields).map((field) => String(field ?? ''));
  return texts.reduce((bytes, text) => bytes + 4 + Buffer.byteLength(text), 1);
}

export function numberOf({ id, orderNumber, tradingDate, createdAt }: OrderRow): OrderNumberRow {
  return {
    id: `num-${id}`,
    orderId: id,
    brokerCode: BROKER_CODE,
    tradingDate,
    orderNumber: orderNumber ?? '',
    linkedAt: createdAt,
  };
}

export function fillOf(order: OrderRow): FillRow {
  const { id, orderNumber, tradingDate, side, security, units, createdAt } = order;
  return {
    id: `fil-${id}`,
    orderId: id,
    tradeDate: tradingDate,
    matchingId: `M${orderNumber ?? ''}`,
    orderNumber: orderNumber ?? '',
    side,
    security,
    units,
    price: '12.5',
    observedAt: createdAt,
    shownFor: tradingDate,
    reversedAt: null,
  };
}
