import {
  checkPreTradeLimits,
  onlyReduces,
  smallestLimits,
  type LimitOwner,
  type LimitsInForce,
  type OrderLimits,
} from '../../../src/orders/order-limits/check-limits.js';

const NONE: OrderLimits = { orderValue: null, orderUnits: null, priceBand: null };

function ofFirm(limits: Partial<OrderLimits> = {}): LimitsInForce {
  return smallestLimits([['firm', { ...NONE, ...limits }]]);
}

describe('Pre-trade limits', () => {
  it('let everything pass where none is set', () => {
    const most = { units: '999999999999999', price: '999999999999.999' };
    expect(checkPreTradeLimits(most, ofFirm(), null)).toBeNull();
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
    const refusal = checkPreTradeLimits({ units, price }, ofFirm(limits), '10');
    expect(refusal?.breaches.map((breach) => breach.limit) ?? []).toEqual(
      limit === null ? [] : [limit],
    );
  });

  it('are all named when all are broken, each with field, limit and value', () => {
    const limits = ofFirm({ orderValue: '10', orderUnits: '5', priceBand: '10' });
    const refusal = checkPreTradeLimits({ units: '6', price: '14' }, limits, '12');
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
    const limits = ofFirm({ orderUnits: '5', priceBand: '10' });
    expect(checkPreTradeLimits({ units: '5', price: '14' }, limits, null)).toMatchObject({
      refusal: 'last-price-unknown',
      breaches: [{ field: 'price', limit: 'LIMIT_PRICE_BAND', actual: null }],
    });
    expect(checkPreTradeLimits({ units: '6', price: '14' }, limits, null)).toMatchObject({
      refusal: 'limit-exceeded',
      breaches: [{ limit: 'LIMIT_ORDER_UNITS' }],
    });
  });
});

describe('The limits of firm, key and account', () => {
  const unitsOf = (...owners: readonly (readonly [LimitOwner, string | null])[]) =>
    smallestLimits(owners.map(([owner, orderUnits]) => [owner, { ...NONE, orderUnits }]))
      .orderUnits;

  it.each<[string, [LimitOwner, string | null][], string, LimitOwner]>([
    ['the only one', [['firm', null], ['key', '7']], '7', 'key'],
    ['that of the firm', [['firm', '5'], ['key', '7'], ['account', '6']], '5', 'firm'],
    ['that of the key', [['firm', '7'], ['key', '5'], ['account', '6']], '5', 'key'],
    ['that of the account', [['firm', '7'], ['key', '6'], ['account', '5']], '5', 'account'],
    ['the first of equals', [['firm', null], ['key', '5'], ['account', '5.0']], '5', 'key'],
    // As texts 10 would come before 9, as floats the two would be equal.
    ['the smaller number', [['firm', '10'], ['key', '9']], '9', 'key'],
    [
      'the smaller of large ones',
      [['firm', '9007199254740993'], ['account', '9007199254740992']],
      '9007199254740992',
      'account',
    ],
  ])('hold as %s: %j', (_, owners, most, owner) =>
    expect(unitsOf(...owners)).toEqual({ most, owner }),
  ); // prettier-ignore

  it('hold each by itself, and a refusal says whose each is', () => {
    const limits = smallestLimits([
      ['firm', { orderValue: '100', orderUnits: '50', priceBand: '20' }],
      ['key', { orderValue: null, orderUnits: '5', priceBand: '30' }],
      ['account', { orderValue: '60', orderUnits: null, priceBand: '10' }],
    ]);
    const refusal = checkPreTradeLimits({ units: '6', price: '14' }, limits, '12');
    expect(refusal?.breaches).toMatchObject([
      { limit: 'LIMIT_ORDER_UNITS', owner: 'key', most: '5' },
      { limit: 'LIMIT_ORDER_VALUE', owner: 'account', most: '60' },
      { limit: 'LIMIT_PRICE_BAND', owner: 'account', most: '10' },
    ]);
    expect(refusal?.detail).toContain('(LIMIT_ORDER_UNITS of the key)');
    expect(refusal?.detail).toContain('(LIMIT_PRICE_BAND of the account)');
    expect(checkPreTradeLimits({ units: '1', price: '14' }, limits, null)?.detail).toContain(
      'LIMIT_PRICE_BAND of the account (10 %)',
    );
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
