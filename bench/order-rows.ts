import { createHash, randomBytes } from 'node:crypto';
import { canonicalJson, hashOf, SCHEMA_VERSION } from '../src/infra/audit/audit-chain.js';
import type { AuditEntryRow, AuditHeadRow } from '../src/infra/audit/audit-entry.entity.js';
import { Clock, instant } from '../src/infra/runtime/clock.js';
import { Ids, Random } from '../src/infra/runtime/ids.js';
import { tradingDateOf } from '../src/market/trading-calendar/trading-day.js';
import { matchKeyOf, newRequest } from '../src/orders/order/changes/instructions.js';
import { orderRefOf } from '../src/orders/order/order-ref.js';
import type { PostOrderBody } from '../src/orders/order-entry/orders.dto.js';
import { newOrder, newOrderFact } from '../src/orders/order/new-order.js';
import type { OrderRequestRow } from '../src/orders/order/requests/order-request.entity.js';
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

/** For the simulated exchange: its directory knows the security. */
export function listedTermsOf(number: number): PostOrderBody {
  return { ...termsOf(number), security: 'SD11PLC' };
}

export function rowsOf(terms: PostOrderBody): OrderRows {
  const id = ids.next('ord');
  const now = clock.now();
  const order = newOrder({
    id,
    clientOrderId: terms.clientOrderId,
    orderRef: orderRefOf(id, 'test'),
    side: terms.side,
    security: terms.security,
    units: terms.units,
    price: terms.price,
    timeInForce: terms.timeInForce,
    accountNumber: terms.accountNumber,
    clientName: terms.clientName,
    brokerCode: BROKER_CODE,
    tradingDate: tradingDateOf(now),
    createdBy: CALLER,
    onBehalfOf: null,
    createdAt: now,
    pending: 'Post',
    fingerprint: createHash('sha256').update(JSON.stringify(terms)).digest('hex'),
    clientSalt: randomBytes(16).toString('hex'),
  });
  const at = { wall: now, database: clock.steady(), today: order.tradingDate };
  const asked = { requestId: ids.next('req'), operator: CALLER, at };
  const post = { ...newRequest('Post', id, asked, order), matchKey: matchKeyOf(order) };
  const request = { ...post, blockedBy: null, caller: order.createdBy, turn: 0, traceparent: null };
  return { order, request };
}

/** The audit entry of the order, next in the chain after `head`. */
export function entryAfter(
  head: Pick<AuditHeadRow, 'sequence' | 'hash'>,
  order: OrderRow,
): AuditEntryRow {
  const entry = {
    sequence: head.sequence + 1,
    stream: order.id,
    streamSequence: 1,
    at: instant(order.createdAt),
    clockOffsetMs: null,
    actor: CALLER,
    keyId: 'key_bench',
    onBehalfOf: null,
    sourceAddress: '127.0.0.1',
    requestId: 'bench',
    type: 'ORDER_RECEIVED',
    cause: null,
    approval: null,
    body: canonicalJson(newOrderFact(order)),
    previousHash: head.hash,
    hash: '',
    schemaVersion: SCHEMA_VERSION,
  };
  entry.hash = hashOf(entry);
  return entry;
}
