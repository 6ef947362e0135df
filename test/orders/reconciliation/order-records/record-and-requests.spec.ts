import type { RecordEvidence } from '../../../../src/orders/order/evidence/evidence.js';
import type { OrderRequest } from '../../../../src/orders/order/requests/order-request.js';
import type { OrderChange, Order } from '../../../../src/orders/order/order.js';
import { applyRecord } from '../../../../src/orders/reconciliation/order-records/apply-record.js';
import {
  after,
  aRecord,
  aRequest,
  aState,
  at,
  changeOf,
  factsOf,
  inDoubt,
  GRACE_MS,
  matchedRecord,
  noon,
  raisedBy,
  openBreaks,
} from '../../../support/builders.js';
import { read, RULES } from '../../order/reading.js';

/** The quiet time of a request ends after the record was asked for. */
const LATER = noon(45);

function enquire(
  request: Partial<OrderRequest>,
  record: RecordEvidence,
  order: Partial<Order> = {},
): OrderChange {
  return changeOf(read(inDoubt(request, order), record));
}

describe('A request of unknown outcome whose order lists show otherwise than enquiries do', () => {
  const contradicted = { ...RULES, contradiction: 'lists and enquiries show it differently' };

  it.each<Partial<OrderRequest>>([
    { kind: 'Cancel', sends: 2 },
    { kind: 'Cancel', refusalPending: 1, reason: 'not allowed' },
    { kind: 'Edit', units: '80', price: '13', sends: 2 },
    { kind: 'Edit', units: '80', price: '13', refusalPending: 1, reason: 'not allowed' },
  ])('is not Refused by an enquiry that shows nothing of it: %j', (request) => {
    const state = inDoubt(request);
    expect(changeOf(applyRecord(state, aRecord(), at(), RULES)).requests).toMatchObject([
      { state: 'Refused' },
    ]);
    expect(changeOf(applyRecord(state, aRecord(), at(), contradicted)).requests).toEqual([]);
    const unconfirmed = { ...RULES, mayBeDone: true };
    expect(changeOf(applyRecord(state, aRecord(), at(), unconfirmed)).requests).toEqual([]);
  });
});

describe('A cancel of unknown outcome', () => {
  it('is Acknowledged by an enquiry that shows the order Cancelled', () => {
    const change = enquire({ kind: 'Cancel' }, aRecord({ statusWord: 'Cancelled' }));
    expect(change.requests).toMatchObject([{ state: 'Acknowledged' }]);
    expect(change.order).toMatchObject({ status: 'Cancelled', grade: 'Enquired' });
    expect(change.breakTypesClosed).toEqual(['CancelUnconfirmed']);
  });

  it('stays Unknown while an enquiry in the quiet time shows the order Open: it may be on its way', () => {
    const change = enquire({ kind: 'Cancel', dueAt: LATER }, aRecord());
    expect(change.requests).toEqual([]);
    expect(change.breakTypesClosed).toEqual([]);
  });

  it('is sent once more when an enquiry after the quiet time shows the order Open (C7)', () => {
    const change = enquire({ kind: 'Cancel' }, aRecord());
    expect(change.requests).toMatchObject([{ state: 'Unknown', resend: 'Cleared', sends: 1 }]);
    expect(factsOf(change)).toEqual(['CANCEL_SEARCHED']);
    expect(change.breakTypesClosed).toEqual([]);
  });

  it.each([
    ['has not been asked for since', 'NotAsked'],
    ['does not show it: the number may be another order’s by now', 'NotShown'],
  ] as const)('is not sent once more while the list of its account %s', (_, shows) => {
    const rules = { ...RULES, accountShows: shows };
    const change = changeOf(read(inDoubt({ kind: 'Cancel' }), aRecord(), rules));
    expect(change.requests.filter(({ resend }) => resend === 'Cleared')).toEqual([]);
    expect(factsOf(change)).toEqual(shows === 'NotShown' ? ['CANCEL_SEARCHED'] : []);
  });

  it.each(['Shown', 'NotAnswered'] as const)(
    'is sent once more when the list of its account is asked for: %s',
    (shows) => {
      const rules = { ...RULES, accountShows: shows };
      const change = changeOf(read(inDoubt({ kind: 'Cancel' }), aRecord(), rules));
      expect(change.requests).toMatchObject([{ resend: 'Cleared' }]);
    },
  );

  it('whose units people have to answer for says so, and is looked at less and less often, though nobody asks for the list of its account', () => {
    const state = { ...inDoubt({ kind: 'Cancel' }), breaks: openBreaks('UnitsMismatch') };
    const rules = { ...RULES, accountShows: 'NotAsked' } as const;
    const [request] = changeOf(read(state, aRecord(), rules)).requests;
    expect(request).toMatchObject({ resend: 'Undecided', searches: 1 });
    expect(request?.found).toContain('units that nobody here has asked for');
    expect(request?.dueAt).toBeGreaterThan(at().database);
  });

  it('is not sent once more while people have to say whose units are shown that nobody here asked for', () => {
    const state = { ...inDoubt({ kind: 'Cancel' }), breaks: openBreaks('UnitsMismatch') };
    const change = changeOf(read(state, aRecord()));
    expect(change.requests).toMatchObject([{ state: 'Unknown', resend: 'Undecided' }]);
  });

  it('is Refused when the order works on after two of them', () => {
    const change = enquire({ kind: 'Cancel', sends: 2 }, aRecord());
    expect(change.requests).toMatchObject([{ state: 'Refused' }]);
    expect(change.order).not.toHaveProperty('status');
  });

  it('that was sent twice stays Unknown while enquiries show units that nobody asked for: they may show it as it was before', () => {
    const before = aRecord({ units: '40', pendingUnits: '40' });
    const change = enquire({ kind: 'Cancel', sends: 2 }, before);
    expect(change.requests).toEqual([]);
    expect(change.order).toMatchObject({ units: '40', numberDoubt: 'AccountList' });
    const again = applyRecord(
      after(inDoubt({ kind: 'Cancel', sends: 2 }), change),
      { ...before, askedAt: noon(45) },
      at(),
      RULES,
    );
    expect(again?.requests ?? []).toEqual([]);
  });

  it('that was sent twice stays Unknown while enquiries show fewer matched than are proven', () => {
    const before = aRecord({ matchedUnits: '0', pendingUnits: '100' });
    const change = enquire({ kind: 'Cancel', sends: 2 }, before, { matchedUnits: '40' });
    expect(change.requests).toEqual([]);
  });

  it('that was sent twice stays Unknown while records need not show it yet, however short the quiet time', () => {
    const change = enquire({ kind: 'Cancel', sends: 2 }, aRecord(), { lastOwnChangeAt: noon(25) });
    expect(change.requests).toEqual([]);
    expect(change.breakTypesClosed).toEqual([]);
  });

  it('that was sent twice is not Refused in the quiet time, though the exchange has said no', () => {
    const change = enquire(
      { kind: 'Cancel', sends: 2, refusalPending: 1, dueAt: LATER },
      aRecord(),
    );
    expect(change.requests).toEqual([]);
  });

  it('is Refused by an enquiry that shows the order Open, where the exchange has said no', () => {
    const change = enquire({ kind: 'Cancel', refusalPending: 1, reason: 'not allowed' }, aRecord());
    expect(change.requests).toMatchObject([{ state: 'Refused', reason: 'not allowed' }]);
    expect(change.order).toMatchObject({ reason: 'not allowed' });
    expect(change.order).not.toHaveProperty('status');
    expect(change.breakTypesClosed).toEqual(['CancelUnconfirmed']);
  });

  it.each(['Cancel', 'Edit'] as const)(
    'that was refused stays Unknown while records need not show yet whether it was done: %s',
    (kind) => {
      const refused = { kind, refusalPending: 1, units: kind === 'Edit' ? '80' : null } as const;
      const change = enquire(refused, aRecord(), { lastOwnChangeAt: noon(25) });
      expect(change.requests).toEqual([]);
    },
  );

  it.each<[string, Partial<OrderRequest>, object]>([
    [
      'is Refused by a no to the number that the order has',
      { namedNumber: '700001' },
      { state: 'Refused' },
    ],
    [
      'is sent once more after a no to another number',
      { namedNumber: '700000' },
      { resend: 'Cleared' },
    ],
    [
      'is sent once more after two noes to another number',
      { namedNumber: '700000', sends: 2 },
      { state: 'Unknown', resend: 'Cleared' },
    ],
    ['that another number named waits for the quiet time', { namedNumber: '7', dueAt: LATER }, {}],
  ])('%s', (_, request, becomes) => {
    const refused = {
      kind: 'Cancel',
      refusalPending: 1,
      reason: 'not working',
      ...request,
    } as const;
    const requests = Object.keys(becomes).length === 0 ? [] : [becomes];
    expect(enquire(refused, aRecord()).requests).toMatchObject(requests);
  });

  it('is Acknowledged by an enquiry that shows the order Cancelled, also where the exchange said no', () => {
    const change = enquire(
      { kind: 'Cancel', refusalPending: 1 },
      aRecord({ statusWord: 'Cancelled' }),
    );
    expect(change.requests).toMatchObject([{ state: 'Acknowledged' }]);
  });

  it('is Refused by an enquiry that shows the order Filled', () => {
    const change = enquire({ kind: 'Cancel' }, matchedRecord(100));
    expect(change.requests).toMatchObject([
      { state: 'Refused', reason: 'the order was filled before it could be cancelled' },
    ]);
    expect(change.order.status).toBe('Filled');
  });

  it('keeps its doubt when another one is Refused by the same enquiry', () => {
    const refused = aRequest({ id: 'req_2', kind: 'Cancel', state: 'Unknown', refusalPending: 1 });
    const open = inDoubt({ kind: 'Cancel', dueAt: LATER });
    const state = { ...open, requests: [...open.requests, refused] };
    const change = changeOf(read(state, aRecord()));
    expect(change.requests).toMatchObject([{ id: 'req_2', state: 'Refused' }]);
    expect(change.breakTypesClosed).toEqual([]);
    expect(after(state, change)).toMatchObject({
      requests: [{ id: 'req_1', state: 'Unknown' }],
      breaks: openBreaks('CancelUnconfirmed'),
    });
  });

  it('ends its doubt together with another one, when an enquiry shows the order Cancelled', () => {
    const other = aRequest({ id: 'req_2', kind: 'Cancel', state: 'Unknown' });
    const open = inDoubt({ kind: 'Cancel' });
    const state = { ...open, requests: [...open.requests, other] };
    const record = aRecord({ statusWord: 'Cancelled' });
    const change = changeOf(read(state, record));
    expect(change.requests.map((request) => request.state)).toEqual([
      'Acknowledged',
      'Acknowledged',
    ]);
    expect(change.breakTypesClosed).toEqual(['CancelUnconfirmed']);
  });

  it('is asked about again when the order turns out to work on', () => {
    const change = enquire({ kind: 'Cancel' }, matchedRecord(40));
    expect(after(inDoubt({ kind: 'Cancel' }), change)).toMatchObject({
      order: { status: 'Open', matchedUnits: '40' },
      requests: [{ state: 'Unknown' }],
    });
  });
});

describe('An edit of unknown outcome', () => {
  const edit = { kind: 'Edit', units: '80', price: '13' } as const;

  it('is not shown by a record of the number before that counts what was executed', () => {
    const executed = { units: '400', matchedUnits: '400', pendingUnits: '0' };
    const record = aRecord({ statusWord: 'Cancelled', ...executed });
    const change = enquire({ kind: 'Edit', units: '4200' }, record);
    expect(change.requests).toEqual([]);
    expect(change.order).not.toHaveProperty('status');
  });

  it('is Acknowledged by an enquiry that shows the units it asked for', () => {
    const change = enquire(edit, aRecord({ units: '80', pendingUnits: '80' }));
    expect(change.requests).toMatchObject([{ state: 'Acknowledged' }]);
    expect(change.order).toMatchObject({
      status: 'Amended',
      units: '80',
      price: '13',
      grade: 'Enquired',
    });
    expect(change.breakTypesClosed).toEqual(['EditUnconfirmed']);
    expect(factsOf(change)).toEqual(['EDIT_ACKNOWLEDGED', 'STATUS_CHANGED', 'TERMS_CHANGED']);
  });

  it('compares those units by value', () => {
    const change = enquire(edit, aRecord({ units: '80.00', pendingUnits: '80' }));
    expect(change.requests).toMatchObject([{ state: 'Acknowledged' }]);
  });

  it('stays Unknown while an enquiry in the quiet time shows the old units', () => {
    expect(enquire({ ...edit, dueAt: LATER }, aRecord()).requests).toEqual([]);
  });

  it('is sent once more when an enquiry after the quiet time shows the old units (C1)', () => {
    const change = enquire(edit, aRecord());
    expect(change.requests).toMatchObject([{ state: 'Unknown', resend: 'Cleared', sends: 1 }]);
  });

  it.each([
    ['sent once more', { sends: 1 }],
    ['refused, when two show no effect', { sends: 2 }],
    ['refused, when the exchange has said no', { refusalPending: 1 }],
    ['either, where it changes the price alone', { units: null, price: '13', sends: 2 }],
  ] as const)('is not %s while the broker’s list leaves the number out', (_, request) => {
    const state = inDoubt({ ...edit, ...request });
    const rules = { ...RULES, basePriceIsLimit: true, mayBeRenumbered: true };
    expect(changeOf(read(state, aRecord({ basePrice: '12.5' }), rules)).requests).toEqual([]);
  });

  it('is not sent once more when units are matched: it may mean something else by now', () => {
    expect(enquire(edit, matchedRecord(40)).requests).toEqual([]);
  });

  it('is sent again when the gateway has refused each of them: a key may be refused for hours', () => {
    const change = enquire({ ...edit, sends: 2, refusedAtGateway: 1 }, aRecord());
    expect(change.requests).toMatchObject([{ state: 'Unknown', resend: 'Cleared' }]);
  });

  it('is Refused when two of them show no effect', () => {
    const change = enquire({ ...edit, sends: 2 }, aRecord());
    expect(change.requests).toMatchObject([
      { state: 'Refused', reason: 'two edits show no effect' },
    ]);
  });

  it('of the price alone is never Refused for showing no effect: records do not show the price (C1)', () => {
    const change = enquire({ ...edit, units: '100', sends: 2 }, aRecord());
    expect(change.requests).toEqual([]);
  });

  it('stays Unknown while an enquiry shows units that nobody asked for, which are not taken over', () => {
    const change = enquire(
      { ...edit, refusalPending: 1 },
      aRecord({ units: '90', pendingUnits: '90' }),
    );
    expect(change.requests).toEqual([]);
    expect(change.order).not.toHaveProperty('units');
  });

  it('is Refused by an enquiry that shows the old units, where the exchange has said no', () => {
    const change = enquire(
      { ...edit, refusalPending: 1, reason: 'price outside the band' },
      aRecord(),
    );
    expect(change.requests).toMatchObject([{ state: 'Refused' }]);
    expect(change.order).toMatchObject({ reason: 'price outside the band' });
    expect(change.order).not.toHaveProperty('units');
  });

  it('is Acknowledged by an enquiry that shows its units, also where the exchange said no', () => {
    const change = enquire(
      { ...edit, refusalPending: 1 },
      aRecord({ units: '80', pendingUnits: '80' }),
    );
    expect(change.requests).toMatchObject([{ state: 'Acknowledged' }]);
  });

  it('of the price alone is not confirmed by units that were always so', () => {
    const change = enquire({ ...edit, units: '100', dueAt: LATER }, aRecord());
    expect(change.requests).toEqual([]);
    expect(change.order).not.toHaveProperty('price');
  });

  it('of the price alone is not confirmed by the word "Amended", which is no surprise either', () => {
    const change = enquire(
      { ...edit, units: '100', dueAt: LATER },
      aRecord({ statusWord: 'Amended' }),
    );
    expect(change.requests).toEqual([]);
    expect(change.order).not.toHaveProperty('status');
    expect(change.breaksOpened).toEqual([]);
  });

  it('of the price alone stays Unknown when the word is newly "Amended", though the exchange said no', () => {
    const said = { ...edit, units: '100', refusalPending: 1, reason: 'price outside the band' };
    const state = inDoubt(said);
    const record = aRecord({ statusWord: 'Amended' });
    const once = after(state, read(state, record));
    const twice = after(once, applyRecord(once, record, at(70), RULES));
    for (const { order, requests, breaks } of [once, twice]) {
      expect(order).toMatchObject({ status: 'Open', price: '12.5', reason: null });
      expect(requests).toMatchObject([{ state: 'Unknown' }]);
      expect(breaks.map(({ type }) => type)).toEqual(['EditUnconfirmed']);
    }
  });

  it('of the price alone stays Unknown while records say Amended, whatever the exchange said', () => {
    const record = aRecord({ statusWord: 'Amended' });
    const change = enquire({ ...edit, units: '100', refusalPending: 1 }, record, {
      status: 'Amended',
    });
    expect(change.requests).toEqual([]);
  });

  it.each([
    ['Filled', matchedRecord(60, { units: '60', statusWord: 'Done' })],
    ['Filled', matchedRecord(60, { units: '60' })],
    ['Cancelled', aRecord({ units: '60', pendingUnits: '0', statusWord: 'Cancelled' })],
  ])(
    'to fewer units is Acknowledged by an enquiry that shows it %s with those',
    (status, record) => {
      const state = inDoubt({ ...edit, units: '60' });
      const change = changeOf(read(state, record));
      expect(change.requests).toMatchObject([{ kind: 'Edit', state: 'Acknowledged' }]);
      expect(raisedBy(change)).not.toContain('UnitsMismatch');
      expect(after(state, change)).toMatchObject({
        order: { status, units: '60', price: '13', closedAt: noon(60) },
        requests: [],
      });
    },
  );

  it('stays Unknown when its order is Cancelled under the old number: it may have a new one', () => {
    const change = enquire(edit, aRecord({ statusWord: 'Cancelled' }));
    expect(change.requests).toMatchObject([{ state: 'Unknown', endedWithoutAt: noon(30) }]);
    expect(factsOf(change)).toEqual(['EVIDENCE_NOT_BELIEVED']);
    expect(change.order).toMatchObject({ exchangeStatus: 'Cancelled' });
    expect(change.order).not.toHaveProperty('status');
  });

  it('is not shown by the end of the old number where the exchange has named another one', () => {
    const record = aRecord({ units: '80', pendingUnits: '0', statusWord: 'Cancelled' });
    const change = enquire({ ...edit, unprovenNumber: '700010' }, record);
    expect(change.requests).toEqual([]);
    expect(change.order).not.toHaveProperty('status');
  });

  it.each<[string, Partial<OrderRequest>]>([
    ['of units and price', {}],
    ['of the price alone', { units: '100' }],
  ])(
    '%s is neither sent again nor Refused for what the old number shows, where the exchange has acknowledged it under another (C4)',
    (_, terms) => {
      for (const sends of [1, 2]) {
        const named = { ...edit, ...terms, sends, unprovenNumber: '700010' } as const;
        const change = enquire({ ...named, resend: 'Forbidden' }, aRecord());
        expect(change.requests).toEqual([]);
        expect(change.breakTypesClosed).toEqual([]);
      }
    },
  );

  it('that was sent twice stays Unknown while records need not show it yet, however short the quiet time', () => {
    const change = enquire({ ...edit, sends: 2 }, aRecord(), { lastOwnChangeAt: noon(25) });
    expect(change.requests).toEqual([]);
    expect(change.breakTypesClosed).toEqual([]);
  });

  it('is not shown by the end of a number of which nothing has shown the edit before it, however often that is read', () => {
    const back = { kind: 'Edit', units: '100', price: '13' } as const;
    const record = aRecord({ units: '100', pendingUnits: '0', statusWord: 'Cancelled' });
    const state = inDoubt(back, { status: 'Amended', units: '60', editAcknowledgedAt: noon(0) });
    const once = after(state, changeOf(read(state, record)));
    const twice = after(once, changeOf(read(once, { ...record, askedAt: noon(90) })));
    for (const { order, requests } of [once, twice]) {
      expect(requests).toMatchObject([{ state: 'Unknown' }]);
      expect(order).toMatchObject({ status: 'Amended', units: '60', exchangeStatus: 'Cancelled' });
    }
    const alone = { ...twice, requests: [] };
    const doubted = after(alone, changeOf(read(alone, { ...record, askedAt: noon(120) })));
    expect(doubted.order).toMatchObject({ status: 'Amended', numberDoubt: 'Acknowledgement' });
  });

  it('is Refused by an enquiry that shows the order Filled with its old units', () => {
    const change = enquire(edit, matchedRecord(100));
    expect(change.requests).toMatchObject([{ state: 'Refused', reason: 'the order is Filled' }]);
  });
});

describe('A post of unknown outcome', () => {
  it('is not settled by a record that reaches it by the order number', () => {
    const state = aState({ requests: [aRequest({ state: 'Unknown', refusalPending: 1 })] });
    const change = changeOf(read(state, aRecord()));
    expect(change.requests).toEqual([]);
  });
});

describe('An edit of unknown outcome back to what the order had before its last edit', () => {
  const editedAt = noon(0);
  const edited = {
    status: 'Amended',
    editAcknowledgedAt: editedAt,
    lastOwnChangeAt: noon(1),
  } as const;

  it.each([
    [GRACE_MS, []],
    [GRACE_MS + 1, [{ state: 'Acknowledged' }]],
  ])(
    'is not shown by its units %d ms after the last one: the record may be older',
    (later, shown) => {
      const order = { ...edited, unitsBefore: '80', unitsBeforeEditAt: editedAt };
      const record = aRecord({ units: '80', pendingUnits: '80', askedAt: editedAt + later });
      const change = enquire({ kind: 'Edit', units: '80' }, record, order);
      expect(change.requests).toHaveLength(shown.length);
      expect(change.requests).toMatchObject(shown);
    },
  );

  it.each([
    [GRACE_MS, false],
    [GRACE_MS + 1, true],
  ])('nor is one of the price alone by that price, %d ms after it', (later, isShown) => {
    const order = { ...edited, priceBefore: '13' };
    const record = aRecord({ basePrice: '13', askedAt: editedAt + later });
    const state = inDoubt({ kind: 'Edit', units: '100', price: '13', sends: 2 }, order);
    const change = changeOf(applyRecord(state, record, at(), { ...RULES, basePriceIsLimit: true }));
    expect(change.requests).toHaveLength(Number(isShown));
    if (isShown) expect(change.order).toMatchObject({ priceGrade: 'Shown' });
  });
});

describe('An edit of units and price whose outcome is unknown', () => {
  const edit = { kind: 'Edit', units: '200', price: '12.7' } as const;
  const taken = { units: '200', pendingUnits: '200' };

  it('leaves the price doubtful where the record has its units and the price of before', () => {
    const change = enquire(edit, aRecord({ ...taken, basePrice: '12.5' }));
    expect(change.requests).toMatchObject([{ state: 'Acknowledged' }]);
    expect(change.order).toMatchObject({ units: '200', priceGrade: 'Doubtful' });
  });

  it.each([null, '12.7', '11'])('infers its price where BasePrice is %s', (basePrice) => {
    const change = enquire(edit, aRecord({ ...taken, basePrice }));
    expect(change.order).toMatchObject({ units: '200', priceGrade: 'Inferred' });
  });

  it.each<[string, Partial<OrderRequest>]>([
    ['a no', { refusalPending: 1, reason: 'not allowed' }],
    ['two that show no effect', { sends: 2 }],
  ])('is not refused after %s where the record has its price and not its units', (_, request) => {
    const half = enquire({ ...edit, ...request }, aRecord({ basePrice: '12.7' }));
    expect(half.requests).toEqual([]);
    const none = enquire({ ...edit, ...request }, aRecord({ basePrice: '12.5' }));
    expect(none.requests).toMatchObject([{ state: 'Refused' }]);
  });
});

describe('The record that ends an order whose edit of the price has no known outcome', () => {
  const edit = { kind: 'Edit', units: '100', price: '12.7' } as const;
  const ended = { statusWord: 'Cancelled', pendingUnits: '0' };
  const priceGradeAfter = (basePrice: string | null, request: Partial<OrderRequest> = {}) =>
    enquire({ ...edit, ...request }, aRecord({ ...ended, basePrice })).order.priceGrade ?? null;

  it.each([
    ['12.7', 'Doubtful'],
    ['12.5', null],
    ['11', null],
    [null, null],
  ])(
    'with %s as BasePrice leaves the price %s: the edit may have been done',
    (basePrice, grade) => {
      expect(priceGradeAfter(basePrice)).toBe(grade);
    },
  );

  it('says nothing of an edit that left the price as it was', () => {
    expect(priceGradeAfter('12.5', { units: '200', price: '12.5' })).toBeNull();
  });
});
