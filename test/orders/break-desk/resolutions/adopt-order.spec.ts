import {
  adopt,
  refuseAdoption,
} from '../../../../src/orders/break-desk/resolutions/adopt-order.js';
import {
  couldBe,
  isSameSideSecurityUnits,
} from '../../../../src/orders/order-numbers/order-terms.js';
import { adoptedRefOf, isOrderRef } from '../../../../src/orders/order/order-ref.js';
import { after, aNewOrder, aRecord, aState, at, factsOf } from '../../../support/builders.js';
import { applyRecord } from '../../../../src/orders/reconciliation/order-records/apply-record.js';

const SHOWN = { side: 'BUY', security: 'SD11PLC', units: '100', statusWord: 'Open' };
const TERMS = {
  accountNumber: 'CDS-1',
  clientName: 'Ada Obi',
  price: '12.5',
  timeInForce: 'Day Order (DO)',
};
const TRADE = {
  tradeDate: '2026-11-20',
  orderNumber: '900001',
  accountNumber: 'CDS-1',
  security: 'SD11PLC',
  side: 'BUY',
  executions: 1,
  units: '40',
  value: '500',
};

describe('An adopted order', () => {
  it.each([
    ['Open', 'Open'],
    ['posted', 'Posted'],
    ['AMENDED', 'Amended'],
    // A list does not prove these: the order is enquired next.
    ['Cancelled', 'Posted'],
    ['Frozen', 'Posted'],
  ])('that the list shows as %s becomes %s, with the grade Listed', (statusWord, status) => {
    const order = aNewOrder();
    const change = adopt(order, { ...SHOWN, statusWord }, '900001', at());
    expect(after(aState({ order }), change).order).toMatchObject({
      status,
      grade: 'Listed',
      exchangeStatus: statusWord,
      orderNumber: '900001',
      numberGrade: 'Listed',
    });
    expect(change.requests).toEqual([]);
    expect(factsOf(change)).toEqual(['ORDER_NUMBER_LINKED', 'STATUS_CHANGED']);
  });

  it('takes evidence from records like any other order', () => {
    const order = aNewOrder();
    const state = after(aState({ order }), adopt(order, SHOWN, '700001', at(0)));
    const record = aRecord({ matchedUnits: '30', pendingUnits: '70' });
    const next = after(state, applyRecord(state, record, at(), { graceMs: 0 }));
    expect(next.order).toMatchObject({ status: 'Open', grade: 'Enquired', matchedUnits: '30' });
  });

  it('has a unique reference that can never be sent', () => {
    expect(adoptedRefOf('ord_1')).not.toBe(adoptedRefOf('ord_2'));
    expect(isOrderRef(adoptedRefOf('ord_1'))).toBe(false);
  });
});

describe('An external order cannot be adopted', () => {
  it('when no list shows it, or its side is neither BUY nor SELL', () => {
    expect(refuseAdoption(null, [], TERMS)?.detail).toContain('no list');
    expect(refuseAdoption({ ...SHOWN, side: 'SHORT' }, [], TERMS)?.detail).toContain('SHORT');
    expect(refuseAdoption(SHOWN, [], TERMS)).toBeNull();
  });

  it('when its trades are for another account than given (E11)', () => {
    expect(refuseAdoption(SHOWN, [TRADE], TERMS)).toBeNull();
    expect(refuseAdoption(SHOWN, [{ ...TRADE, accountNumber: null }], TERMS)).toBeNull();
    const other = { ...TRADE, accountNumber: 'CDS-2' };
    expect(refuseAdoption(SHOWN, [TRADE, other], TERMS)).toMatchObject({ field: 'accountNumber' });
  });
});

describe('Terms of two shown orders', () => {
  it('are the same whatever the trailing zeros and the status word', () => {
    expect(isSameSideSecurityUnits(SHOWN, { ...SHOWN, units: '100.0' })).toBe(true);
    for (const change of [{ units: '101' }, { side: 'SELL' }, { security: 'X' }]) {
      expect(isSameSideSecurityUnits(SHOWN, { ...SHOWN, ...change })).toBe(false);
    }
  });

  it('may be the same when one side is undocumented, but not when the sides are opposite', () => {
    expect(couldBe(SHOWN, { ...SHOWN, side: 'B' })).toBe(true);
    expect(couldBe(SHOWN, { ...SHOWN, side: 'SELL' })).toBe(false);
  });
});
