import {
  BROKER_LIST_PATIENCE_MS,
  SEND_GATES,
  stoppedBy,
  waitsAnyway,
  type DeskFacts,
  type SendFacts,
} from '../../../src/orders/dispatch/send-gates.js';
import { decideSend } from '../../../src/orders/dispatch/send-policy.js';
import type {
  OrderRequest,
  RequestKind,
} from '../../../src/orders/order/requests/order-request.js';
import type { Order } from '../../../src/orders/order/order.js';
import { aNewOrder, anOrder, aRequest } from '../../support/builders.js';
import { factsFor, OPEN_DESK, RULES } from './send-facts.js';

const KINDS = ['Cancel', 'Post', 'Edit'] as const;
const CANCEL = aRequest({ id: 'req_2', kind: 'Cancel' });

function requestOf(kind: RequestKind): OrderRequest {
  return aRequest({ kind, ...(kind === 'Edit' ? { units: '80' } : {}) });
}

interface Given {
  readonly order?: Partial<Order>;
  readonly request?: Partial<OrderRequest>;
  readonly rules?: Partial<SendFacts['rules']>;
  readonly desk?: Partial<DeskFacts>;
  readonly trail?: SendFacts['trail'];
  readonly isCancelAsked?: boolean;
}

function facts(kind: RequestKind, given: Given = {}): SendFacts {
  const order = kind === 'Post' ? aNewOrder(given.order) : anOrder(given.order);
  const request = { ...requestOf(kind), ...given.request };
  const requests = given.isCancelAsked === true ? [request, CANCEL] : [request];
  return factsFor({
    state: { order, requests, breaks: [] },
    request,
    rules: { ...RULES, ...given.rules },
    desk: { ...OPEN_DESK, ...given.desk },
    ...(given.trail === undefined ? {} : { trail: given.trail }),
  });
}

/** The gate that stops each kind of request, and how; null: none. */
function stops(given: Given) {
  return KINDS.map((kind) => {
    const stop = stoppedBy(facts(kind, given));
    return stop === null ? null : `${stop.gate.name}: ${stop.verdict.kind}`;
  });
}

describe('A request at a desk that holds nothing back', () => {
  it.each(KINDS)('passes every gate as a %s', (kind) => {
    expect(decideSend(facts(kind)).kind).toBe('Send');
  });
});

describe('What the trail has of a request', () => {
  const DIFFERS = { trail: { kind: 'Differs', why: 'units 100, not 7' } } as const;

  it('need not be read while the desk holds it back', () => {
    const held = { ...DIFFERS, desk: { hold: 'paused by ada' } };
    for (const kind of KINDS)
      expect(waitsAnyway(facts(kind, held))).toMatchObject({ gate: { name: 'desk' } });
  });

  it('is read before the request is dropped or sent', () => {
    const asked = { ...DIFFERS, order: { status: 'Cancelled' as const }, desk: { hold: 'paused' } };
    for (const kind of KINDS) {
      expect(waitsAnyway(facts(kind, asked))).toBeNull();
      expect(waitsAnyway(facts(kind, DIFFERS))).toBeNull();
      expect(stoppedBy(facts(kind, asked))).toMatchObject({ gate: { name: 'audit trail' } });
    }
  });
});

describe('The send gates', () => {
  it.each<[string, Given, readonly (string | null)[]]>([
    // Results for a cancel, a post and an edit.
    ['a closed session', { desk: { isSessionOpen: false } },
      [null, 'session: Wait', 'session: Wait']],
    ['clocks that disagree about the day', { desk: { databaseDay: '2026-11-21' } },
      [null, 'clocks: Wait', 'clocks: Wait']],
    ['a cancel that waits behind it', { isCancelAsked: true },
      [null, 'cancelled: Drop', null]],
    ['a cancel that waits behind an unknown outcome', { isCancelAsked: true, request: { state: 'Unknown' } },
      [null, 'cancelled: Drop', 'cancelled: Drop']],
    ['a cancel that needs the number proven', { isCancelAsked: true, request: { state: 'Unknown', resend: 'DuplicateProbe' } },
      [null, null, null]],
    ['a closed order', { order: { status: 'Filled' } },
      ['order: Drop', 'order: Drop', 'order: Drop']],
    ['a trading day that is over', { order: { tradingDate: '2026-11-19' } },
      [null, 'order: Drop', null]],
    ['a number given to another order of ours', { rules: { isNumberReassigned: true } },
      ['order: Drop', null, 'order: Drop']],
    ['a fill before an edit whose units have no known meaning', { order: { matchedUnits: '30' } },
      [null, null, 'order: Drop']],
    ['a change of the database that the trail does not have', { trail: { kind: 'Differs', why: 'units 100, not 900' } },
      ['audit trail: Hold', 'audit trail: Hold', 'audit trail: Hold']],
    ['missed trading days', { desk: { missedDays: ['2026-11-19'] } },
      [null, 'missed days: Wait', 'missed days: Wait']],
    ["a broker's list that was not read today", { desk: { isBrokerListRead: false } },
      [null, 'broker list: Wait', null]],
    ["a broker's list that has not been readable for long", { desk: { isBrokerListRead: false, waitedForBrokerListMs: BROKER_LIST_PATIENCE_MS } },
      [null, null, null]],
  ])('stop a request because of %s', (_, given, expected) => {
    expect(stops(given)).toEqual(expected);
  }); // prettier-ignore

  it('say why a request waits', () => {
    expect(decideSend(facts('Edit', { desk: { hold: 'paused by ada: limits' } }))).toMatchObject({
      kind: 'Wait',
      gate: { name: 'desk' },
      why: 'paused by ada: limits',
    });
  });

  it('drop a pointless request even while the desk is paused', () => {
    const over = { order: { status: 'Cancelled' }, desk: { hold: 'paused' } } as const;
    expect(stops(over)).toEqual(['order: Drop', 'order: Drop', 'order: Drop']);
  });

  it('are asked in this order, and say where people see a wait', () => {
    expect(SEND_GATES.map(({ name, waitShownIn }) => `${name}: ${waitShownIn}`)).toEqual([
      'session: Nowhere', 'clocks: Break', 'audit trail: Break', 'cancelled: Break', 'order: Break', 'desk: Status',
      'missed days: Break', 'broker list: Status',
    ]); // prettier-ignore
  });
});
