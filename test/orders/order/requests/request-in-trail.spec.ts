import {
  clientCommitment,
  newOrder,
  newOrderFact,
} from '../../../../src/orders/order/new-order.js';
import type { OrderRow } from '../../../../src/orders/order/order.entity.js';
import type { OrderRequest } from '../../../../src/orders/order/requests/order-request.js';
import {
  isAheadOfTrail,
  isAskedInTrail,
  recordedIn,
  requestInTrail,
  type OrderEntry,
} from '../../../../src/orders/order/requests/request-in-trail.js';
import { anOrder, aRequest } from '../../../support/builders.js';

const SALT = 'a'.repeat(32);

function aRow(changes: Partial<OrderRow> = {}): OrderRow {
  const { id, clientOrderId, orderRef, side, security, units, price, timeInForce } = anOrder();
  const { accountNumber, clientName, brokerCode, tradingDate } = anOrder();
  const row = newOrder({
    id, clientOrderId, orderRef, side, security, units, price, timeInForce, accountNumber, clientName, brokerCode,
    tradingDate, createdBy: 'key:dealers', createdAt: 0, onBehalfOf: null, pending: 'Post', fingerprint: '', clientSalt: SALT,
  }); // prettier-ignore
  return { ...row, ...changes };
}

function entry(type: string, body: object, onBehalfOf: string | null = null): OrderEntry {
  return { type, body: JSON.stringify(body), actor: 'key:dealers', onBehalfOf, sequence: 7 };
}

const RECEIVED = entry('ORDER_RECEIVED', newOrderFact(aRow()));
const POSTED = [
  RECEIVED,
  entry('POST_SENT', { request: 'req_1', units: '100', price: '12.5', changes: { version: 2 } }),
  entry('ORDER_NUMBER_LINKED', { orderNumber: '700001' }),
  entry('POST_ACKNOWLEDGED', {
    request: 'req_1',
    changes: { version: 3, orderNumber: '700001', numberGrade: 'Acknowledged' },
  }),
];
const POSTED_ROW = aRow({ orderNumber: '700001', numberGrade: 'Acknowledged', version: 3 });
const EDIT = aRequest({ id: 'req_2', kind: 'Edit', units: '80', price: '12.5' });
const ASKED = [
  ...POSTED,
  entry('EDIT_REQUESTED', {
    request: 'req_2',
    units: '80',
    price: '12.5',
    changes: { version: 4 },
  }),
];
const CANCEL = aRequest({ id: 'req_3', kind: 'Cancel' });
const CANCEL_ASKED = [
  ...POSTED,
  entry('CANCEL_REQUESTED', {
    request: 'req_3',
    units: null,
    price: null,
    changes: { version: 4 },
  }),
];

function verdict(
  entries: readonly OrderEntry[],
  request: Partial<OrderRequest> = {},
  row: OrderRow = aRow(),
): string {
  const answer = requestInTrail(row, aRequest(request), recordedIn(entries));
  return answer.kind === 'Differs' ? answer.why : answer.kind;
}

function verdictOf(
  request: OrderRequest,
  entries: readonly OrderEntry[],
  row: Partial<OrderRow> = {},
): string {
  return verdict(entries, request, { ...POSTED_ROW, version: 4, ...row });
}

describe('A post', () => {
  it('is sent as it was received', () => {
    expect(verdict([RECEIVED])).toBe('Same');
  });

  it.each<[keyof OrderRow, string]>([
    ['side', 'SELL'], ['security', 'ACME'], ['units', '900'], ['price', '99'], ['timeInForce', 'GTC'],
    ['brokerCode', 'OTHER'], ['orderRef', 'T-2'], ['orderNumber', '700009'], ['status', 'Open'], ['tradingDate', '2026-11-19'],
  ])('is held where its %s was changed', (name, value) => {
    expect(verdict([RECEIVED], {}, aRow({ [name]: value }))).toMatch(new RegExp(`^${name} .*, not ${value}$`));
  }); // prettier-ignore

  it.each<Partial<OrderRow>>([
    { accountNumber: 'C-2' },
    { clientName: 'Obi Ada' },
    { clientSalt: 'b'.repeat(32) },
  ])('is held where its client was changed, whom nothing names: %j', (row) => {
    expect(verdict([RECEIVED], {}, aRow(row))).toBe('another client');
  });

  it('is held where client and salt were changed so that they fit each other', () => {
    const row = aRow({ accountNumber: 'C-2', clientSalt: 'b'.repeat(32) });
    expect(clientCommitment(row.clientSalt, 'C-2', row.clientName)).toHaveLength(64);
    expect(verdict([RECEIVED], {}, row)).toBe('another client');
  });

  it('is sent by the terms that replaced those received', () => {
    const changes = { units: '70', version: 2 };
    const replaced = entry('POST_REPLACED', { request: 'req_1', units: '70', price: '12.5' });
    const edited = entry('EDITED_BEFORE_SENDING', { units: '70', price: '12.5', changes });
    const row = aRow({ units: '70', version: 2 });
    expect(verdict([RECEIVED, replaced, edited], { units: '70' }, row)).toBe('Same');
    expect(verdict([RECEIVED, replaced, edited], {}, aRow({ version: 2 }))).toBe(
      'units 70, not 100',
    );
  });

  it.each<[string, OrderRequest['state'], string]>([
    ['POST_NOT_SENT', 'Queued', 'Same'],
    ['POST_UNKNOWN', 'Unknown', 'Same'],
    ['POST_SEARCHED', 'Unknown', 'Same'],
    ['POST_SENT', 'Queued', 'POST_SENT as the last entry of the request'],
    ['POST_ACKNOWLEDGED', 'Queued', 'POST_ACKNOWLEDGED as the last entry of the request'],
    ['POST_REFUSED', 'Queued', 'POST_REFUSED as the last entry of the request'],
    ['POST_WITHDRAWN', 'Queued', 'POST_WITHDRAWN as the last entry of the request'],
    ['POST_UNKNOWN', 'Queued', 'POST_UNKNOWN as the last entry of the request'],
    ['POST_ACKNOWLEDGED', 'Unknown', 'POST_ACKNOWLEDGED as the last entry of the request'],
    ['POST_NOT_SENT', 'Sent', 'POST_NOT_SENT as the last entry of the request'],
  ])('whose last entry is %s is, as %s: %s', (type, state, expected) => {
    const last = entry(type, { request: 'req_1', changes: { version: 2 } });
    expect(verdict([RECEIVED, last], { state }, aRow({ version: 2 }))).toBe(expected);
  });

  it('is not sent a second time by a request that was added', () => {
    const sent = entry('POST_SENT', { request: 'req_1', changes: { version: 2 } });
    const row = aRow({ version: 2 });
    expect(verdict([RECEIVED, sent], { id: 'req_9' }, row)).toBe('no such request');
  });

  it('is ahead of its entries while what has changed its order is not committed', () => {
    expect(isAheadOfTrail(aRow(), recordedIn([]))).toBe(true);
    expect(isAheadOfTrail(aRow({ version: 2 }), recordedIn([RECEIVED]))).toBe(true);
    expect(isAheadOfTrail(aRow(), recordedIn([RECEIVED]))).toBe(false);
    expect(isAheadOfTrail(POSTED_ROW, recordedIn(POSTED))).toBe(false);
  });

  it('is held where the person was changed whom the exchange is told', () => {
    expect(verdict([RECEIVED], { operator: 'key:chief' })).toBe('another operator');
    const forAda = entry('ORDER_RECEIVED', newOrderFact(aRow()), 'Ada');
    expect(verdict([forAda], { operator: 'Ada' })).toBe('Same');
    expect(verdict([forAda])).toBe('another operator');
    const unknown = entry('POST_UNKNOWN', { request: 'req_1' });
    expect(verdict([forAda, unknown], { state: 'Unknown', operator: 'Ada' })).toBe('Same');
    expect(verdict([forAda, unknown], { state: 'Unknown' })).toBe('another operator');
  });
});

describe('An edit', () => {
  it('is sent as it was asked for', () => {
    expect(verdictOf(EDIT, ASKED)).toBe('Same');
    expect(isAskedInTrail(EDIT, ASKED)).toBe(true);
  });

  it.each<[Partial<OrderRequest>, string]>([
    [{ units: '900' }, 'units 80, not 900'],
    [{ price: '1' }, 'price 12.5, not 1'],
    [{ price: null }, 'price 12.5, not none'],
    [{ id: 'req_9' }, 'no such request'],
    [{ operator: 'key:chief' }, 'another operator'],
  ])('is held where it was changed to %j', (changes, expected) => {
    expect(verdictOf({ ...EDIT, ...changes }, ASKED)).toBe(expected);
    const isSameAsk = changes.operator !== undefined;
    expect(isAskedInTrail({ ...EDIT, ...changes }, ASKED)).toBe(isSameAsk);
  });

  it.each<Partial<OrderRow>>([{ matchedUnits: '-899900' }, { matchedUnderPriorNumbers: '10' }])(
    'is held where its units would be worked out from %j',
    (row) => {
      expect(verdictOf(EDIT, ASKED, row)).toContain('matched');
    },
  );

  it('is of who asked for it last, whatever the dispatcher has noted since', () => {
    const byAda = entry('EDIT_REPLACED', { request: 'req_2', units: '80', price: '12.5', changes: { version: 5 } }, 'Ada');
    const notSent = { ...entry('EDIT_NOT_SENT', { request: 'req_2', units: '80', price: '12.5', changes: { version: 6 } }), actor: 'system:dispatcher' };
    const entries = [...ASKED, byAda, notSent];
    expect(verdictOf({ ...EDIT, operator: 'Ada' }, entries, { version: 6 })).toBe('Same');
    expect(verdictOf(EDIT, entries, { version: 6 })).toBe('another operator');
  }); // prettier-ignore

  it.each<Partial<OrderRow>>([{ numberGrade: 'Enquired' }, { numberDoubt: 'OrderEnquiry' }])('is held where it was changed how its number is known: %j', (row) => {
    expect(verdictOf(EDIT, ASKED, row)).toMatch(/^number(Grade|Doubt) /);
  }); // prettier-ignore

  it('is held where the number was changed by which it is sent', () => {
    expect(verdictOf(EDIT, ASKED, { orderNumber: '700009' })).toBe(
      'orderNumber 700001, not 700009',
    );
  });

  it('is sent by the terms that replaced those asked for first', () => {
    const changes = { version: 5 };
    const replaced = entry('EDIT_REPLACED', {
      request: 'req_2',
      units: '60',
      price: '12',
      changes,
    });
    const entries = [...ASKED, replaced];
    const row = { version: 5 };
    expect(verdictOf({ ...EDIT, units: '60', price: '12' }, entries, row)).toBe('Same');
    expect(verdictOf(EDIT, entries, row)).toBe('units 60, not 80');
  });
});

describe('A cancel', () => {
  it('is sent where somebody has asked for it', () => {
    expect(verdictOf(CANCEL, CANCEL_ASKED)).toBe('Same');
    expect(isAskedInTrail(CANCEL, CANCEL_ASKED)).toBe(true);
  });

  it('is held where nobody has, or where the number was changed', () => {
    expect(verdict(POSTED, CANCEL, POSTED_ROW)).toBe('no such request');
    expect(verdictOf(CANCEL, CANCEL_ASKED, { orderNumber: '700009' })).toBe(
      'orderNumber 700001, not 700009',
    );
    expect(isAskedInTrail(CANCEL, POSTED)).toBe(false);
  });

  it('is held where it was made of an edit', () => {
    expect(verdictOf({ ...CANCEL, id: 'req_2' }, ASKED)).toBe(
      'EDIT_REQUESTED as the last entry of the request',
    );
  });
});
