import { isOrderRef, orderRefOf } from '../../../src/orders/order/order-ref.js';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

describe('The reference of an order, of very many', () => {
  it('is another one for every order', () => {
    const refs = new Set<string>();
    for (let number = 0; number < 20_000; number += 1)
      refs.add(orderRefOf(`ord_${number}`, 'live'));
    expect(refs.size).toBe(20_000);
  });

  it('is not recognised with any one character changed into any other of the alphabet', () => {
    const passed: string[] = [];
    for (let number = 0; number < 200; number += 1) {
      const ref = orderRefOf(`ord_${number}`, number % 2 === 0 ? 'live' : 'test');
      for (let place = 0; place < ref.length; place += 1) {
        for (const wrong of `${ALPHABET}L`) {
          const changed = ref.slice(0, place) + wrong + ref.slice(place + 1);
          if (changed !== ref && isOrderRef(changed)) passed.push(`${ref} as ${changed}`);
        }
      }
    }
    expect(passed).toEqual([]);
  });
});
