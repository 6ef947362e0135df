import { readTradeDate } from '../../../../src/orders/reconciliation/trades/trade-date.js';

const ASKED = '2026-11-25';

describe('The date in a row of the trades', () => {
  it.each([
    ['2026-11-24', '2026-11-24'],
    ['2026-11-25 10:14:02', ASKED],
    ['2026-11-23T23:30:00Z', '2026-11-24'],
    ['2026-11-24T23:30:00+01:00', '2026-11-24'],
    ['2026/11/24', '2026-11-24'],
    ['20261124', '2026-11-24'],
    ['24/11/2026', '2026-11-24'],
    ['11/24/2026', '2026-11-24'],
    ['24.11.2026', '2026-11-24'],
    ['24-NOV-26', '2026-11-24'],
    ['24 November 2026', '2026-11-24'],
    ['Tue 24 Nov 2026', '2026-11-24'],
    ['Nov 24, 2026', '2026-11-24'],
    [' 25-Nov-2026 ', ASKED],
  ])('is read: %s', (text, date) => {
    expect(readTradeDate(text, ASKED)).toBe(date);
  });

  it('is that of the day that was asked for where day and month could be either', () => {
    expect(readTradeDate('10/11/2026', '2026-11-10')).toBe('2026-11-10');
    expect(readTradeDate('10/11/2026', '2026-10-11')).toBe('2026-10-11');
  });

  it.each([
    '10/11/2026',
    '31/31/2026',
    '2026-02-30',
    'yesterday',
    '1795478400000',
    '',
    '24-Xyz-26',
  ])('is not guessed: %s', (text) => {
    expect(readTradeDate(text, ASKED)).toBeNull();
  });
});
