import type { OrderRequest } from '../../../../src/orders/order/requests/order-request.js';
import type { Order } from '../../../../src/orders/order/order.js';
import {
  applyMatchedInRow,
  applyRestingRow,
  type RestingEvidence,
} from '../../../../src/orders/reconciliation/order-records/resting-row.js';
import {
  after,
  anOrder,
  aRequest,
  aState,
  at,
  inDoubt,
  noon,
  raisedBy,
  GRACE_MS,
  openBreaks,
} from '../../../support/builders.js';

const ROW: RestingEvidence = {
  orderNumber: '700001', security: 'SD11PLC', side: 'BUY', accountNumber: 'CDS-1', price: '12.5',
  askedAt: noon(30), isLimit: true, isBasePrice: false, matchedUnits: null,
}; // prettier-ignore
const RULES = { graceMs: GRACE_MS };

const edited = (
  edit: Partial<OrderRequest>,
  row: Partial<RestingEvidence>,
  order: Partial<Order> = {},
) => {
  const state = inDoubt({ kind: 'Edit', price: '12.7', dueAt: noon(12), ...edit }, order);
  const change = applyRestingRow(state, { ...ROW, ...row }, at(), RULES);
  const request = change?.requests[0] ?? state.requests[0];
  return { request, order: after(state, change).order };
};

it.each([
  [null, '12.5', '12.7', 'Refused'],
  ['0', '12.5', '12.7', 'Refused'],
  ['40', '12.5', '12.7', 'Unknown'],
  ['40', '12.7', '12.7', 'Acknowledged'],
  ['0', '12.3', '12.3', 'Acknowledged'],
  ['40', '12.3', '12.3', 'Unknown'],
])(
  'A row of an order to buy of which %s are matched, at %s, leaves an edit to %s that was answered with a no %s',
  (matchedUnits, price, wanted, state) => {
    const { request } = edited({ refusalPending: 1, price: wanted }, { matchedUnits, price });
    expect(request).toMatchObject({ state });
  },
);

describe('A row that shows an order and how much of it is matched', () => {
  const shown = { ...ROW, units: '100', matchedUnits: '40' };

  it.each<[string, Partial<typeof shown>, Partial<Order>, string]>([
    ['more than is known is matched', {}, {}, '40'],
    ['no more', {}, { matchedUnits: '40' }, '40'],
    ['less', {}, { matchedUnits: '60' }, '60'],
    ['other units', { units: '90' }, {}, '0'],
    ['another account', { accountNumber: 'CDS-2' }, {}, '0'],
    ['another side', { side: 'SELL' }, {}, '0'],
    ['another number', { orderNumber: '700002' }, {}, '0'],
    ['a number that was inferred', {}, { numberGrade: 'Inferred' }, '0'],
    ["a number that may be another order's", {}, { numberDoubt: 'OtherBroker' }, '0'],
    ['the number that an edit gave it', {}, { matchedUnderPriorNumbers: '0' }, '0'],
    ['an order that has ended', {}, { status: 'Cancelled' }, '0'],
  ])('proves that at least so much is: %s', (_, row, order, expected) => {
    const state = aState({ order: anOrder({ orderNumber: '700001', status: 'Open', ...order }) });
    const change = applyMatchedInRow(state, { ...shown, ...row }, at(), RULES);
    const matched = change === null ? state.order.matchedUnits : after(state, change).order.matchedUnits;
    expect(matched).toBe(expected);
    expect(change?.fills ?? []).toEqual([]);
  }); // prettier-ignore
});

describe('A resting row of the trades', () => {
  it('that shows the price of an edit of unknown outcome proves it, whatever was said', () => {
    for (const refusalPending of [0, 1]) {
      const { request, order } = edited({ refusalPending }, { price: '12.70', askedAt: noon(1) });
      expect(request).toMatchObject({ state: 'Acknowledged' });
      expect(order).toMatchObject({ price: '12.7', priceGrade: 'Shown', status: 'Amended' });
    }
  });

  it('that shows the old price after the quiet time confirms a no', () => {
    const { request, order } = edited({ refusalPending: 1, reason: 'outside the band' }, {});
    expect(request).toMatchObject({ state: 'Refused', reason: 'outside the band' });
    expect(order).toMatchObject({ price: '12.5', reason: 'outside the band' });
  });

  it.each<[string, Partial<OrderRequest>, Partial<RestingEvidence>, Partial<Order>]>([
    ['before the quiet time', {}, { askedAt: noon(11) }, {}],
    ['before edits must show', {}, { askedAt: noon(30) }, { lastOwnChangeAt: noon(21) }],
    ['while a trade speaks against it', {}, {}, { priceGrade: 'Doubtful' }],
    ['that is neither', {}, { price: '12.6' }, {}],
    ['of another account', {}, { accountNumber: 'CDS-2' }, {}],
    ['of another side', {}, { side: 'SELL' }, {}],
    ['of another number', {}, { orderNumber: '700002' }, {}],
    ['under a number that was inferred', {}, {}, { numberGrade: 'Inferred' }],
    ['beside other units', { units: '80' }, {}, {}],
  ])('leaves a no as it is: %s', (_, edit, row, order) => {
    const { request } = edited({ refusalPending: 1, ...edit }, row, order);
    expect(request).toMatchObject({ state: 'Unknown', refusalPending: 1, resend: 'Undecided' });
  });

  it('that shows the old price lets an edit without an answer go once more, and then refuses it', () => {
    expect(edited({}, {}).request).toMatchObject({ state: 'Unknown', resend: 'Cleared' });
    expect(edited({ sends: 2 }, {}).request).toMatchObject({ state: 'Refused' });
  });

  it.each([
    ['another price is told', { price: '12.6' }, ['PriceMismatch'], 'Doubtful'],
    [
      'another price is none where it never agreed',
      { price: '12.6', isLimit: false },
      [],
      'Inferred',
    ],
    [
      'another price is none just after an edit',
      { price: '12.6', askedAt: noon(9) },
      [],
      'Inferred',
    ],
    [
      'another price is told where BasePrice agrees',
      { price: '12.6', isLimit: false, isBasePrice: true },
      ['PriceMismatch'],
      'Doubtful',
    ],
    ['our price is known by it', {}, [], 'Shown'],
  ] as const)('without an edit: %s', (_, row, told, priceGrade) => {
    const state = aState({ order: anOrder({ priceGrade: 'Inferred' }) });
    const change = applyRestingRow(state, { ...ROW, ...row }, at(), RULES);
    expect(change === null ? [] : raisedBy(change)).toEqual(told);
    expect(after(state, change).order).toMatchObject({ price: '12.5', priceGrade });
  });

  it.each<[string, Partial<RestingEvidence>, Partial<Order>, string]>([
    ['where rows may show no limits, is inferred', {}, {}, 'Inferred'],
    [
      'stays acknowledged beside the price of before its edit',
      {},
      { priceBefore: '12.6' },
      'Acknowledged',
    ],
    [
      'stays acknowledged beside the price of before its edit, which BasePrice shows, too',
      { isBasePrice: true },
      { priceBefore: '12.6' },
      'Acknowledged',
    ],
    ['stays acknowledged just after an edit', { askedAt: noon(9) }, {}, 'Acknowledged'],
  ])('of another price: an acknowledged one, %s', (_, row, order, priceGrade) => {
    const state = aState({ order: anOrder({ priceGrade: 'Acknowledged', ...order }) });
    const evidence = { ...ROW, price: '12.6', isLimit: false, ...row };
    const change = applyRestingRow(state, evidence, at(), RULES);
    expect(change === null ? [] : raisedBy(change)).toEqual([]);
    expect(after(state, change).order).toMatchObject({ price: '12.5', priceGrade });
  });

  it('says nothing while something is on its way', () => {
    const sent = aState({ requests: [aRequest({ kind: 'Edit', state: 'Sent', price: '12.7' })] });
    expect(applyRestingRow(sent, { ...ROW, price: '12.7' }, at(), RULES)).toBeNull();
  });

  it('that shows our price ends the doubt about the last edit', () => {
    const doubted = { priceGrade: 'Doubtful', priceBefore: '12.7' } as const;
    const state = aState({ order: anOrder(doubted), breaks: openBreaks('PriceMismatch') });
    const change = applyRestingRow(state, ROW, at(), RULES);
    expect(change?.breaksClosed.map(({ key }) => key)).toContain('still 12.7');
    expect(after(state, change).order).toMatchObject({ priceGrade: 'Shown', priceBefore: null });
  });
});
