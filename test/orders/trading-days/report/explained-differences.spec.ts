import {
  shownAs,
  tradeDifference,
  unbookedTrade,
  type TradeTerms,
} from '../../../../src/orders/breaks/trade-difference.js';
import type { Explanation } from '../../../../src/orders/trading-days/report/explained-differences.js';
import { reportOf, type DayFacts } from '../../../../src/orders/trading-days/report/day-report.js';
import { executedOf, type Booked } from '../../../../src/orders/trading-days/traded.js';
import { anExecution, TODAY } from '../../../support/builders.js';

const row = (changes: Partial<Booked> = {}): Booked => ({
  orderNumber: '700001',
  accountNumber: 'CDS-1',
  security: 'SD11PLC',
  side: 'BUY',
  units: '40',
  price: '12.5',
  ...changes,
});

/** Two people have accepted the trade M1 as booked: 40 at 12.5. */
const accepted = (shown: TradeTerms | null, orderNumber = '700001'): Explanation => ({
  breakId: 'brk_1',
  accountNumber: 'CDS-1',
  security: 'SD11PLC',
  trade: tradeDifference(anExecution({ price: '12.5', orderNumber }), shown),
  reasonCode: 'ConfirmedByExchange',
  text: 'The exchange says on the telephone that it stands.',
  closedBy: 'ada, bola',
});

/** Two people have left the trade M2, 40 at 12.5, out of the book. */
const LEFT_OUT = {
  ...accepted(null),
  trade: unbookedTrade({ ...anExecution({ price: '12.5', matchingId: 'M2' }), shownFor: TODAY }),
};
const IN_READING = new Set([shownAs(LEFT_OUT.trade, LEFT_OUT.trade.shown)]);

type Of = [
  booked: readonly Booked[],
  shown: readonly Booked[],
  ...explanations: readonly Explanation[],
];
const report = (...of: Of) => reportOf(factsOf(...of));
/** The reading has M2 among what is shown. */
const withLeftOut = (booked: Of[0], shown: Of[1], ...others: readonly Explanation[]) =>
  reportOf({ ...factsOf(booked, shown, LEFT_OUT, ...others), unbooked: IN_READING });

function factsOf(...[booked, shown, ...explanations]: Of): DayFacts {
  return {
    brokerCode: 'ARM',
    resolvedBreaks: [],
    tradingDate: TODAY,
    isTradingDay: true,
    isOver: true,
    isRead: true,
    executed: executedOf(shown),
    unread: 0,
    said: null,
    booked,
    unbooked: new Set(),
    orders: [],
    accountOf: new Map([...booked, ...shown].map((one) => [one.orderNumber, one.accountNumber])),
    breaks: [],
    explanations,
    gaps: [],
    inferred: [],
    service: { runs: 1, calls: 1, answered: 1 },
  };
}

describe('A day with a differing trade that two people have accepted as booked', () => {
  it.each<[string, TradeTerms | null, readonly Booked[]]>([
    ['no longer shown', null, []],
    ['shown with fewer units', { units: '30', price: '12.5' }, [row({ units: '30' })]],
    ['shown at another price', { units: '40', price: '12.4' }, [row({ price: '12.4' })]],
  ])(
    'that is %s is settled, and reports the difference and why (F6, E10)',
    (_, shown, executed) => {
      const { unsettled, facts } = report([row()], executed, accepted(shown));
      expect(unsettled).toEqual([]);
      expect(facts.explanations).toHaveLength(1);
      const [line] = facts.lines;
      expect(line?.difference).not.toEqual({ executions: 0, units: '0', value: '0' });
      expect(line?.explained).toEqual(line?.difference);
    },
  );

  it('that is shown and stays out of the book is settled, and reports the difference and why', () => {
    const { unsettled, facts } = withLeftOut([row()], [row(), row()]);
    expect(unsettled).toEqual([]);
    const [line] = facts.lines;
    expect(line?.difference).toEqual({ executions: 1, units: '40', value: '500' });
    expect(line?.explained).toEqual(line?.difference);
  });

  it('that stays out of the book explains itself alone, whatever else of the number differs', () => {
    const other = row({ units: '7' });
    const { unsettled, facts } = withLeftOut([row()], [row(), row(), other]);
    expect(unsettled).toEqual(['1 line differs']);
    expect(facts.lines[0]?.explained).toEqual({ executions: 1, units: '40', value: '500' });
    // Nor does it hinder what explains the rest.
    const both = withLeftOut([row()], [row()], accepted(null));
    expect(both.unsettled).toEqual([]);
    expect(both.facts.explanations).toHaveLength(2);
  });

  it('that stays out of the book explains nothing where the reading does not have it', () => {
    const { unsettled, facts } = report([row()], [], accepted(null), LEFT_OUT);
    expect(unsettled).toEqual([]);
    expect(facts.explanations).toEqual([accepted(null)]);
    expect(report([row()], [row()], LEFT_OUT).unsettled).toEqual([]);
    expect(report([row()], [row(), row()], LEFT_OUT).unsettled).toEqual(['1 line differs']);
  });

  it.each<[string, readonly Booked[], readonly Booked[]]>([
    ['the number lacks another trade as well', [row(), row({ units: '5' })], []],
    ['the trade is shown after all', [row()], [row()]],
    ['the number shows a trade that is not booked', [row()], [row({ units: '7' })]],
  ])('is not explained when %s', (_, booked, executed) => {
    const { unsettled, facts } = report(booked, executed, accepted(null));
    const same = executed.length === booked.length && executed[0]?.units === booked[0]?.units;
    expect(unsettled).toEqual(same ? [] : ['1 line differs']);
    expect(facts.explanations).toBeUndefined();
  });

  it('is not settled if another number of the same account differs', () => {
    const other = row({ orderNumber: '700002', units: '10' });
    const { unsettled } = report([row(), other], [], accepted(null));
    expect(unsettled).toEqual(['1 line differs']);
  });

  it('leaves the fields out of its report when nothing was accepted', () => {
    const { facts } = report([row()], [row()]);
    expect(Object.keys(facts).sort()).toEqual(['external', 'lines', 'orders', 'totals']);
    expect(Object.keys(facts.lines[0] ?? {})).not.toContain('explained');
  });
});
