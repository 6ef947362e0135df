import { timesOf } from '../../console/calls/call-times.js';
import { preferencesIn, USUAL } from '../../console/parts/preferences.js';
import { daysOf, vwapOf } from '../../console/market/vwap-days.js';
import { homeOf } from '../../console/shell/screens.js';

type Call = Parameters<typeof timesOf>[0][number];

const call = (endpoint: string, ms: number | null, httpStatus: number | null = 200): Call => ({
  id: `call-${endpoint}-${String(ms)}`,
  endpoint,
  lane: 'trade',
  keyId: 'k',
  orderId: null,
  operator: null,
  startedAt: '2026-11-20T10:00:00.000Z',
  completedAt: ms === null ? null : new Date(Date.UTC(2026, 10, 20, 10) + ms).toISOString(),
  httpStatus,
  replyBytes: null,
  failure: httpStatus === null && ms !== null ? 'timeout' : null,
  outcome: null,
});

describe('The times of the exchange', () => {
  it('are those of each endpoint, and one that is under way has none and has not failed', () => {
    const calls = [
      ...[10, 20, 30, 40, 1_000].map((ms) => call('order/post', ms)),
      call('order/post', null, null),
      call('daily/trades', 5, 500),
      call('daily/trades', 9_000, null),
    ];
    expect(timesOf(calls)).toEqual([
      { endpoint: 'order/post', count: 6, failed: 0, half: 30, most: 40, longest: 1_000 },
      { endpoint: 'daily/trades', count: 2, failed: 2, half: 5, most: 5, longest: 9_000 },
    ]);
  });
});

describe('What a browser has kept of how somebody works', () => {
  it.each([
    [null, USUAL],
    ['no JSON', USUAL],
    ['null', USUAL],
    ['{"density":"tiny","zone":"mars","home":"javascript:alert(1)"}', USUAL],
    [
      '{"density":"comfortable","zone":"utc","home":"/breaks","other":1}',
      { density: 'comfortable', zone: 'utc', home: '/breaks' },
    ],
  ])('is read as far as it is known: %s', (stored, read) => {
    expect(preferencesIn(stored)).toEqual(read);
  });

  it('opens the orders where a screen is no more', () => {
    expect([homeOf('/breaks'), homeOf('/gone')]).toEqual(['/breaks', '/orders']);
  });
});

describe('The average prices of a security', () => {
  const day = (date: string, symbol: string, value: string, volume: string) => ({
    date, symbol, value, volume, count: null, open: null, close: null, high: null, low: null, bid: null, ask: null,
  }); // prettier-ignore

  it('are value by volume, of its own days, oldest first', () => {
    const rows = [
      day('2026-11-20', 'SD11PLC', '1000', '80'),
      day('2026-11-19', 'SD12PLC', '1', '1'),
      day('2026-11-18', 'SD11PLC', '100', '3'),
      day('2026-11-19', 'SD11PLC', '0', '0'),
    ];
    const days = daysOf(rows, ' sd11plc ');
    expect(days.map(({ date }) => date)).toEqual(['2026-11-18', '2026-11-19', '2026-11-20']);
    expect(days.map(vwapOf)).toEqual(['33.33', null, '12.5']);
  });
});
