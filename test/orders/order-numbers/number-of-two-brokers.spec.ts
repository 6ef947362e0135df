import {
  doubtNumberOfTwoBrokers,
  endDoubtOfFilled,
} from '../../../src/orders/order-numbers/number-proof.js';
import type { Order, OrderState } from '../../../src/orders/order/order.js';
import { endOfDay } from '../../../src/orders/reconciliation/order-records/day-end.js';
import {
  after,
  anOrder,
  aRecord,
  aState,
  at,
  changeOf,
  noon,
  raisedBy,
} from '../../support/builders.js';
import { read } from '../order/reading.js';

const shown = (isAlike: boolean, isAgain = false) => ({
  orderNumber: '700001', askedAt: noon(20), isAlike, isAgain,
}); // prettier-ignore
const open = (changes: Partial<Order> = {}): OrderState =>
  aState({ order: anOrder({ status: 'Open', ...changes }) });
const doubted = (isAlike: boolean): OrderState =>
  after(open(), doubtNumberOfTwoBrokers(open(), shown(isAlike), at(20)));
const FILLED = { matchedUnits: '100', pendingUnits: '0', statusWord: 'Matched' };

describe("A number under which the day's trades show another broker's order", () => {
  it('of other terms is in doubt until an enquiry shows ours', () => {
    const state = doubted(false);
    expect(state.order.numberDoubt).toBe('OtherBroker');
    const change = changeOf(read(state, aRecord({ askedAt: noon(30) })));
    expect(after(state, change).order.numberDoubt).toBeNull();
  });

  it('of the same terms stays in doubt: an enquiry may show either, and fills nothing', () => {
    const state = doubted(true);
    expect(state.order.numberDoubt).toBe('OtherBrokersAlike');
    expect(read(state, aRecord({ ...FILLED, askedAt: noon(30) }))).toBeNull();
    expect(read(state, aRecord({ askedAt: noon(30) }))).toBeNull();
  });

  it('of the same terms is told of at once, of other terms at the next answer', () => {
    const first = (isAlike: boolean) =>
      changeOf(doubtNumberOfTwoBrokers(open(), shown(isAlike), at()));
    expect(raisedBy(first(true))).toEqual(['IdentityMismatch']);
    expect(raisedBy(first(false))).toEqual([]);
    const again = doubtNumberOfTwoBrokers(doubted(false), shown(false, true), at());
    expect(raisedBy(changeOf(again))).toEqual(['IdentityMismatch']);
  });

  it('is in more doubt once it may have the same terms, and in no less afterwards', () => {
    const more = after(doubted(false), doubtNumberOfTwoBrokers(doubted(false), shown(true), at()));
    expect(more.order.numberDoubt).toBe('OtherBrokersAlike');
    const less = after(more, doubtNumberOfTwoBrokers(more, shown(false, true), at()));
    expect(less.order.numberDoubt).toBe('OtherBrokersAlike');
  });

  it('of the same terms outweighs what records have shown, and yields to none', () => {
    for (const numberDoubt of ['OrderEnquiry', 'BrokerList', 'DailyTrades'] as const) {
      const state = open({ numberDoubt, numberDoubtedAt: noon(10) });
      const change = changeOf(doubtNumberOfTwoBrokers(state, shown(true), at()));
      expect(change.order).toMatchObject({ numberDoubt: 'OtherBrokersAlike' });
    }
    const others = aRecord({ source: 'BrokerList', side: 'SELL', askedAt: noon(30) });
    const listed = changeOf(read(doubted(true), others));
    expect(after(doubted(true), listed).order.numberDoubt).toBe('OtherBrokersAlike');
  });

  it("ends no day of ours by an enquiry's record, but when the exchange has none", () => {
    const { orderNumber, security, side, units } = aRecord();
    const record = {
      orderNumber, security, side, units, matchedUnits: '0', statusWord: 'Lapsed',
    }; // prettier-ignore
    expect(endOfDay(doubted(true), { record, times: 0 }, at())).toBeNull();
    expect(endOfDay(open(), { record, times: 0 }, at())).not.toBeNull();
    expect(endOfDay(doubted(true), { record: null, times: 3 }, at())).not.toBeNull();
  });

  it.each([
    [
      'filled by our own trades',
      { status: 'Filled', filledUnits: '100', matchedUnits: '100' },
      true,
    ],
    ['filled, as only records show', { status: 'Filled', matchedUnits: '100' }, false],
    ['working', { status: 'Open' }, false],
    ['cancelled', { status: 'Cancelled' }, false],
  ] as const)('of an order that is %s: whether the doubt ends is %s', (_, changes, isEnded) => {
    for (const isAlike of [true, false]) {
      const { order, ...rest } = doubted(isAlike);
      const change = endDoubtOfFilled({ ...rest, order: { ...order, ...changes } }, at());
      expect(change?.order.numberDoubt ?? null).toBe(null);
      expect(change !== null).toBe(isEnded);
    }
    const byAnother = open({ ...changes, numberDoubt: 'OrderEnquiry' });
    expect(endDoubtOfFilled(byAnother, at())).toBeNull();
  });

  it('of an order that is filled stays in doubt where its units may be those of the other order', () => {
    const { order, ...rest } = doubted(true);
    const filled = { ...order, status: 'Filled', filledUnits: '100', matchedUnits: '100' } as const;
    const breaks = [...rest.breaks, { type: 'UnitsMismatch', identity: '' } as const];
    expect(endDoubtOfFilled({ ...rest, order: filled, breaks }, at())).toBeNull();
  });

  it("is still followed by our broker's list", () => {
    const listed = aRecord({ source: 'BrokerList', statusWord: 'Open', askedAt: noon(30) });
    expect(read(doubted(true), listed)).not.toBeNull();
  });
});
