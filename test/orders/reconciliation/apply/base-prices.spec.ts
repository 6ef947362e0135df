import { describe, expect, it } from '@jest/globals';
import { basePriceRules } from '../../../../src/orders/reconciliation/apply/base-prices.js';
import { PollingState } from '../../../../src/orders/reconciliation/collect/polling-state.js';
import type { Order } from '../../../../src/orders/order/order.js';
import { anOrder, noon } from '../../../support/builders.js';

const DEARER = anOrder({ id: 'ord_a', price: '12.6' });
const CHEAPER = anOrder({ id: 'ord_b', price: '12.4' });
const FOLLOWS = { basePriceFollows: true };
const UNKNOWN = { basePriceFollows: false };

const shows = (basePrice: string | null, second = 0): { basePrice: string | null; askedAt: number } => ({
  basePrice,
  askedAt: noon(second),
}); // prettier-ignore

/** What is known for the last of the orders, after each was shown with its `BasePrice`. */
const after = (
  ...seen: readonly (readonly [Order, ReturnType<typeof shows>])[]
): ReturnType<typeof basePriceRules> => {
  const known = new PollingState();
  return seen.reduce((_, [order, record]) => basePriceRules(known, order, record), {});
};

describe('BasePrice, of which nobody has seen what it is', () => {
  it('follows the limit where it shows different limits of two orders of one security within a minute', () => {
    const both = [[DEARER, shows('12.6')], [CHEAPER, shows('12.4', 30)]] as const; // prettier-ignore
    expect(after(...both)).toEqual(FOLLOWS);
    expect(after(...both, [DEARER, shows('12.1', 40)])).toEqual(FOLLOWS);
    const third = anOrder({ id: 'ord_c', security: 'OTHER', price: '3' });
    expect(after(...both, [third, shows('2.9', 40)])).toEqual(FOLLOWS);
  });

  it.each([
    ['two orders with the same limit', [DEARER, shows('12.6')], [{ ...CHEAPER, price: '12.6' }, shows('12.6')]],
    ['limits of two securities', [DEARER, shows('12.6')], [{ ...CHEAPER, security: 'OTHER' }, shows('12.4')]],
    ['two limits that lie more than a minute apart: the security may have had both prices', [DEARER, shows('12.6')], [CHEAPER, shows('12.4', 61)]],
    ['another price than the limit of the second order', [DEARER, shows('12.6')], [CHEAPER, shows('12.6')]],
    ['nothing of the second order', [DEARER, shows('12.6')], [CHEAPER, shows(null)]],
    ['the limit of an order that has ended', [DEARER, shows('12.6')], [{ ...CHEAPER, status: 'Cancelled' }, shows('12.4')]],
  ] as const)('may be anything where it shows %s', (_, first, second) => {
    expect(after(first, second)).toEqual(UNKNOWN);
  }); // prettier-ignore

  it('says nothing of an order that was edited since, as it may be the limit of its post', () => {
    const both = [[DEARER, shows('12.6')], [CHEAPER, shows('12.4')]] as const; // prettier-ignore
    const edited = anOrder({ id: 'ord_c', price: '12.2', status: 'Amended' });
    expect(after(...both, [edited, shows('12.1')])).toEqual(UNKNOWN);
    const acknowledged = anOrder({ id: 'ord_c', price: '12.2', editAcknowledgedAt: noon(0) });
    expect(after(...both, [acknowledged, shows('12.1')])).toEqual(UNKNOWN);
  });

  it('follows the limit of an order where it has changed to the price of its edit', () => {
    const edited = anOrder({ status: 'Amended', price: '12.2', priceBefore: '12.1' });
    expect(after([edited, shows('12.2')], [edited, shows('12')])).toEqual(FOLLOWS);
  });

  it('is what the conformance kit has seen, whatever it shows', () => {
    const known = new PollingState();
    const limit = basePriceRules(known, DEARER, shows('12.6'), 'current-limit');
    expect(limit).toEqual({ basePriceIsLimit: true });
    const other = basePriceRules(known, CHEAPER, shows('12.4'), 'other');
    expect(other).toEqual({ basePriceIsLimit: false });
  });
});
