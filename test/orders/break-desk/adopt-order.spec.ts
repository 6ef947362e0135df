import { describe, expect, it } from '@jest/globals';
import { adopt, refuseAdoption } from '../../../src/orders/break-desk/adopt-order.js';
import { couldBe, sameTerms } from '../../../src/orders/order-numbers/external-order.js';
import { adoptedRefOf, isOrderRef } from '../../../src/orders/order-entry/order-ref.js';
import { after, aNewOrder, aRecord, aState, at, factsOf } from '../../support/builders.js';
import { applyRecord } from '../../../src/orders/reconciliation/order-records/apply-record.js';

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

describe('An order of another desk that becomes ours', () => {
  it.each([
    ['Open', 'Open'],
    ['posted', 'Posted'],
    ['AMENDED', 'Amended'],
    // Nothing of these is proven by a list: what became of it is asked next.
    ['Cancelled', 'Posted'],
    ['Frozen', 'Posted'],
  ])('and was listed as %s is %s, by the list', (statusWord, status) => {
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

  it('follows its records from then on like any other', () => {
    const order = aNewOrder();
    const state = after(aState({ order }), adopt(order, SHOWN, '700001', at(0)));
    const record = aRecord({ matchedUnits: '30', pendingUnits: '70' });
    const next = after(state, applyRecord(state, record, at(), { settleMs: 0 }));
    expect(next.order).toMatchObject({ status: 'Open', grade: 'Enquired', matchedUnits: '30' });
  });

  it('has a reference that is its own and could never be sent', () => {
    expect(adoptedRefOf('ord_1')).not.toBe(adoptedRefOf('ord_2'));
    expect(isOrderRef(adoptedRefOf('ord_1'))).toBe(false);
  });
});

describe('An order of another desk stays that', () => {
  it('when no list has shown it, or neither side', () => {
    expect(refuseAdoption(null, [], TERMS)?.detail).toContain('no list');
    expect(refuseAdoption({ ...SHOWN, side: 'SHORT' }, [], TERMS)?.detail).toContain('SHORT');
    expect(refuseAdoption(SHOWN, [], TERMS)).toBeNull();
  });

  it('when its trades are of another account than is said (E11)', () => {
    expect(refuseAdoption(SHOWN, [TRADE], TERMS)).toBeNull();
    expect(refuseAdoption(SHOWN, [{ ...TRADE, accountNumber: null }], TERMS)).toBeNull();
    const other = { ...TRADE, accountNumber: 'CDS-2' };
    expect(refuseAdoption(SHOWN, [TRADE, other], TERMS)).toMatchObject({ field: 'accountNumber' });
  });
});

describe('Terms', () => {
  it('are the same whatever zeros the units are written with, and whatever the word', () => {
    expect(sameTerms(SHOWN, { ...SHOWN, units: '100.0' })).toBe(true);
    for (const change of [{ units: '101' }, { side: 'SELL' }, { security: 'X' }]) {
      expect(sameTerms(SHOWN, { ...SHOWN, ...change })).toBe(false);
    }
  });

  it('of ours may be those of a record with a side that is not documented', () => {
    expect(couldBe(SHOWN, { ...SHOWN, side: 'B' })).toBe(true);
    expect(couldBe(SHOWN, { ...SHOWN, side: 'SELL' })).toBe(false);
  });
});
