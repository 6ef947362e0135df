import type { DayReport } from '../../../../src/orders/trading-days/report/day-report.js';
import { reportChanges } from '../../../../src/orders/trading-days/report/report-changes.js';

const NOTHING = { executions: 0, units: '0', value: '0' };
const line = (accountNumber: string, orders: number) => ({
  accountNumber,
  security: 'SD11PLC',
  side: 'BUY',
  orders,
  ours: NOTHING,
  exchange: NOTHING,
  difference: NOTHING,
});
const REPORT: DayReport = {
  brokerCode: 'ARM',
  resolvedBreaks: [],
  tradingDate: '2026-11-20',
  facts: {
    lines: [line('C1', 1), line('C2', 2)],
    totals: { ours: NOTHING, exchange: NOTHING },
    external: [],
    orders: { Expired: 2, Filled: 1 },
  },
  breaks: [],
  service: { runs: 10, calls: 30, answered: 30 },
  unsettled: [],
};
const withFacts = (facts: Partial<DayReport['facts']>): DayReport => ({
  ...REPORT,
  facts: { ...REPORT.facts, ...facts },
});

describe('The changes of a day report', () => {
  it('are none between equal reports', () => {
    expect(reportChanges(REPORT, withFacts({}))).toEqual([]);
  });

  it('name a changed line, and no other, with the account in its own field, where it can be masked', () => {
    expect(reportChanges(REPORT, withFacts({ lines: [line('C1', 1), line('C2', 3)] }))).toEqual([
      {
        part: 'lines SD11PLC BUY',
        accountNumber: 'C2',
        before: line('C2', 2),
        now: line('C2', 3),
      },
    ]);
  });

  it('name a status that has disappeared, and one that is new', () => {
    expect(reportChanges(REPORT, withFacts({ orders: { Expired: 2, Open: 1 } }))).toEqual([
      { part: 'orders Filled', accountNumber: null, before: 1, now: null },
      { part: 'orders Open', accountNumber: null, before: null, now: 1 },
    ]);
  });

  it('tell external orders with the same number apart', () => {
    const external = ['C1', 'C2'].map((accountNumber) => ({
      orderNumber: '7', accountNumber, security: 'SD11PLC', side: 'BUY', ...NOTHING,
    })); // prettier-ignore
    const [first, second] = external;
    const changed = { ...first!, units: '5' };
    const changes = reportChanges(
      withFacts({ external }),
      withFacts({ external: [changed, second!] }),
    );
    expect(changes).toEqual([
      { part: 'external 7 SD11PLC BUY', accountNumber: 'C1', before: first, now: changed },
    ]);
  });

  it('name a new break, and what has become unsettled', () => {
    const found = {
      id: 'brk_1', type: 'OrphanTrade', severity: 'High', assignee: null, orderId: null, orderNumber: '1',
    }; // prettier-ignore
    const now = { ...REPORT, breaks: [found], unsettled: ['1 break has no owner'] };
    const parts = reportChanges(REPORT, now).map(({ part }) => part);
    expect(parts).toEqual(['unsettled', 'breaks brk_1']);
  });

  it('name a break that has been resolved', () => {
    const { assignee, ...what } = {
      id: 'brk_1', type: 'OrphanTrade', severity: 'High', assignee: 'ada', orderId: null, orderNumber: '1',
    }; // prettier-ignore
    const open = { ...what, assignee };
    const closed = {
      ...what, openedAt: '2026-11-20T09:00:00.000Z', closedAt: '2026-11-20T10:00:00.000Z',
      closedBy: 'ada', outcome: 'It was the other desk.',
    }; // prettier-ignore
    const changes = reportChanges(
      { ...REPORT, breaks: [open] },
      { ...REPORT, resolvedBreaks: [closed] },
    );
    expect(changes).toEqual([
      { part: 'breaks brk_1', accountNumber: null, before: open, now: closed },
    ]);
  });
});
