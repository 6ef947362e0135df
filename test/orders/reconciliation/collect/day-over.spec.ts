import type { Sessions } from '../../../../src/market/trading-calendar/trading-day.js';
import {
  nextDayHasOpened,
  phaseOf,
  type DayOfTrades,
} from '../../../../src/orders/reconciliation/collect/day-over.js';

const HOURS: Sessions = { usual: { opensAt: 600, closesAt: 870 }, exceptions: new Map() };
const ALWAYS: Sessions = { usual: 'always', exceptions: new Map() };
const DATE = '2026-11-20';
const lagos = (time: string): number => Date.parse(`${time}:00+01:00`);
const CLOSE = lagos(`${DATE}T14:30`);
const MINUTE = 60_000;

const trades = (askedAt: number, changes: Partial<DayOfTrades> = {}): DayOfTrades => ({
  kind: 'Answer',
  date: DATE,
  rows: [],
  odd: 0,
  callId: 'call_1',
  askedAt,
  answeredAt: askedAt + 100,
  ...changes,
});

describe('A trading day', () => {
  it('goes on until its session has ended, or until midnight without one (E14)', () => {
    expect(phaseOf(DATE, HOURS, CLOSE - 1, [])).toBe('trading');
    expect(phaseOf(DATE, HOURS, CLOSE, [])).toBe('closing');
    expect(phaseOf(DATE, ALWAYS, lagos(`${DATE}T23:59`), [])).toBe('trading');
    expect(phaseOf(DATE, ALWAYS, lagos('2026-11-21T00:00'), [])).toBe('closing');
  });

  it.each([
    ['nothing was read', []],
    ['they were read before the last of them could be there', [trades(CLOSE + 9 * MINUTE)]],
    ['a row could not be read', [trades(CLOSE + 11 * MINUTE, { odd: 1 })]],
    ['those of another day were read', [trades(CLOSE + 11 * MINUTE, { date: '2026-11-19' })]],
  ])('is not over while its trades are not known: %s (F1)', (_, read) => {
    expect(phaseOf(DATE, HOURS, CLOSE + 3 * 3_600_000, read)).toBe('closing');
  });

  it('is over once its trades were read whole, ten minutes after the close (F1)', () => {
    const now = CLOSE + 12 * MINUTE;
    expect(phaseOf(DATE, HOURS, now, [trades(CLOSE + 10 * MINUTE)])).toBe('over');
  });

  it('is followed by a session that shows what is left of it, not by a week-end (F3)', () => {
    expect(nextDayHasOpened(DATE, HOURS, lagos(`${DATE}T20:00`))).toBe(false);
    expect(nextDayHasOpened(DATE, HOURS, lagos('2026-11-21T12:00'))).toBe(false);
    expect(nextDayHasOpened(DATE, HOURS, lagos('2026-11-23T10:09'))).toBe(false);
    expect(nextDayHasOpened(DATE, HOURS, lagos('2026-11-23T10:10'))).toBe(true);
    expect(nextDayHasOpened(DATE, ALWAYS, lagos('2026-11-21T00:10'))).toBe(true);
  });
});
