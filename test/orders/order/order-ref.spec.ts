import fc from '../../support/seeded-fast-check.js';
import { isOrderRef, orderRefOf } from '../../../src/orders/order/order-ref.js';

const orderId = fc.stringMatching(/^ord_[0-9A-Z]{26}$/);
const environment = fc.constantFrom('live' as const, 'test' as const);
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

describe('The reference of an order', () => {
  // Worked out apart from the code: SHA-256 of "marina-order-ref/1/<environment>/<id>", the low
  // five bits of its first 18 bytes. These must never change: they are how the exchange knows
  // orders that were sent by earlier releases.
  it.each([
    ['test', 'ord_01', 'TW4FBYSVF1WBE8WQGYA'],
    ['live', 'ord_01', 'LVZZZZ07PNQFACPYPZA'],
    ['test', 'ord_01JD3V7XK2Q4R6T8W0Y2A4C6E8', 'T36D72ATQJME49PBQZ6'],
    ['live', '', 'LF7Y064Z3V7YMXA7Q7J'],
    ['test', 'Ọ̀rọ̀', 'TXV7BWHFPM52Z7ZYRM1'],
  ] as const)('in %s of the order "%s" begins %s', (where, id, body) => {
    expect(orderRefOf(id, where).slice(0, -1)).toBe(body);
  });

  it('is the same every time it is derived', () => {
    fc.assert(
      fc.property(orderId, environment, (id, where) => {
        expect(orderRefOf(id, where)).toBe(orderRefOf(id, where));
      }),
    );
  });

  it('has 20 characters, upper-case letters and digits, none that read alike', () => {
    fc.assert(
      fc.property(orderId, environment, (id, where) => {
        expect(orderRefOf(id, where)).toMatch(/^[LT][0-9A-HJKMNP-TV-Z]{19}$/);
      }),
    );
  });

  it('says by its first letter whether the order is live', () => {
    fc.assert(
      fc.property(orderId, (id) => {
        expect(orderRefOf(id, 'live').charAt(0)).toBe('L');
        expect(orderRefOf(id, 'test').charAt(0)).toBe('T');
      }),
    );
  });

  it('of a test order and of the live order with the same id have nothing in common (A13)', () => {
    expect(orderRefOf('ord_01', 'live').slice(1, 19)).not.toBe(
      orderRefOf('ord_01', 'test').slice(1, 19),
    );
  });

  it('uses every character of its alphabet in every place of the digest', () => {
    const seen = Array.from({ length: 18 }, () => new Set<string>());
    for (let number = 0; number < 1_000; number += 1) {
      const ref = orderRefOf(`ord_${number}`, 'test');
      seen.forEach((characters, index) => characters.add(ref.charAt(index + 1)));
    }
    expect(seen.map((characters) => characters.size)).toEqual(Array(18).fill(32));
  });

  it('is recognised as ours', () => {
    fc.assert(
      fc.property(orderId, environment, (id, where) => {
        expect(isOrderRef(orderRefOf(id, where))).toBe(true);
      }),
    );
  });

  it('is not recognised with a wrong check character', () => {
    fc.assert(
      fc.property(orderId, environment, fc.constantFrom(...ALPHABET), (id, where, wrong) => {
        const ref = orderRefOf(id, where);
        fc.pre(wrong !== ref.charAt(19));
        expect(isOrderRef(ref.slice(0, 19) + wrong)).toBe(false);
      }),
    );
  });

  it('is not recognised once live is read as test or test as live', () => {
    fc.assert(
      fc.property(orderId, environment, (id, where) => {
        const ref = orderRefOf(id, where);
        expect(isOrderRef((where === 'live' ? 'T' : 'L') + ref.slice(1))).toBe(false);
      }),
    );
  });

  it('is not recognised when two unlike neighbours have changed places', () => {
    fc.assert(
      fc.property(orderId, environment, fc.integer({ min: 1, max: 17 }), (id, where, place) => {
        const ref = orderRefOf(id, where);
        const [a, b] = [ref.charAt(place), ref.charAt(place + 1)];
        // The first and the last of the alphabet are the one pair that weighs the same either way.
        fc.pre(a !== b && !['0Z', 'Z0'].includes(a + b));
        const swapped = ref.slice(0, place) + b + a + ref.slice(place + 2);
        expect(isOrderRef(swapped)).toBe(false);
      }),
    );
  });

  it.each(['', 'T', ' ', 'LVZZZZ07PNQFACPYPZ', 'XW4FBYSVF1WBE8WQGYA0', '700001', 'null'])(
    'is none of "%s"',
    (text) => {
      expect(isOrderRef(text)).toBe(false);
    },
  );

  it('is not recognised in lower case, with a space around it, or cut', () => {
    const ref = orderRefOf('ord_01', 'test');
    for (const text of [ref.toLowerCase(), ` ${ref}`, `${ref} `, `${ref}\n`, ref.slice(0, 19)]) {
      expect(isOrderRef(text)).toBe(false);
    }
  });
});
