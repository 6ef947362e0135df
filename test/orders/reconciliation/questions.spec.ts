import { describe, expect, it } from '@jest/globals';
import type { ListReading } from '../../../src/orders/reconciliation/broker-list.js';
import { chooseEnquiries } from '../../../src/orders/reconciliation/questions.js';
import type { Subject } from '../../../src/orders/reconciliation/subjects.js';
import { aListReading, anOrderRow } from './rows.js';

/** Three slices of a book. */
const ORDERS = 2_500;

const book = Array.from({ length: ORDERS }, (_, place): Subject => {
  const orderNumber = String(700_000 + place);
  return {
    order: anOrderRow({ id: `ord_${place}`, orderNumber, status: 'Open', grade: 'Listed' }),
    unknown: [],
  };
});

/** All were asked at 5 unless they are named. */
const chosen = async (list: ListReading | null, asked: Record<string, number>, most = 8) => {
  const askedAt = new Map(book.map(({ order: { id } }) => [id, asked[id] ?? 5]));
  const enquiries = await chooseEnquiries(book, list, { askedAt, now: 10, most });
  return enquiries.map(({ orderId, doubt }) => `${orderId} ${doubt}`);
};

describe('The enquiries of a large book', () => {
  it('are the turn of the one that was asked longest ago, wherever it stands', async () => {
    const list = aListReading([]);
    expect(await chosen(list, { ord_700: 4, ord_2300: 3 })).toEqual(['ord_2300 rotation']);
    expect(await chosen(list, { ord_700: 3, ord_2300: 3 })).toEqual(['ord_700 rotation']);
    expect(await chosen(list, {})).toEqual(['ord_0 rotation']);
  });

  it('hold a doubt instead of the turn of the same order', async () => {
    const list = aListReading([], { differing: new Set(['ord_2400']) });
    expect(await chosen(list, { ord_2400: 1, ord_1200: 2 })).toEqual([
      'ord_2400 list-differs',
      'ord_1200 rotation',
    ]);
    // Named twice under one number: by the list as an order that has ended, and as one that works.
    const enlarged = [{ orderId: 'ord_2300', orderNumber: '702300' }];
    expect(await chosen(aListReading([], { enlarged }), { ord_2300: 1, ord_1200: 2 })).toEqual([
      'ord_2300 list-differs',
      'ord_1200 rotation',
    ]);
  });

  it('are about any that works where no list was read', async () => {
    const asked = { ord_2499: 1, ord_1500: 2, ord_3: 3 };
    expect(await chosen(null, asked, 3)).toEqual([
      'ord_2499 list-differs',
      'ord_1500 list-differs',
      'ord_3 list-differs',
    ]);
  });
});
