import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  isSessionOpen,
  nextOpening,
  tradingDateOf,
  tradingDatesFrom,
} from '../../src/market/trading-day.js';

const at = (text: string): number => Date.parse(text);
/** 10:00 to 14:30 in Lagos, which is 09:00 to 13:30 UTC. */
const HOURS = { opensAt: 600, closesAt: 870 };

describe('The trading date', () => {
  it.each([
    ['2026-11-20T22:59:59.999Z', '2026-11-20'],
    ['2026-11-20T23:00:00.000Z', '2026-11-21'],
    ['2026-11-20T23:59:59.999Z', '2026-11-21'],
    ['2026-11-21T00:00:00.000Z', '2026-11-21'],
    ['2026-12-31T22:59:59.999Z', '2026-12-31'],
    ['2026-12-31T23:00:00.000Z', '2027-01-01'],
    ['2028-02-28T23:00:00.000Z', '2028-02-29'],
    ['2027-02-28T23:00:00.000Z', '2027-03-01'],
    ['2026-03-29T22:59:59.999Z', '2026-03-29'],
    ['2026-10-25T23:00:00.000Z', '2026-10-26'],
  ])('at %s is %s: midnight is that of Lagos, summer and winter (E14)', (moment, date) => {
    expect(tradingDateOf(at(moment))).toBe(date);
  });

  it('is that of the Africa/Lagos time zone at any moment', () => {
    const lagos = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' });
    fc.assert(
      fc.property(
        fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z') }),
        (moment) => {
          expect(tradingDateOf(moment)).toBe(lagos.format(moment));
        },
      ),
    );
  });
});

describe('The session', () => {
  it.each([
    ['2026-11-20T08:59:59.999Z', false],
    ['2026-11-20T09:00:00.000Z', true],
    ['2026-11-20T11:00:00.000Z', true],
    ['2026-11-20T13:29:59.999Z', true],
    ['2026-11-20T13:30:00.000Z', false],
    ['2026-11-20T23:30:00.000Z', false],
    ['2026-11-21T10:00:00.000Z', false],
    ['2026-11-22T10:00:00.000Z', false],
    ['2026-11-23T10:00:00.000Z', true],
  ])('at %s is open: %s', (moment, open) => {
    expect(isSessionOpen(HOURS, at(moment))).toBe(open);
  });

  it('may begin at midnight in Lagos, when it is the day before in UTC', () => {
    const early = { opensAt: 0, closesAt: 60 };
    expect(isSessionOpen(early, at('2026-11-22T23:00:00Z'))).toBe(true);
    expect(isSessionOpen(early, at('2026-11-20T23:00:00Z'))).toBe(false);
    expect(isSessionOpen(early, at('2026-11-19T22:59:59Z'))).toBe(false);
  });

  it('that is always open is open at the weekend too', () => {
    expect(isSessionOpen('always', at('2026-11-21T03:00:00Z'))).toBe(true);
    expect(nextOpening('always', at('2026-11-21T03:00:00Z'))).toBe(at('2026-11-21T03:00:00Z'));
  });
});

describe('The next opening', () => {
  it.each([
    ['on a morning', '2026-11-20T05:00:00Z', '2026-11-20T09:00:00Z'],
    ['just before it', '2026-11-20T08:59:59.999Z', '2026-11-20T09:00:00Z'],
    ['during the session', '2026-11-20T10:11:12.013Z', '2026-11-20T10:11:12.013Z'],
    ['at the opening itself', '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z'],
    ['at the close of a Thursday', '2026-11-19T13:30:00Z', '2026-11-20T09:00:00Z'],
    ['at the close of a Friday', '2026-11-20T13:30:00Z', '2026-11-23T09:00:00Z'],
    ['on a Saturday', '2026-11-21T09:00:00Z', '2026-11-23T09:00:00Z'],
    ['on a Sunday night, which is Monday in Lagos', '2026-11-22T23:30:00Z', '2026-11-23T09:00:00Z'],
    [
      'on a Friday night, which is Saturday in Lagos',
      '2026-11-20T23:30:00Z',
      '2026-11-23T09:00:00Z',
    ],
    ['on the last evening of the year', '2026-12-31T20:00:00Z', '2027-01-01T09:00:00Z'],
  ])('asked %s is right', (_when, moment, opening) => {
    expect(nextOpening(HOURS, at(moment))).toBe(at(opening));
  });

  it('is never in the past, always in a session, and nothing is open before it', () => {
    const anyMoment = fc.integer({
      min: at('2026-01-01T00:00:00Z'),
      max: at('2029-01-01T00:00:00Z'),
    });
    const anyHours = fc
      .tuple(fc.nat({ max: 1438 }), fc.integer({ min: 1, max: 1439 }))
      .filter(([opensAt, closesAt]) => opensAt < closesAt)
      .map(([opensAt, closesAt]) => ({ opensAt, closesAt }));
    fc.assert(
      fc.property(
        anyMoment,
        anyHours,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (moment, hours, part) => {
          const opening = nextOpening(hours, moment);
          expect(opening).toBeGreaterThanOrEqual(moment);
          expect(isSessionOpen(hours, opening)).toBe(true);
          const between = Math.floor(moment + (opening - moment) * part);
          if (between < opening) expect(isSessionOpen(hours, between)).toBe(false);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('The trading dates between two moments', () => {
  it.each([
    ['2026-11-20T12:00Z', '2026-11-20T12:00Z', ['2026-11-20']],
    ['2026-11-19T22:59Z', '2026-11-19T23:01Z', ['2026-11-19', '2026-11-20']],
    ['2026-11-20T12:00Z', '2026-11-23T08:00Z', ['2026-11-20', '2026-11-23']],
    ['2026-11-21T12:00Z', '2026-11-22T12:00Z', []],
    ['2026-11-21T12:00Z', '2026-11-20T12:00Z', []],
  ])('from %s to %s are %j', (from, to, dates) => {
    expect(tradingDatesFrom(HOURS, at(from), at(to))).toEqual(dates);
  });

  it('are all days where the session never ends', () => {
    const dates = tradingDatesFrom('always', at('2026-11-20T12:00Z'), at('2026-11-22T12:00Z'));
    expect(dates).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
  });
});
