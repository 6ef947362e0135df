import { createHash, randomBytes } from 'node:crypto';
import { canonicalJson, hashOf, SCHEMA_VERSION } from '../src/infra/audit/audit-chain.js';
import type { AuditEntryRow, AuditHeadRow } from '../src/infra/audit/audit-entry.entity.js';
import { Clock, instant } from '../src/infra/runtime/clock.js';
import { Ids, Random } from '../src/infra/runtime/ids.js';
import { tradingDateOf } from '../src/market/trading-calendar/trading-day.js';
import { matchKeyOf, newRequest } from '../src/orders/order/instructions.js';
import { orderRefOf } from '../src/orders/order-entry/order-ref.js';
import type { PostOrderBody } from '../src/orders/order-entry/orders.dto.js';
import { clientCommitment } from '../src/orders/order/order-store.js';
import type { OrderRequestRow } from '../src/orders/order/order-request.entity.js';
import type { OrderRow } from '../src/orders/order/order.entity.js';

/**
 * What Marina stores for one accepted order, column by column, for the candidates it is compared with.
 * Written out again instead of using `PostOrderHandler`, because the cost of its code is part of the
 * measurement. The entity types make sure that no column is missing.
 */
export interface OrderRows {
  readonly order: OrderRow;
  readonly request: OrderRequestRow;
}

export const CALLER = 'key:admin';
export const BROKER_CODE = 'MARINA';
const clock = new Clock();
const ids = new Ids(clock, new Random());

export function termsOf(number: number): PostOrderBody {
  return {
    clientOrderId: `bench-${number}`,
    side: number % 2 === 0 ? 'BUY' : 'SELL',
    security: `SD${number % 50}PLC`,
    units: String(1_000 + (number % 900)),
    price: '12.50',
    timeInForce: 'Day Order (DO)',
    accountNumber: `C${String(number % 5_000).padStart(7, '0')}`,
    clientName: 'Ada Obi',
  };
}

export function rowsOf(terms: PostOrderBody): OrderRows {
  const id = ids.next('ord');
  const now = clock.now();
  // Spelled out, as in the service, because spreading an object costs much more.
  const order: OrderRow = {
    id,
    clientOrderId: terms.clientOrderId,
    orderRef: orderRefOf(id, 'test'),
    orderNumber: null,
    numberGrade: null,
    numberDoubt: null,
    numberDoubtedAt: null,
    side: terms.side,
    security: terms.security,
    units: terms.units,
    price: terms.price,
    priceGrade: null,
    timeInForce: terms.timeInForce,
    accountNumber: terms.accountNumber,
    clientName: terms.clientName,
    brokerCode: BROKER_CODE,
    status: 'New',
    exchangeStatus: null,
    reason: null,
    matchedUnits: '0',
    filledUnits: '0',
    filledValue: '0',
    unreportedSince: null,
    overmatchedSince: null,
    tradesDifferOn: null,
    grade: null,
    doubtedSince: null,
    provenAt: null,
    askedAt: 0,
    touchedAt: 0,
    misses: 0,
    contestedSince: null,
    shownPending: null,
    priceBefore: null,
    earlierUnits: null,
    earlierFilled: null,
    tradingDate: tradingDateOf(now),
    createdBy: CALLER,
    createdAt: now,
    updatedAt: now,
    closedAt: null,
    version: 1,
    certain: 1,
    pending: 'Post',
    openBreaks: 0,
    listedVersion: 0,
    fingerprint: createHash('sha256').update(JSON.stringify(terms)).digest('hex'),
    clientSalt: randomBytes(16).toString('hex'),
  };
  const at = { wall: now, database: clock.steady(), today: order.tradingDate };
  const asked = { requestId: ids.next('req'), operator: CALLER, at };
  const post = { ...newRequest('Post', id, asked, order), matchKey: matchKeyOf(order) };
  const request = { ...post, blockedBy: null };
  return { order, request };
}

/** The audit entry of the order, next in the chain after `head`. */
export function entryAfter(
  head: Pick<AuditHeadRow, 'sequence' | 'hash'>,
  order: OrderRow,
): AuditEntryRow {
  const { id, clientOrderId, orderRef, side, security, units, price, timeInForce } = order;
  const { brokerCode, tradingDate, status, clientSalt, accountNumber, clientName } = order;
  const client = clientCommitment(clientSalt, accountNumber, clientName);
  const body = {
    id, clientOrderId, orderRef, side, security, units, price, timeInForce,
    brokerCode, tradingDate, status, client,
  }; // prettier-ignore
  const entry = {
    sequence: head.sequence + 1,
    stream: id,
    streamSequence: 1,
    at: instant(order.createdAt),
    clockOffsetMs: null,
    actor: CALLER,
    onBehalfOf: null,
    source: '127.0.0.1 bench',
    type: 'ORDER_RECEIVED',
    cause: null,
    approval: null,
    body: canonicalJson(body),
    previousHash: head.hash,
    hash: '',
    schemaVersion: SCHEMA_VERSION,
  };
  entry.hash = hashOf(entry);
  return entry;
}
