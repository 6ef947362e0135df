import fc from '../../../support/seeded-fast-check.js';
import { TIMES_MISSING_TOLERATED } from '../../../../src/orders/reconciliation/order-records/missing-orders.js';
import type { ListComparisonResult } from '../../../../src/orders/reconciliation/lists/broker-list.js';
import type { Question } from '../../../../src/orders/reconciliation/collect/enquiry-ranking.js';
import { chooseEnquiries } from '../../../../src/orders/reconciliation/plan/choose-enquiries.js';
import type { OrderUnderReview } from '../../../../src/orders/reconciliation/collect/orders-under-review.js';
import { turnsDuring } from '../../../support/time/turns.js';
import { firstInOrder } from '../in-order.js';
import { aListComparison, anOrderRow } from '../rows.js';

/** Three slices of a book. */
const ORDERS = 2_500;

const book = Array.from({ length: ORDERS }, (_, place): OrderUnderReview => {
  const orderNumber = String(700_000 + place);
  return {
    order: anOrderRow({ id: `ord_${place}`, orderNumber, status: 'Open', grade: 'Listed' }),
    unknown: [],
  };
});

/** All were asked at 5 unless they are named. */
const chosen = async (
  list: ListComparisonResult | null,
  asked: Record<string, number>,
  most = 8,
) => {
  const askedAt = new Map(book.map(({ order: { id } }) => [id, asked[id] ?? 5]));
  const enquiries = await chooseEnquiries(book, list, { askedAt, now: 10, most });
  return enquiries.map(({ orderId, reason }) => `${orderId} ${reason}`);
};

describe('The enquiries of a large book', () => {
  it('are the turn of the one that was asked longest ago, wherever it stands', async () => {
    const list = aListComparison([]);
    expect(await chosen(list, { ord_700: 4, ord_2300: 3 })).toEqual(['ord_2300 rotation']);
    expect(await chosen(list, { ord_700: 3, ord_2300: 3 })).toEqual(['ord_700 rotation']);
    expect(await chosen(list, {})).toEqual(['ord_0 rotation']);
  });

  it('hold a doubt instead of the turn of the same order', async () => {
    const list = aListComparison([], { differing: new Set(['ord_2400']) });
    expect(await chosen(list, { ord_2400: 1, ord_1200: 2 })).toEqual([
      'ord_2400 list-differs',
      'ord_1200 rotation',
    ]);
    // Named twice under one number: by the list as an order that has ended, and as one that works.
    const endedShown = [{ orderId: 'ord_2300', orderNumber: '702300' }];
    expect(await chosen(aListComparison([], { endedShown }), { ord_2300: 1, ord_1200: 2 })).toEqual(
      ['ord_2300 list-differs', 'ord_1200 rotation'],
    );
  });

  it('are chosen in slices, between which others have their turn', async () => {
    const list = aListComparison([]);
    expect(await turnsDuring(() => chosen(list, {}))).toBeGreaterThanOrEqual(4);
    expect(await turnsDuring(() => chosen(null, {}))).toBeGreaterThanOrEqual(8);
  });

  it('are about any that works where no list was read', async () => {
    const asked = { ord_2499: 1, ord_1500: 2, ord_3: 3 };
    expect(await chosen(null, asked, 3)).toEqual([
      'ord_2499 list-differs',
      'ord_1500 list-differs',
      'ord_3 list-differs',
    ]);
  });

  it('are those that come first when all questions are put in order', async () => {
    const anOrder = fc.record({
      // An inferred number of one order may be another's.
      number: fc.option(fc.nat(4)),
      works: fc.boolean(),
      isConfirmed: fc.boolean(),
      timesMissing: fc.nat(4),
      seen: fc.constantFrom('as held', 'absent', 'differing', 'endedShown'),
      askedAt: fc.option(fc.nat(9)),
    });
    const books = fc.array(anOrder, { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(books, fc.boolean(), fc.nat(14), async (orders, hasList, most) => {
        const named = orders.map((one, place) => ({
          ...one,
          orderId: `ord_${place}`,
          orderNumber: one.number === null ? null : String(one.number),
        }));
        const seenAs = (seen: string) =>
          named.filter((one) => one.seen === seen).map(({ orderId }) => orderId);
        const endedShown = named.flatMap(({ orderId, orderNumber, seen }) =>
          seen === 'endedShown' && orderNumber !== null ? [{ orderId, orderNumber }] : [],
        );
        const absent = new Set(seenAs('absent'));
        const differing = new Set(seenAs('differing'));
        const list = hasList ? aListComparison([], { absent, differing, endedShown }) : null;
        const numbered = named.flatMap(({ orderNumber, ...one }) =>
          orderNumber === null ? [] : [{ ...one, orderNumber }],
        );
        const doubts = numbered.flatMap(({ orderId, orderNumber, works, ...one }): Question[] => {
          const differs = list === null ? works : one.seen === 'absent' || one.seen === 'differing';
          const reason = one.timesMissing >= TIMES_MISSING_TOLERATED ? 'rotation' : 'list-differs';
          return [
            ...(differs ? [{ orderId, orderNumber, reason } as const] : []),
            ...(one.isConfirmed ? [] : [{ orderId, orderNumber, reason: 'unconfirmed' } as const]),
          ];
        });
        const ended = list === null ? [] : endedShown;
        const all: Question[] = [
          ...doubts,
          ...ended.map((one) => ({ ...one, reason: 'list-differs' as const, isEnded: true })),
          ...numbered
            .filter(({ works }) => works)
            .map(({ orderId, orderNumber }) => ({
              orderId,
              orderNumber,
              reason: 'rotation' as const,
            })),
        ];
        const askedAt = new Map(
          named.flatMap((one) => (one.askedAt === null ? [] : [[one.orderId, one.askedAt]])),
        );
        const subjects = named.map(
          ({ orderId, orderNumber, works, isConfirmed, timesMissing }) => ({
            order: anOrderRow({
              id: orderId,
              orderNumber,
              timesMissing,
              status: works ? 'Open' : 'Cancelled',
              grade: isConfirmed ? 'Listed' : 'Acknowledged',
            }),
            unknown: [],
          }),
        );
        const asking = { askedAt, now: 10, most };
        expect(await chooseEnquiries(subjects, list, asking)).toEqual(firstInOrder(all, asking));
      }),
    );
  });
});
