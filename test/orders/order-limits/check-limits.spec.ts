import { describe, expect, it } from '@jest/globals';
import {
  checkLimits,
  onlyReduces,
  type OrderLimits,
} from '../../../src/orders/order-limits/check-limits.js';

const NONE: OrderLimits = { orderValue: null, orderUnits: null, priceBand: null };

describe('Pre-trade limits', () => {
  it('let everything pass where none is set', () => {
    const most = { units: '999999999999999', price: '999999999999.999' };
    expect(checkLimits(most, NONE, null)).toBeNull();
  });

  it.each<[Partial<OrderLimits>, string, string, string | null]>([
    [{ orderUnits: '1000' }, '1000', '12.5', null],
    [{ orderUnits: '1000' }, '1001', '12.5', 'LIMIT_ORDER_UNITS'],
    [{ orderValue: '12500' }, '1000', '12.50', null],
    [{ orderValue: '12500' }, '1000', '12.500001', 'LIMIT_ORDER_VALUE'],
    // As floats both would be 9007199254740992.
    [{ orderValue: '9007199254740992' }, '9007199254740993', '1', 'LIMIT_ORDER_VALUE'],
    [{ priceBand: '10' }, '1', '11', null],
    [{ priceBand: '10' }, '1', '11.000001', 'LIMIT_PRICE_BAND'],
    [{ priceBand: '10' }, '1', '9', null],
    [{ priceBand: '10' }, '1', '8.999999', 'LIMIT_PRICE_BAND'],
    [{ priceBand: '0.5' }, '1', '10.05', null],
    [{ priceBand: '0.5' }, '1', '10.06', 'LIMIT_PRICE_BAND'],
    [{ priceBand: '150' }, '1', '0.01', null],
  ])('%j: %s units at %s, last price 10, is beyond %s', (limits, units, price, limit) => {
    const refusal = checkLimits({ units, price }, { ...NONE, ...limits }, '10');
    expect(refusal?.breaches.map((breach) => breach.limit) ?? []).toEqual(
      limit === null ? [] : [limit],
    );
  });

  it('are all named when all are broken, each with field, limit and value', () => {
    const limits = { orderValue: '10', orderUnits: '5', priceBand: '10' };
    const refusal = checkLimits({ units: '6', price: '14' }, limits, '12');
    expect(refusal).toMatchObject({
      refusal: 'limit-exceeded',
      breaches: [
        { field: 'units', limit: 'LIMIT_ORDER_UNITS', most: '5', actual: '6' },
        { field: 'units', limit: 'LIMIT_ORDER_VALUE', most: '10', actual: '84' },
        { field: 'price', limit: 'LIMIT_PRICE_BAND', most: '10', actual: '16.666667' },
      ],
    });
  });

  it('refuse a price that cannot be checked, but only for want of better reasons', () => {
    const limits = { ...NONE, orderUnits: '5', priceBand: '10' };
    expect(checkLimits({ units: '5', price: '14' }, limits, null)).toMatchObject({
      refusal: 'last-price-unknown',
      breaches: [{ field: 'price', limit: 'LIMIT_PRICE_BAND', actual: null }],
    });
    expect(checkLimits({ units: '6', price: '14' }, limits, null)).toMatchObject({
      refusal: 'limit-exceeded',
      breaches: [{ limit: 'LIMIT_ORDER_UNITS' }],
    });
  });
});

describe('An edit', () => {
  it.each([
    ['100', '12.50', true],
    ['99', '12.5', true],
    ['101', '12.5', false],
    ['99', '12.51', false],
    ['99', '12.49', false],
  ])('from 100 at 12.5 to %s at %s only reduces the order: %s', (units, price, reduces) => {
    expect(onlyReduces({ units, price }, { units: '100', price: '12.5' })).toBe(reduces);
  });
});
