import fc from '../../../support/seeded-fast-check.js';
import {
  Ranking,
  type EnquiryReason,
  type Question,
} from '../../../../src/orders/reconciliation/collect/enquiry-ranking.js';
import {
  ENQUIRIES_MAX,
  ENQUIRIES_WHEN_SHORT,
} from '../../../../src/orders/reconciliation/runs/run-pacing.js';
import type { Asking } from '../../../../src/orders/reconciliation/plan/choose-enquiries.js';
import { DOUBTS, firstInOrder } from '../in-order.js';

const question = (order: number, reason: EnquiryReason): Question => ({
  orderId: `ord_${order}`,
  orderNumber: String(700_000 + order),
  reason,
});

const best = (questions: readonly Question[], { askedAt, now, most }: Asking) => {
  const doubtful = questions.filter(({ reason }) => reason !== 'rotation');
  const ranking = new Ranking(new Set(doubtful.map(({ orderNumber }) => orderNumber)), now);
  for (const one of questions) ranking.add(one, askedAt.get(one.orderId));
  return ranking.best(most);
};

const chosen = (
  questions: readonly Question[],
  askedAt: Record<string, number>,
  most = ENQUIRIES_MAX,
) =>
  best(questions, { askedAt: new Map(Object.entries(askedAt)), now: 10, most }).map(
    ({ orderId, reason }) => `${orderId} ${reason}`,
  );

describe('The enquiries of a run', () => {
  it('begin with what has no known outcome', () => {
    const questions = [question(1, 'list-differs'), question(2, 'unknown-outcome')];
    expect(chosen(questions, {})).toEqual(['ord_2 unknown-outcome', 'ord_1 list-differs']);
  });

  it('among equals begin with the one that was asked longest ago', () => {
    const questions = [question(1, 'list-differs'), question(2, 'list-differs')];
    expect(chosen(questions, { ord_1: 5, ord_2: 4 })[0]).toBe('ord_2 list-differs');
  });

  it('ask each order once', () => {
    const questions = [question(1, 'rotation'), question(1, 'unknown-outcome')];
    expect(chosen(questions, {})).toEqual(['ord_1 unknown-outcome']);
  });

  it('hold one at the most whose turn it merely is', () => {
    const questions = [question(1, 'rotation'), question(2, 'rotation')];
    expect(chosen(questions, { ord_1: 2, ord_2: 1 })).toEqual(['ord_2 rotation']);
  });

  it('are two while reading is short of room', () => {
    const questions = [
      question(1, 'unknown-outcome'),
      question(2, 'list-differs'),
      question(3, 'rotation'),
    ];
    expect(chosen(questions, { ord_1: 9, ord_2: 9, ord_3: 8 }, ENQUIRIES_WHEN_SHORT)).toEqual([
      'ord_1 unknown-outcome',
      'ord_2 list-differs',
    ]);
  });

  it('come to a merely older one before a doubt that was asked a quarter of the time ago', () => {
    const questions = [question(1, 'unknown-outcome'), question(2, 'rotation')];
    expect(chosen(questions, { ord_1: 8, ord_2: 1 })[0]).toBe('ord_2 rotation');
    expect(chosen(questions, { ord_1: 7, ord_2: 1 })[0]).toBe('ord_1 unknown-outcome');
  });

  it('are those that come first when all questions are put in order', () => {
    const reason = fc.constantFrom<EnquiryReason[]>(...DOUBTS);
    const asked = fc.dictionary(fc.constantFrom('ord_1', 'ord_2', 'ord_3', 'ord_4'), fc.nat(9));
    // An inferred number of one order may be another's.
    const some = fc.record({ order: fc.integer({ min: 1, max: 6 }), number: fc.nat(4), reason });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 20 }), asked, fc.nat(20), (given, at, most) => {
        const questions = given.map((one) => ({
          orderId: `ord_${one.order}`,
          orderNumber: String(one.number),
          reason: one.reason,
        }));
        const asking = { askedAt: new Map(Object.entries(at)), now: 10, most };
        expect(best(questions, asking)).toEqual(firstInOrder(questions, asking));
      }),
    );
  });

  it('come to every order in the end, however many doubts never end (D10)', () => {
    const orders = fc.uniqueArray(fc.nat(60), { minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(orders, fc.nat(25), (numbers, doubted) => {
        const questions = numbers.map((order, index) =>
          question(order, index < doubted ? 'unknown-outcome' : 'rotation'),
        );
        const askedAt = new Map<string, number>();
        const turns = new Map<string, number>();
        for (let run = 1; run <= numbers.length * 10; run += 1) {
          // There is room for the first one only.
          const [first] = best(questions, { askedAt, now: run, most: ENQUIRIES_WHEN_SHORT });
          if (first === undefined) continue;
          askedAt.set(first.orderId, run);
          turns.set(first.orderId, (turns.get(first.orderId) ?? 0) + 1);
        }
        expect(turns.size).toBe(numbers.length);
        for (const times of turns.values()) expect(times).toBeGreaterThan(1);
      }),
    );
  });
});
