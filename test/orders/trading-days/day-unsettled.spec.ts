import {
  reportOf,
  type DayFacts,
  type DayReport,
} from '../../../src/orders/trading-days/report/day-report.js';
import { TODAY } from '../../support/builders.js';

const NOT_READ = 'the trades of the day have not been read completely since its close';
const ORDER = {
  accountNumber: 'CDS-1', security: 'SD11PLC', side: 'BUY', status: 'Expired',
  uncertain: 0, unbooked: 0, count: 1,
}; // prettier-ignore

const unsettled = (changes: Partial<DayFacts>): readonly string[] => dayReport(changes).unsettled;

const dayReport = (changes: Partial<DayFacts>): DayReport =>
  reportOf({
    brokerCode: 'ARM', resolvedBreaks: [], tradingDate: TODAY, isTradingDay: true, isOver: true, isRead: true, executed: [], unread: 0, said: null,
    booked: [], unbooked: new Set(), orders: [], accountOf: new Map(), breaks: [], explanations: [], gaps: [], inferred: [],
    service: { runs: 0, calls: 0, answered: 0 }, ...changes,
  }); // prettier-ignore

const ZERO = { executions: 0, units: '0', value: '0' };
const UNREAD = { isRead: false, executed: null };

describe('A day', () => {
  it('can be signed once it is over and read, though it is empty (F6)', () => {
    expect(unsettled({})).toEqual([]);
  });

  it('cannot be signed before it is over (F6)', () => {
    const early = unsettled({ ...UNREAD, isOver: false });
    expect(early).toEqual(['the day is not over', NOT_READ]);
  });

  const TRADED = { executions: 1, units: '40', value: '500' };
  const BOOKED = {
    ...ORDER, id: 'fil_1', orderNumber: '700001', units: '40', price: '12.5',
  }; // prettier-ignore

  it.each([UNREAD, { isRead: false }])(
    'has no figures of the exchange, and no difference, before the trades are read (F6)',
    (unread) => {
      const { facts, unsettled: why } = dayReport({ ...unread, booked: [BOOKED], unread: 3 });
      expect(facts.lines).toMatchObject([{ ours: TRADED, exchange: null, difference: null }]);
      expect(facts.totals).toEqual({ ours: TRADED, exchange: null });
      expect(why).toEqual([NOT_READ]);
    },
  );

  it('has figures of the exchange that are zero when it was read and showed nothing (F6)', () => {
    const { facts, unsettled: why } = dayReport({ booked: [BOOKED] });
    expect(facts.lines).toMatchObject([
      { exchange: ZERO, difference: { executions: -1, units: '-40', value: '-500' } },
    ]);
    expect(facts.totals).toEqual({ ours: TRADED, exchange: ZERO });
    expect(why).toEqual(['1 line differs']);
  });

  it('has one line of an account whose letters the exchange writes in another case (F6)', () => {
    const shown = { orderNumber: '700001', security: 'SD11PLC', side: 'BUY', ...TRADED };
    const accountOf = new Map([['700001', 'CDS-1']]);
    const executed = [{ ...shown, accountNumber: 'cds-1' }];
    const { facts, unsettled: why } = dayReport({ booked: [BOOKED], accountOf, executed });
    expect(facts.lines).toMatchObject([{ accountNumber: 'CDS-1', ours: TRADED, exchange: TRADED }]);
    expect(why).toEqual([]);
  });

  it('cannot be signed when the calendar has moved its close past the last reading (F4, F6)', () => {
    expect(unsettled({ isRead: false })).toEqual([NOT_READ]);
  });

  it.each([true, false])(
    'without a session cannot be signed, for that reason alone; over: %s (F4, F6)',
    (isOver) => {
      const reason = [`${TODAY} is no trading day`];
      expect(unsettled({ ...UNREAD, isTradingDay: false, isOver })).toEqual(reason);
      expect(unsettled({ isTradingDay: false, isOver })).toEqual(reason);
    },
  );

  it('that became a holiday when it had orders already is signed like any other (F4, F6)', () => {
    const late = { isTradingDay: false, orders: [ORDER] };
    expect(unsettled({ ...UNREAD, ...late })).toEqual([NOT_READ]);
    expect(unsettled(late)).toEqual([]);
  });
});
