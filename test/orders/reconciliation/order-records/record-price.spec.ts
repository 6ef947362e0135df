import type { RecordEvidence } from '../../../../src/orders/order/evidence/evidence.js';
import type { OrderChange, Order, OrderState } from '../../../../src/orders/order/order.js';
import { identityOf } from '../../../../src/orders/breaks/break.js';
import { applyReply } from '../../../../src/orders/dispatch/call-outcome.js';
import { applyAmendedTerms } from '../../../../src/orders/order/changes/amended-terms.js';
import { OrderChangeDraft } from '../../../../src/orders/order/changes/order-change-draft.js';
import {
  applyRestingRow,
  type RestingEvidence,
} from '../../../../src/orders/reconciliation/order-records/resting-row.js';
import {
  after,
  anOrder,
  aRecord,
  aReply,
  aRequest,
  aState,
  at,
  changeOf,
  factsOf,
  noon,
  openBreaks,
  QUIET_MS,
  raisedBy,
  GRACE_MS,
} from '../../../support/builders.js';
import { read, RULES } from '../../order/reading.js';

const ROW: RestingEvidence = {
  orderNumber: '700001', security: 'SD11PLC', side: 'BUY', accountNumber: 'CDS-1', price: '12.5',
  askedAt: noon(40), isLimit: true, isBasePrice: false, matchedUnits: null,
}; // prettier-ignore
const SETTLED = { ...RULES, basePriceIsLimit: true };
const DEARER = { basePrice: '12.6' };

/** What an enquiry with this `BasePrice` does, where it is known to be the current limit. */
function shown(
  record: Partial<RecordEvidence>,
  { order = {}, ...state }: Partial<Omit<OrderState, 'order'>> & { order?: Partial<Order> } = {},
): OrderChange {
  const held = aState({ order: anOrder(order), ...state });
  return changeOf(read(held, aRecord(record), SETTLED));
}

/** The order as it is after one enquiry after another. */
function afterEnquiries(...prices: readonly string[]): { state: OrderState; last: OrderChange } {
  let state = aState();
  let last: OrderChange | null = null;
  for (const basePrice of prices) {
    last = changeOf(read(state, aRecord({ basePrice }), SETTLED));
    state = after(state, last);
  }
  return { state, last: changeOf(last) };
}

describe('A price that was changed elsewhere', () => {
  it('is taken over from an enquiry, and a person is told of both', () => {
    const change = shown(DEARER, { order: { price: '12.50' } });
    expect(change.order).toMatchObject({ price: '12.6' });
    expect(change.order).not.toHaveProperty('units');
    expect(change.breaksOpened).toEqual([
      {
        type: 'PriceMismatch',
        key: '12.5',
        detail: 'the exchange has a price of 12.6, we had 12.5',
      },
    ]);
    expect(change.facts).toContainEqual({
      type: 'TERMS_CHANGED',
      body: { units: '100', price: '12.6', request: null },
    });
  });

  it('is in doubt where nobody knows what BasePrice is, and it had followed an edit of ours', () => {
    const follows = { ...RULES, basePriceFollows: true };
    const state = aState({ order: anOrder({ priceGrade: 'Acknowledged' }) });
    const change = changeOf(read(state, aRecord(DEARER), follows));
    expect(change.order).toMatchObject({ priceGrade: 'Doubtful' });
    expect(change.order).not.toHaveProperty('price');
    expect(raisedBy(change)).toEqual(['PriceMismatch']);
    const doubted = after(state, change);
    const again = aRecord({ basePrice: '12.5', askedAt: noon(50) });
    expect(changeOf(read(doubted, again, follows)).order).toMatchObject({ priceGrade: 'Shown' });
    expect(raisedBy(changeOf(read(state, aRecord(DEARER))))).toEqual([]);
  });

  it('is known again by the BasePrice that shows the edit with which we have answered', () => {
    const follows = { ...RULES, basePriceFollows: true };
    const state = aState({ order: anOrder({ priceGrade: 'Acknowledged' }) });
    const doubted = after(state, changeOf(read(state, aRecord(DEARER), follows)));
    const draft = new OrderChangeDraft(doubted, at());
    const edit = aRequest({ kind: 'Edit', units: '100', price: '12.2' });
    applyAmendedTerms(draft, edit, 'Amended', 'Acknowledged');
    const edited = after(doubted, draft.change());
    expect(edited.order).toMatchObject({ price: '12.2', priceGrade: 'Doubtful' });
    const record = aRecord({ basePrice: '12.2', statusWord: 'Amended', askedAt: noon(50) });
    const known = after(edited, changeOf(read(edited, record)));
    expect(known.order).toMatchObject({ priceGrade: 'Acknowledged', priceBefore: null });
    expect(known.breaks).toEqual([]);
  });

  it('stays in doubt while the day’s trades show another one, whatever BasePrice shows', () => {
    const follows = { ...RULES, basePriceFollows: true };
    const state = aState({ order: anOrder({ priceGrade: 'Acknowledged' }) });
    const resting = { ...ROW, price: '12.4' };
    const rested = changeOf(applyRestingRow(state, resting, at(), RULES));
    expect(rested.order).toMatchObject({ priceGrade: 'Doubtful' });
    const doubted = after(state, rested);
    const ours = aRecord({ basePrice: '12.5', askedAt: noon(50) });
    const change = changeOf(read(doubted, ours, follows));
    expect(change.order).not.toHaveProperty('priceGrade');
    const dearer = changeOf(read(doubted, aRecord({ ...DEARER, askedAt: noon(50) }), follows));
    const both = after(doubted, dearer);
    const nearer = changeOf(read(both, aRecord({ basePrice: '12.5', askedAt: noon(55) }), follows));
    expect(nearer.breaksClosed.map(({ key }) => key)).toEqual(['followed 12.5']);
    expect(nearer.order).not.toHaveProperty('priceGrade');
    const row = changeOf(applyRestingRow(both, { ...ROW, askedAt: noon(55) }, at(), RULES));
    expect(row.order).not.toHaveProperty('priceGrade');
  });

  it('stays in doubt, too, where BasePrice showed another one before the trades did', () => {
    const follows = { ...RULES, basePriceFollows: true };
    const state = aState({ order: anOrder({ priceGrade: 'Acknowledged' }) });
    const dearer = after(state, changeOf(read(state, aRecord(DEARER), follows)));
    const rested = applyRestingRow(dearer, { ...ROW, price: '12.4' }, at(), RULES);
    const nearer = aRecord({ basePrice: '12.5', askedAt: noon(55) });
    const change = changeOf(read(after(dearer, rested), nearer, follows));
    expect(change.breaksClosed.map(({ key }) => key)).toEqual(['followed 12.5']);
    expect(change.order).not.toHaveProperty('priceGrade');
  });

  it('is known again by the BasePrice that shows it, also after a restart', () => {
    const follows = { ...RULES, basePriceFollows: true };
    const state = aState({ order: anOrder({ priceGrade: 'Acknowledged' }) });
    const doubted = after(state, changeOf(read(state, aRecord(DEARER), follows)));
    const again = aRecord({ basePrice: '12.5', askedAt: noon(50) });
    const change = changeOf(read(doubted, again));
    expect(change.order).toMatchObject({ priceGrade: 'Shown' });
    expect(factsOf(change)).toContain('PROVEN');
  });

  it('is in the trail as doubtful each time it becomes so', () => {
    const follows = { ...RULES, basePriceFollows: true };
    const state = aState({ order: anOrder({ priceGrade: 'Shown' }) });
    const first = changeOf(read(state, aRecord(DEARER), follows));
    const again = { ...after(state, first), order: state.order };
    expect(factsOf(changeOf(read(again, aRecord(DEARER), follows)))).toContain('PRICE_DOUBTED');
  });

  it('is in doubt, too, where another desk changed it before anything has shown the last of our edits', () => {
    const follows = { ...RULES, basePriceFollows: true };
    const edited = { priceGrade: 'Acknowledged', price: '12.5', priceBefore: '12.4' } as const;
    const state = aState({ order: anOrder(edited) });
    const change = changeOf(read(state, aRecord(DEARER), follows));
    expect(change.order).toMatchObject({ priceGrade: 'Doubtful' });
    expect(raisedBy(change)).toEqual(['PriceMismatch']);
    // The one before is told of as the edit that may not have been done.
    const before = changeOf(read(state, aRecord({ basePrice: '12.4' }), follows));
    expect(before.breaksOpened.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('the limit before it'),
    ]);
  });

  it('is in doubt while an enquiry shows the one before our edit, and both are in the trail', () => {
    const edited = anOrder({ priceGrade: 'Acknowledged', price: '12.6', priceBefore: '12.5' });
    const state = aState({ order: edited });
    const doubted = changeOf(read(state, aRecord({ basePrice: '12.5' })));
    expect(doubted.order).toMatchObject({ priceGrade: 'Doubtful' });
    expect(factsOf(doubted)).toContain('PRICE_DOUBTED');
    const record = aRecord({ basePrice: '12.6', askedAt: noon(50) });
    const known = changeOf(read(after(state, doubted), record));
    expect(known.order).toMatchObject({ priceGrade: 'Acknowledged' });
    expect(factsOf(known)).toContain('PROVEN');
  });

  it('is only inferred where BasePrice is another, and nobody knows what that is', () => {
    const state = aState({ order: anOrder({ priceGrade: 'Acknowledged' }) });
    const change = changeOf(read(state, aRecord(DEARER)));
    expect(change.order).toMatchObject({ priceGrade: 'Inferred' });
    expect(factsOf(change)).toContain('PRICE_DOUBTED');
    const otherwise = read(state, aRecord(DEARER), { ...RULES, basePriceIsLimit: false });
    expect(otherwise?.order).not.toHaveProperty('priceGrade');
  });

  it('may come with units that were, so that the acknowledged price is known no more', () => {
    const state = aState({ order: anOrder({ priceGrade: 'Acknowledged' }) });
    const change = changeOf(read(state, aRecord({ units: '60', pendingUnits: '60' })));
    expect(change.order).toMatchObject({ units: '60', priceGrade: 'Inferred' });
  });

  describe('perhaps together with the units', () => {
    const cut = { units: '60', pendingUnits: '60' };
    const state = aState({ order: anOrder({ priceGrade: 'Acknowledged' }) });
    const doubted = after(state, changeOf(read(state, aRecord({ ...cut, ...DEARER }))));
    const later = (price: Partial<RecordEvidence>, seconds = 50) =>
      aRecord({ ...cut, ...price, askedAt: noon(seconds) });

    it('is in doubt where BasePrice shows another, whatever that is', () => {
      expect(doubted.order).toMatchObject({ price: '12.5', units: '60', priceGrade: 'Doubtful' });
      expect(doubted.breaks.map(({ type }) => type)).toContain('PriceMismatch');
    });

    it('is only inferred where BasePrice shows another at another time', () => {
      const before = after(state, changeOf(read(state, aRecord({ ...cut, basePrice: '12.5' }))));
      const change = changeOf(read(before, later(DEARER)));
      expect(after(before, change).order).toMatchObject({ priceGrade: 'Inferred' });
      expect(raisedBy(change)).not.toContain('PriceMismatch');
    });

    it('is in no doubt where BasePrice is known to be something else', () => {
      const rules = { ...RULES, basePriceIsLimit: false };
      const change = changeOf(read(state, aRecord({ ...cut, ...DEARER }), rules));
      expect(change.order).toMatchObject({ priceGrade: 'Inferred' });
      expect(raisedBy(change)).not.toContain('PriceMismatch');
    });

    it('is told of once, and inferred again when BasePrice shows ours', () => {
      expect(read(doubted, later({ basePrice: '12.7' }))?.breaksOpened ?? []).toEqual([]);
      const change = changeOf(read(doubted, later({ basePrice: '12.50' })));
      expect(change.order).toMatchObject({ priceGrade: 'Inferred' });
      expect(change.breaksClosed.map(({ key }) => key)).toEqual(['with units 12.5']);
    });

    it('is known by a row of the day’s trades that shows it, whatever BasePrice shows', () => {
      const row = changeOf(applyRestingRow(doubted, { ...ROW, askedAt: noon(45) }, at(), RULES));
      expect(row.order).toMatchObject({ priceGrade: 'Shown' });
      const known = after(doubted, row);
      expect(known.breaks.map(({ type }) => type)).not.toContain('PriceMismatch');
      expect(read(known, later(DEARER))?.breaksOpened ?? []).toEqual([]);
    });

    it('is known no more when the units change once more', () => {
      const row = changeOf(applyRestingRow(doubted, { ...ROW, askedAt: noon(45) }, at(), RULES));
      const again = { units: '50', pendingUnits: '50', ...DEARER };
      const change = changeOf(read(after(doubted, row), later(again)));
      expect(change.order).toMatchObject({ units: '50', priceGrade: 'Doubtful' });
    });

    it.each(['12.8', '12.5'])('set by an edit of ours to %s is in doubt no more', (price) => {
      const edit = aRequest({ kind: 'Edit', state: 'Sent', units: '60', price });
      const reply = aReply({ statusWord: 'Amended', orderRef: null });
      const asked = { ...doubted, requests: [edit] };
      const change = changeOf(applyReply(asked, edit, 1, reply, at(), { quietMs: QUIET_MS }));
      const edited = after(asked, change);
      expect(edited.order).toMatchObject({ price, priceGrade: 'Acknowledged' });
      expect(edited.breaks.map(({ type }) => type)).not.toContain('PriceMismatch');
      expect(raisedBy(changeOf(read(edited, later(DEARER, 80))))).toEqual([]);
    });
  });

  it('is taken over together with the units', () => {
    const change = shown({ ...DEARER, units: '60', pendingUnits: '60' });
    expect(change.order).toMatchObject({ units: '60', price: '12.6' });
    expect(raisedBy(change)).toEqual(['UnitsMismatch', 'IdentityMismatch', 'PriceMismatch']);
    expect(change.facts.at(-1)?.body).toEqual({ units: '60', price: '12.6', request: null });
  });

  it.each<[string, Partial<RecordEvidence>, Partial<Order>]>([
    ['it is ours, spelt otherwise', { basePrice: '12.50' }, {}],
    ['no price is shown', { basePrice: null }, {}],
    ['zero is shown', { basePrice: '0' }, {}],
    ['less than nothing is shown', { basePrice: '-12.6' }, {}],
    ['a list shows it', { ...DEARER, source: 'BrokerList' }, {}],
    ['the order is Cancelled', { ...DEARER, statusWord: 'Cancelled' }, {}],
    ['the order was Filled', { ...DEARER, matchedUnits: '100', pendingUnits: '0' }, {}],
    ['the word says nothing', { ...DEARER, statusWord: 'Odd' }, {}],
    ['it was asked for before our last call', DEARER, { lastOwnChangeAt: noon(31) }],
    ['it is of a number that the order has no more', DEARER, { orderNumber: '700009' }],
  ])('is none where %s', (_, record, order) => {
    const change = read(aState({ order: anOrder(order) }), aRecord(record), SETTLED);
    expect(change === null ? [] : raisedBy(change)).not.toContain('PriceMismatch');
    expect(change?.order ?? {}).not.toHaveProperty('price');
  });

  it.each([undefined, false])('is none where basePriceIsLimit is %s', (basePriceIsLimit) => {
    const rules = basePriceIsLimit === undefined ? RULES : { ...RULES, basePriceIsLimit };
    const change = changeOf(read(aState(), aRecord(DEARER), rules));
    expect(raisedBy(change)).toEqual([]);
    expect(change.order).not.toHaveProperty('price');
  });

  it('is not known while an edit waits', () => {
    const change = shown(DEARER, { requests: [aRequest({ kind: 'Edit', price: '12.6' })] });
    expect(raisedBy(change)).not.toContain('PriceMismatch');
    expect(change.order).not.toHaveProperty('price');
  });

  it.each([
    ['12.6', { price: '12.6', priceGrade: 'Shown' }, 'Acknowledged'],
    ['12.5', {}, 'Refused'],
    ['12.55', {}, 'Unknown'],
    [null, {}, 'Unknown'],
  ])('of %s ends an edit that got a no: %j, %s', (basePrice, order, state) => {
    const edit = { kind: 'Edit', state: 'Unknown', price: '12.6', refusalPending: 1 } as const;
    const requests = [aRequest({ ...edit, reason: 'no' })];
    const change = shown({ basePrice }, { requests, breaks: openBreaks('EditUnconfirmed') });
    expect(change.order).toMatchObject(order);
    expect(raisedBy(change)).toEqual([]);
    expect((change.requests[0] ?? requests[0])?.state).toBe(state);
  });

  it.each(['12.6', '12.5', null])(
    'of %s ends no edit where BasePrice is not known to be the limit',
    (basePrice) => {
      const edit = { kind: 'Edit', state: 'Unknown', price: '12.6', refusalPending: 1 } as const;
      const requests = [aRequest(edit)];
      const change = changeOf(read(aState({ requests }), aRecord({ basePrice }), RULES));
      expect(change.requests).toEqual([]);
    },
  );

  it.each(['Queued', 'Unknown'] as const)('is known while a cancel is %s', (state) => {
    const requests = [aRequest({ kind: 'Cancel', state, dueAt: noon(300) })];
    expect(raisedBy(shown(DEARER, { requests }))).toEqual(['PriceMismatch']);
  });

  it.each([
    [1, false],
    [GRACE_MS, false],
    [GRACE_MS + 1, true],
  ])('asked for %d ms after our last mutation is known: %s', (later, known) => {
    const change = shown({ ...DEARER, askedAt: noon(0) + later });
    expect('price' in change.order).toBe(known);
    expect(raisedBy(change)).toEqual(known ? ['PriceMismatch'] : []);
  });

  it.each<[string, readonly string[], string, readonly string[]]>([
    ['told once', ['12.6', '12.6'], '12.6', ['PriceMismatch']],
    ['told once, however often it changes', ['12.6', '12.7'], '12.7', ['PriceMismatch']],
    ['told no more once our price is shown again', ['12.6', '12.5'], '12.5', []],
    ['told no more by whatever way it comes back', ['12.6', '12.7', '12.50'], '12.5', []],
    ['told anew after that', ['12.6', '12.5', '12.6'], '12.6', ['PriceMismatch']],
  ])('is %s: %j', (_, prices, price, breaks) => {
    const { state } = afterEnquiries(...prices);
    expect(state.order.price).toBe(price);
    expect(state.breaks.map(({ type }) => type)).toEqual(breaks);
  });

  it('ends in words by the enquiry that shows our price again', () => {
    const { last } = afterEnquiries('12.6', '12.5');
    expect(last.breaksClosed).toEqual([
      {
        type: 'PriceMismatch',
        key: '12.5',
        outcome: 'the exchange has our price of 12.5 again',
      },
    ]);
    expect(last.breaksOpened).toEqual([]);
    expect(factsOf(last)).toContain('TERMS_CHANGED');
  });

  it('that was told of an order whose price is ours again by other means ends as well', () => {
    const change = shown({ basePrice: '12.5' }, { breaks: openBreaks('PriceMismatch') });
    expect(change.breaksClosed.map(({ key }) => key)).toEqual(['12.5']);
    expect(change.order).not.toHaveProperty('price');
  });

  it.each([
    ['13', ['PriceMismatch']],
    ['12.6', []],
  ])('ends by an acknowledged edit of ours to %s: %j', (price, ended) => {
    const { state } = afterEnquiries('12.6');
    const edit = aRequest({ kind: 'Edit', state: 'Sent', price });
    const reply = aReply({ statusWord: 'Amended', orderRef: null });
    const edited = { ...state, requests: [edit] };
    const change = applyReply(edited, edit, 1, reply, at(), { quietMs: QUIET_MS });
    expect(change.order.price).toBe(price);
    expect(change.breakTypesClosed).toEqual(ended);
  });

  it('is told where the edit that this very enquiry proves has another', () => {
    const requests = [aRequest({ kind: 'Edit', state: 'Unknown', units: '80', price: '13' })];
    const record = { ...DEARER, units: '80', pendingUnits: '80' };
    const change = shown(record, {
      requests,
      breaks: openBreaks('PriceMismatch', 'EditUnconfirmed'),
    });
    expect(change.order).toMatchObject({ units: '80', price: '12.6' });
    expect(change.breaksOpened.map(({ type, key }) => [type, key])).toEqual([
      ['PriceMismatch', '13'],
    ]);
    expect(change.breakTypesClosed).toEqual(['EditUnconfirmed']);
  });
});

describe('A price whose edit was acknowledged, where nobody knows what BasePrice means', () => {
  const edited = { price: '12.60', priceBefore: '12.50', priceGrade: 'Acknowledged' } as const;
  const enquired = (
    basePrice: string | null,
    order: Partial<Order> = {},
    seconds = 60,
  ): OrderChange => {
    const state = aState({ order: anOrder({ ...edited, status: 'Amended', ...order }) });
    return changeOf(read(state, aRecord({ basePrice, askedAt: noon(seconds) }), RULES));
  };

  it('is doubtful, with a break, when an enquiry still shows the limit of before', () => {
    const change = enquired('12.5');
    expect(change.order).toMatchObject({ priceGrade: 'Doubtful' });
    expect(change.order).not.toHaveProperty('price');
    expect(change.breaksOpened).toMatchObject([{ type: 'PriceMismatch', key: 'still 12.5' }]);
  });

  it('is told of by the same break as long as it is so', () => {
    const [found] = enquired('12.5').breaksOpened;
    expect(enquired('12.5', { priceGrade: 'Doubtful' }).breaksOpened).toEqual([found]);
  });

  it('is as acknowledged when an enquiry shows the new one, and nothing is doubted any more', () => {
    const change = enquired('12.6', { priceGrade: 'Doubtful' });
    expect(change.order).toMatchObject({ priceGrade: 'Acknowledged', priceBefore: null });
    expect(change.breaksClosed).toMatchObject([{ type: 'PriceMismatch', key: 'still 12.5' }]);
  });

  it.each([
    ['no price', null],
    ['zero', '0'],
  ])('stays acknowledged when an enquiry shows %s', (_, basePrice) => {
    expect(enquired(basePrice).breaksOpened).toEqual([]);
    expect(enquired(basePrice).order).not.toHaveProperty('priceGrade');
  });

  it('is Inferred, and nobody is told, when an enquiry shows a third price, which may be of any meaning', () => {
    expect(enquired('11').breaksOpened).toEqual([]);
    expect(enquired('11').order).toMatchObject({ priceGrade: 'Inferred' });
  });

  it('is doubtful at once, and nobody is told while records may lag', () => {
    const change = enquired('12.5', { lastOwnChangeAt: noon(60) - GRACE_MS });
    expect(change.order).toMatchObject({ priceGrade: 'Doubtful' });
    expect(change.breaksOpened).toEqual([]);
  });

  it('is doubtful while records may lag, where BasePrice is known to be the limit, too', () => {
    const order = anOrder({ ...edited, status: 'Amended', lastOwnChangeAt: noon(60) - GRACE_MS });
    const change = changeOf(
      read(aState({ order }), aRecord({ basePrice: '12.5', askedAt: noon(60) }), SETTLED),
    );
    expect(change.order).toMatchObject({ priceGrade: 'Doubtful' });
    expect(change.breaksOpened).toEqual([]);
  });

  it.each([
    ['is known to be the limit', SETTLED],
    ['has followed an edit of ours', { ...RULES, basePriceFollows: true }],
  ])(
    'is doubtful at once when an enquiry shows a third price, where BasePrice %s, and nobody is told while records may lag',
    (_, rules) => {
      const lastOwnChangeAt = noon(60) - GRACE_MS;
      const order = anOrder({ ...edited, status: 'Amended', lastOwnChangeAt });
      const third = aRecord({ basePrice: '12.65', askedAt: noon(60) });
      const change = changeOf(read(aState({ order }), third, rules));
      expect(change.order).toMatchObject({ priceGrade: 'Doubtful' });
      expect(change.breaksOpened).toEqual([]);
      const doubted = after(aState({ order }), change);
      const later = aRecord({ basePrice: '12.6', askedAt: noon(60) + 1 });
      const { priceGrade } = after(doubted, changeOf(read(doubted, later, rules))).order;
      expect(priceGrade).toBe('Acknowledged');
      const still = aRecord({ basePrice: '12.65', askedAt: noon(60) + 1 });
      expect(raisedBy(changeOf(read(doubted, still, rules)))).toEqual(['PriceMismatch']);
    },
  );

  it('stays acknowledged while records may lag when an enquiry shows a third price, where nobody knows what BasePrice is', () => {
    const change = enquired('12.65', { lastOwnChangeAt: noon(60) - GRACE_MS });
    expect(change.order).not.toHaveProperty('priceGrade');
  });

  it('is known again when an enquiry shows it before anybody was told that it was doubtful', () => {
    const order = { priceBefore: null, priceGrade: 'Doubtful' } as const;
    expect(enquired('12.6', order).order).toMatchObject({ priceGrade: 'Shown' });
    expect(enquired('12.65', order).breaksOpened).toMatchObject([{ type: 'PriceMismatch' }]);
  });

  it('stays doubtful once people have closed its break without an answer, though BasePrice agrees', () => {
    const order = anOrder({ ...edited, priceBefore: null, priceGrade: 'Doubtful' });
    const answeredPrices = [{ identity: 'o/PriceMismatch/resting beside 12.6', detail: 'x' }];
    const rules = { ...RULES, answeredPrices };
    const change = changeOf(read(aState({ order }), aRecord({ basePrice: '12.6' }), rules));
    expect(change.order).not.toHaveProperty('priceGrade');
  });

  it('is not doubted again for what people have called right, and for another price it is', () => {
    const order = anOrder({ ...edited, priceBefore: null, priceGrade: 'Acknowledged' });
    const follows = { ...RULES, basePriceFollows: true };
    const doubted = changeOf(read(aState({ order }), aRecord({ basePrice: '12.65' }), follows));
    const { detail = '' } = doubted.breaksOpened[0] ?? {};
    const right = aState({ order: { ...order, priceGrade: 'Inferred' } });
    const identity = identityOf(order.id, { type: 'PriceMismatch', key: 'followed 12.6' });
    const rules = { ...follows, answeredPrices: [{ identity, detail }] };
    const again = changeOf(read(right, aRecord({ basePrice: '12.65' }), rules));
    expect(again.order).not.toHaveProperty('priceGrade');
    expect(again.breaksOpened).toEqual([]);
    const other = changeOf(read(right, aRecord({ basePrice: '12.7' }), rules));
    expect(other.order).toMatchObject({ priceGrade: 'Doubtful' });
    expect(raisedBy(other)).toEqual(['PriceMismatch']);
  });

  describe('that people have called right, though BasePrice, which shows limits, had another', () => {
    const follows = { ...RULES, basePriceFollows: true };
    const order = anOrder({ ...edited, priceBefore: null, priceGrade: 'Inferred' });
    const answerOf = (key: string, detail: string) => ({
      identity: identityOf(order.id, { type: 'PriceMismatch', key }),
      detail,
    });
    const doubted = changeOf(
      read(
        aState({ order: { ...order, priceGrade: 'Acknowledged' } }),
        aRecord({ basePrice: '12.65' }),
        follows,
      ),
    );
    const answer = answerOf('followed 12.6', doubted.breaksOpened[0]?.detail ?? '');
    const rules = { ...follows, answeredPrices: [answer] };

    it('is shown once BasePrice agrees, so that the other price is news when it comes again', () => {
      const state = aState({ order });
      const agreed = changeOf(read(state, aRecord({ basePrice: '12.60' }), rules));
      expect(agreed.order).toMatchObject({ priceGrade: 'Shown' });
      // Such a price has no answers any more.
      const again = changeOf(read(after(state, agreed), aRecord({ basePrice: '12.65' }), follows));
      expect(again.order).toMatchObject({ priceGrade: 'Doubtful' });
      expect(raisedBy(again)).toEqual(['PriceMismatch']);
    });

    it('stays as they have called it where a resting row may still show another price', () => {
      const resting = answerOf('resting beside 12.6', 'x');
      const both = { ...follows, answeredPrices: [answer, resting] };
      const change = changeOf(read(aState({ order }), aRecord({ basePrice: '12.6' }), both));
      expect(change.order).not.toHaveProperty('priceGrade');
    });

    it('is not doubted again by the same price while records may lag, and by another it is', () => {
      const state = aState({ order: { ...order, lastOwnChangeAt: noon(60) - GRACE_MS } });
      const soon = (basePrice: string) =>
        changeOf(read(state, aRecord({ basePrice, askedAt: noon(60) }), rules));
      expect(soon('12.65').order).not.toHaveProperty('priceGrade');
      expect(soon('12.7').order).toMatchObject({ priceGrade: 'Doubtful' });
    });
  });

  it('stays acknowledged where BasePrice is known to be something else', () => {
    const state = aState({ order: anOrder({ ...edited, status: 'Amended' }) });
    const rules = { ...RULES, basePriceIsLimit: false };
    expect(changeOf(read(state, aRecord({ basePrice: '12.5' }), rules)).breaksOpened).toEqual([]);
  });

  const acknowledged = (order: Partial<Order>, price: string): OrderChange => {
    const edit = aRequest({ kind: 'Edit', state: 'Sent', units: '100', price });
    const state = aState({ order: anOrder(order), requests: [edit] });
    const reply = aReply({ statusWord: 'Amended', orderNumber: '700001' });
    return applyReply(state, edit, edit.claimNumber, reply, at(), { quietMs: QUIET_MS });
  };

  it('has the limit of before from the acknowledgement of the edit', () => {
    const change = acknowledged({ price: '12.50' }, '12.60');
    expect(change.order).toMatchObject({ price: '12.60', priceBefore: '12.50' });
  });

  it('stays doubtful when it is edited again, until an enquiry shows the new price', () => {
    const doubtful = { ...edited, priceGrade: 'Doubtful' } as const;
    const change = acknowledged(doubtful, '12.70');
    expect(change.order).toMatchObject({ price: '12.70' });
    expect(change.order).not.toHaveProperty('priceGrade');
    expect(change.breakTypesClosed).not.toContain('PriceMismatch');
    expect(enquired('12.5', { ...doubtful, price: '12.70' }).breaksClosed).toEqual([]);
    expect(enquired('12.7', { ...doubtful, price: '12.70' }).order).toMatchObject({
      priceGrade: 'Acknowledged',
      priceBefore: null,
    });
  });
});
