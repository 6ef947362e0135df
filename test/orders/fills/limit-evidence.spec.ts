import { bookExecutions } from '../../../src/orders/fills/executions.js';
import type { OrderRequest } from '../../../src/orders/order/requests/order-request.js';
import type { Order } from '../../../src/orders/order/order.js';
import { applyRecord } from '../../../src/orders/reconciliation/order-records/apply-record.js';
import {
  after,
  anExecution,
  anOrder,
  aRequest,
  aState,
  at,
  matchedRecord,
  noon,
  raisedBy,
} from '../../support/builders.js';
import { RULES } from '../order/reading.js';

const anEdit = (changes: Partial<OrderRequest>): OrderRequest =>
  aRequest({ id: 'req_2', kind: 'Edit', price: '12.7', ...changes });

/** One execution of an order at 12.5 with these requests. */
function traded(price: string, requests: readonly OrderRequest[] = [], order: Partial<Order> = {}) {
  const side = order.side ?? 'BUY';
  const state = aState({ order: anOrder(order), requests });
  const change = bookExecutions(state, [anExecution({ price, side })], at());
  return { change, ...after(state, change) };
}

describe('An execution beyond the limit', () => {
  it.each([
    ['BUY', '12.51', true],
    ['BUY', '12.50', false],
    ['BUY', '12.4', false],
    ['SELL', '12.49', true],
    ['SELL', '12.5', false],
    ['SELL', '12.6', false],
  ] as const)('of a %s at %s opens a break: %s', (side, price, isBreak) => {
    const { change, order } = traded(price, [], { side });
    expect(raisedBy(change)).toEqual(isBreak ? ['PriceMismatch'] : []);
    expect(order).toMatchObject({
      price: '12.5',
      priceGrade: isBreak ? 'Doubtful' : 'Acknowledged',
    });
    expect(change.fills).toHaveLength(1);
  });

  it('proves an edit of unknown outcome that allows it', () => {
    const { change, order, requests } = traded('12.6', [anEdit({ state: 'Unknown' })]);
    expect(order).toMatchObject({ price: '12.7', priceGrade: 'Inferred', status: 'Amended' });
    expect(requests).toEqual([]);
    expect(change.requests).toMatchObject([{ state: 'Acknowledged' }]);
    expect(raisedBy(change)).toEqual([]);
  });

  it('leaves that edit to a search if the exchange has named a number for it that nothing has shown', () => {
    const edit = anEdit({ state: 'Unknown', unprovenNumber: '700010' });
    const { change, order, requests } = traded('12.6', [edit]);
    expect(requests).toMatchObject([{ state: 'Unknown', unprovenNumber: '700010' }]);
    expect(order.priceGrade).toBe('Doubtful');
    expect(change.requests).toEqual([]);
  });

  it('leaves that edit to a search if the order was cancelled under the number that it had', () => {
    const edit = anEdit({ state: 'Unknown' });
    const { order, requests } = traded('12.6', [edit], { status: 'Cancelled' });
    expect(order).toMatchObject({ status: 'Cancelled', priceGrade: 'Doubtful' });
    expect(requests).toMatchObject([{ state: 'Unknown' }]);
  });

  it.each(['Unknown', 'Refused'] as const)(
    'proves no number: a record that says Cancelled next does not end an order whose edit was %s',
    (state) => {
      const { order } = traded('12.6', [anEdit({ state })]);
      const record = matchedRecord(40, { statusWord: 'Cancelled', askedAt: noon(61) });
      const ended = after(aState({ order }), applyRecord(aState({ order }), record, at(62), RULES));
      expect(ended.order).toMatchObject({ status: 'Amended', exchangeStatus: 'Cancelled' });
    },
  );

  it.each([
    ['that does not allow it', { state: 'Unknown', price: '12.55' }],
    ['that was never sent', { state: 'Queued' }],
    ['that was withdrawn', { state: 'Withdrawn', sends: 0 }],
    ['that is on its way', { state: 'Sent' }],
  ] as const)('proves no edit %s, and opens a break', (_, edit) => {
    const { change, order } = traded('12.6', [anEdit(edit)]);
    expect(order).toMatchObject({ price: '12.5', priceGrade: 'Doubtful' });
    expect(change.requests).toEqual([]);
    expect(raisedBy(change)).toEqual(['PriceMismatch']);
  });

  it('corrects an order whose edit was refused, and opens a break', () => {
    const { change, order } = traded('12.6', [anEdit({ state: 'Refused' })]);
    expect(order).toMatchObject({ price: '12.7', priceGrade: 'Inferred', reason: null });
    expect(change.requests).toMatchObject([{ state: 'Acknowledged' }]);
    expect(change.breaksOpened).toMatchObject([
      {
        type: 'PriceMismatch',
        detail:
          '40 were traded at 12.6, beyond the limit of 12.5: the edit to 12.7 was refused, but has taken effect',
      },
    ]);
  });

  it('corrects a closed order as well', () => {
    const { order } = traded('12.6', [anEdit({ state: 'Refused' })], {
      status: 'Filled',
      matchedUnits: '100',
    });
    expect(order).toMatchObject({ status: 'Filled', price: '12.7', priceGrade: 'Inferred' });
  });

  it.each([
    [
      'a later edit has taken effect',
      [anEdit({ state: 'Refused' }), anEdit({ id: 'req_3', state: 'Acknowledged', price: '12.5' })],
    ],
    ['the edit was to other units too', [anEdit({ state: 'Refused', units: '80' })]],
  ])('corrects nothing if %s', (_, requests) => {
    const { change, order } = traded('12.6', requests);
    expect(order).toMatchObject({ price: '12.5', priceGrade: 'Doubtful' });
    expect(raisedBy(change)).toEqual(['PriceMismatch']);
  });

  it.each([
    [30, 'still 12.7', ': it may be of before the last edit, or that edit was not done'],
    [120, 'beyond 12.5', ''],
  ])('within the limit that an edit replaced %d s ago doubts the price (%s)', (ago, key, why) => {
    const post = aRequest({ state: 'Acknowledged', price: '12.7' });
    const edit = anEdit({ state: 'Acknowledged', price: '12.5', since: noon(60 - ago) });
    const { change, order } = traded('12.6', [post, edit], { priceBefore: '12.7' });
    const detail = `40 were traded at 12.6, beyond the limit of 12.5${why}`;
    expect(change.breaksOpened).toEqual([{ type: 'PriceMismatch', key, detail, lasting: true }]);
    expect(order.priceGrade).toBe('Doubtful');
  });

  it('within the limit before an edit is of before, once the exchange has shown the edited price', () => {
    const post = aRequest({ state: 'Acknowledged', price: '12.7' });
    const edit = anEdit({ state: 'Acknowledged', price: '12.5', since: noon(30) });
    const { change, order } = traded('12.6', [post, edit], { priceBefore: null });
    expect(raisedBy(change)).toEqual([]);
    expect(order.priceGrade).toBe('Acknowledged');
  });
});
