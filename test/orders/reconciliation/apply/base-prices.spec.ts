import {
  basePriceRules,
  noteBasePrice,
} from '../../../../src/orders/reconciliation/apply/base-prices.js';
import { PollingState } from '../../../../src/orders/reconciliation/collect/polling-state.js';
import type { Order } from '../../../../src/orders/order/order.js';
import { anOrder, noon } from '../../../support/builders.js';

const DEARER = anOrder({ id: 'ord_a', price: '12.6' });
const CHEAPER = anOrder({ id: 'ord_b', price: '12.4' });
const THIRD = anOrder({ id: 'ord_c', price: '12.2' });

interface Seen {
  readonly basePrice: string | null;
  readonly second?: number;
  readonly matchedUnits?: string | null;
}

/** What is known of `BasePrice` for the order, after it has shown that of others, or of itself. */
const after = (order: Order, ...seen: readonly (readonly [Order, Seen])[]): boolean | undefined => {
  const known = new PollingState();
  for (const [of, { basePrice, second = 0, matchedUnits = '0' }] of seen) {
    noteBasePrice(known, of, { basePrice, matchedUnits, askedAt: noon(second) });
  }
  return basePriceRules(known, order).basePriceFollows;
};

const LIMITS = [
  [DEARER, { basePrice: '12.6' }],
  [CHEAPER, { basePrice: '12.4', second: 30 }],
] as const;

describe('BasePrice, of which nobody has seen what it is', () => {
  it('follows the limit where it shows different limits of two orders of which nothing was matched', () => {
    expect(after(THIRD, ...LIMITS)).toBe(true);
    expect(after(THIRD, ...LIMITS, [THIRD, { basePrice: '12.1', second: 40 }])).toBe(true);
  });

  it.each([
    ['two orders with the same limit', { price: '12.6' }, { basePrice: '12.6' }],
    ['limits of two securities', { security: 'OTHER' }, { basePrice: '12.4' }],
    ['limits of two sides: trades may have bounced between them', { side: 'SELL' }, { basePrice: '12.4' }],
    ['two limits that lie more than a minute apart', {}, { basePrice: '12.4', second: 61 }],
    ['another price than the limit of the second order', {}, { basePrice: '12.5' }],
    ['nothing of the second order', {}, { basePrice: null }],
    ['the limit of an order that has traded: it may be the price of the last trade', {}, { basePrice: '12.4', matchedUnits: '10' }],
    ['the limit of an order of which nobody knows what was matched', {}, { basePrice: '12.4', matchedUnits: null }],
    ['the limit of an order that has ended', { status: 'Cancelled' }, { basePrice: '12.4' }],
  ] as const)('may be anything where it shows %s', (_, second, seen) => {
    expect(after(THIRD, [DEARER, { basePrice: '12.6' }], [{ ...CHEAPER, ...second }, seen])).toBe(
      false,
    );
  }); // prettier-ignore

  it('may be anything again once it shows the limit of another order instead', () => {
    expect(after(THIRD, ...LIMITS, [THIRD, { basePrice: '12.4', second: 40 }])).toBe(false);
  });

  it('says nothing of orders of other securities', () => {
    expect(after(anOrder({ security: 'OTHER' }), ...LIMITS)).toBe(false);
  });

  it.each([{ status: 'Amended' as const }, { editAcknowledgedAt: noon(0) }])(
    'says nothing of an order that was edited since, %j, as it may be the limit of its post',
    (edited) => {
      expect(after(anOrder({ ...THIRD, ...edited }), ...LIMITS)).toBe(false);
    },
  );

  it('follows the limit of an order where it has changed to the price of its edit', () => {
    const edited = anOrder({ status: 'Amended', price: '12.2', priceBefore: '12.1' });
    expect(after(edited, [edited, { basePrice: '12.2' }])).toBe(true);
  });

  describe('and which was the limit before an edit of its price', () => {
    const posted = anOrder({ price: '12.1' });
    const edited = anOrder({
      ...posted, status: 'Amended', price: '12.6', priceBefore: '12.1', editAcknowledgedAt: noon(20),
    }); // prettier-ignore
    const before = [posted, { basePrice: '12.1', second: 10 }] as const;

    it('follows the limit where it has changed with the edit, whatever to', () => {
      expect(after(edited, before, [edited, { basePrice: '12.5', second: 30 }])).toBe(true);
      const late = { basePrice: '12.1', second: 21 };
      expect(after(edited, before, [edited, late], [edited, { basePrice: '12.5', second: 30 }])).toBe(true);
    }); // prettier-ignore

    it.each([
      ['has not changed', { basePrice: '12.1', second: 30 }],
      ['has changed long after', { basePrice: '12.5', second: 81 }],
      ['has changed while some of it was traded', { basePrice: '12.5', second: 30, matchedUnits: '10' }],
      ['has changed while nobody knows what was traded', { basePrice: '12.5', second: 30, matchedUnits: null }],
    ])('may be anything where it %s', (_, seen) => {
      expect(after(edited, before, [edited, seen])).toBe(false);
    }); // prettier-ignore

    it('may be anything where it had another price before', () => {
      const other = [posted, { basePrice: '12.3', second: 10 }] as const;
      expect(after(edited, other, [edited, { basePrice: '12.5', second: 30 }])).toBe(false);
    });
  });

  it('is what the conformance kit has seen, whatever it shows', () => {
    const known = new PollingState();
    const limit = basePriceRules(known, DEARER, 'current-limit');
    expect(limit).toEqual({ basePriceIsLimit: true });
    expect(basePriceRules(known, DEARER, 'other')).toEqual({ basePriceIsLimit: false });
  });
});
