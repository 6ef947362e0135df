import { describe, expect, it } from '@jest/globals';
import { reportOf, type DayFacts } from '../../../src/orders/trading-days/day-report.js';
import { TODAY } from '../../support/builders.js';

const NOT_READ = 'the trades of the day were not read whole after its close';
const ORDER = {
  accountNumber: 'CDS-1', security: 'SD11PLC', side: 'BUY', status: 'Expired',
  uncertain: 0, unbooked: 0, count: 1,
}; // prettier-ignore

const unsettled = (changes: Partial<DayFacts>): readonly string[] =>
  reportOf({
    tradingDate: TODAY, isTradingDay: true, isOver: true, isRead: true, executed: [], unread: 0,
    booked: [], orders: [], accountOf: new Map(), breaks: [], explanations: [], gaps: [],
    service: { passes: 0, calls: 0, answered: 0 }, ...changes,
  }).unsettled; // prettier-ignore

const UNREAD = { isRead: false, executed: null };

describe('What keeps a day from being signed', () => {
  it('is nothing once it is over and read, though nothing was done on it (F6)', () => {
    expect(unsettled({})).toEqual([]);
  });

  it('is that the day is not over, be it today or in the future (F6)', () => {
    const early = unsettled({ ...UNREAD, isOver: false });
    expect(early).toEqual(['the day is not over', NOT_READ]);
  });

  it('is that it was read before its close, when the calendar has moved that (F4, F6)', () => {
    expect(unsettled({ isRead: false })).toEqual([NOT_READ]);
  });

  it.each([true, false])(
    'is that it is no trading day, and that alone; over: %s (F4, F6)',
    (isOver) => {
      const reason = [`${TODAY} is no trading day`];
      expect(unsettled({ ...UNREAD, isTradingDay: false, isOver })).toEqual(reason);
      expect(unsettled({ isTradingDay: false, isOver })).toEqual(reason);
    },
  );

  it('is what it is on any day, on a holiday for which there were orders before it was one (F4, F6)', () => {
    const late = { isTradingDay: false, orders: [ORDER] };
    expect(unsettled({ ...UNREAD, ...late })).toEqual([NOT_READ]);
    expect(unsettled(late)).toEqual([]);
  });
});
