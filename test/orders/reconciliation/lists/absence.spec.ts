import type { Sessions } from '../../../../src/market/trading-calendar/trading-day.js';
import type { DayOfTrades } from '../../../../src/orders/reconciliation/collect/day-over.js';
import { AbsenceSources } from '../../../../src/orders/reconciliation/lists/absence.js';
import { anOrderRow } from '../rows.js';

const HOURS: Sessions = { usual: { opensAt: 600, closesAt: 870 }, exceptions: new Map() };
const DATE = '2026-11-20';
const MINUTE = 60_000;
const CLOSE = Date.parse(`${DATE}T14:30:00+01:00`);
const NEXT_OPENING = Date.parse('2026-11-23T10:00:00+01:00');
const read: DayOfTrades = {
  kind: 'Answer',
  date: DATE,
  rows: [],
  odd: 0,
  callId: 'call_1',
  askedAt: CLOSE + 11 * MINUTE,
  answeredAt: CLOSE + 11 * MINUTE,
};

async function absentAt(now: number, saidNone: boolean, timeInForce?: string): Promise<boolean> {
  const order = anOrderRow({ id: 'ord_1', tradingDate: DATE, ...(timeInForce && { timeInForce }) });
  const trades = read.askedAt <= now ? [read] : [];
  const seen = {
    list: null,
    saidNone,
    listed: new Set<string>(),

    trades,
    sessions: HOURS,
    now,
  };
  const sources = await AbsenceSources.of([{ order, unknown: [] }], seen);
  return sources.of('ord_1').absent;
}

describe('Where the exchange answers that there is no list', () => {
  it.each([
    ['while its day goes on', CLOSE - MINUTE, true],
    ['while its day closes', CLOSE + MINUTE, true],
    ['once its day is over: nothing but the next session ends it', CLOSE + 12 * MINUTE, false],
    ['once the next session has opened', NEXT_OPENING + 30 * MINUTE, true],
  ] as const)('an order is on none %s', async (_when, now, expected) => {
    expect(await absentAt(now, true)).toBe(expected);
    // A list that did not come says nothing.
    expect(await absentAt(now, false)).toBe(false);
  });

  it('an order of several days is on none at any time', async () => {
    expect(await absentAt(CLOSE + 12 * MINUTE, true, 'Good Till Cancelled')).toBe(true);
    expect(await absentAt(CLOSE + 12 * MINUTE, false, 'Good Till Cancelled')).toBe(false);
  });
});
