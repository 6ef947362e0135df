import type { Answer, OrderRecord, TradeRow } from '../../../src/infra/exchange/api/enquiry-api.js';
import {
  ListComparison,
  type ListComparisonResult,
} from '../../../src/orders/reconciliation/lists/broker-list.js';
import { NO_MAPPINGS } from '../../../src/orders/order/order-status.js';
import type { OrderRow } from '../../../src/orders/order/order.entity.js';
import { anOrder, noon, TODAY } from '../../support/builders.js';

/** Rows of the store and of the exchange's lists: of the order that `anOrder` is. */
export function anOrderRow(changes: Partial<OrderRow> = {}): OrderRow {
  return {
    ...anOrder(),
    version: 1,
    certain: 1,
    pending: null,
    openBreaks: 0,
    listedVersion: 0,
    onBehalfOf: null,
    fingerprint: 'f'.repeat(64),
    clientSalt: 'a'.repeat(32),
    ...changes,
  };
}

/** A row of the broker's list. */
export function aListed(changes: Partial<OrderRecord> = {}): OrderRecord {
  return {
    orderNumber: '700001',
    security: 'SD11PLC',
    side: 'BUY',
    units: '100',
    statusWord: 'Open',
    matchedUnits: null,
    pendingUnits: null,
    basePrice: null,
    brokerCode: 'MRNA',
    ...changes,
  };
}

/** A row of the day's trades, of 40 units. */
export function aTrade(changes: Partial<TradeRow> = {}): TradeRow {
  return {
    tradeDate: TODAY,
    security: 'SD11PLC',
    side: 'BUY',
    orderNumber: '700001',
    price: '12.45',
    units: '40',
    matchedUnits: changes.units === undefined ? '40' : changes.units,
    pendingUnits: null,
    matchingId: 'M1',
    brokerCode: 'MRNA',
    accountNumber: 'CDS-1',
    ...changes,
  };
}

/** What the exchange was asked half a minute after noon. */
export function anAnswer<T>(rows: readonly T[], changes: Partial<Answer<T>> = {}): Answer<T> {
  return {
    kind: 'Answer',
    rows,
    odd: 0,
    callId: 'call_1',
    askedAt: noon(30),
    answeredAt: noon(31),
    ...changes,
  };
}

/** A list of half a minute past noon, with these rows of one number, before an order is compared with it. */
export function comparisonWith(rows: readonly OrderRecord[]): ListComparison {
  const byNumber = new Map(rows.map((row) => [row.orderNumber, row]));
  return new ListComparison(byNumber, noon(30), {
    mappings: NO_MAPPINGS,
    sessions: { usual: 'always', exceptions: new Map() },
    silent: new Set(),
    disputed: new Set(),
    today: TODAY,
    passedOn: new Set(),
    conflicting: new Map(rows.length > 1 ? [['700001', rows]] : []),
    answersLateMs: 10_000,
  });
}

/** What came of a list with these rows that shows every order as it is held. */
export function aListComparison(
  rows: readonly OrderRecord[],
  over: Partial<ListComparisonResult> = {},
): ListComparisonResult {
  return {
    answer: anAnswer(rows),
    isFirst: false,
    changed: new Set(),
    absent: new Set(),
    unexplained: 0,
    differing: new Set(),
    contradicting: new Map(),
    confirmed: new Set(),
    unexplainedWord: new Set(),
    endedShown: [],
    endsUpheld: new Set(),
    externalRows: [],
    conflicting: new Map(),
    ofAccount: new Map(),
    ...over,
  };
}
