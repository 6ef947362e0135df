import fc from '../../support/seeded-fast-check.js';
import type { SessionHours } from '../../../src/infra/config/session-hours.js';
import {
  closeOf,
  isSessionOpen,
  isTradingDay,
  nextOpening,
  tradingDateOf,
  tradingDatesFrom,
  type Sessions,
} from '../../../src/market/trading-calendar/trading-day.js';

function usually(usual: SessionHours): Sessions {
  return { usual, exceptions: new Map() };
}

const at = (text: string): number => Date.parse(text);
/** 10:00 to 14:30 in Lagos, which is 09:00 to 13:30 UTC. */
const HOURS = usually({ opensAt: 600, closesAt: 870 });
const ALWAYS = usually('always');

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
  ])('at %s is %s: days change at midnight in Lagos, summer and winter (E14)', (moment, date) => {
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

  it('may begin at midnight in Lagos, which is the previous day in UTC', () => {
    const early = usually({ opensAt: 0, closesAt: 60 });
    expect(isSessionOpen(early, at('2026-11-22T23:00:00Z'))).toBe(true);
    expect(isSessionOpen(early, at('2026-11-20T23:00:00Z'))).toBe(false);
    expect(isSessionOpen(early, at('2026-11-19T22:59:59Z'))).toBe(false);
  });

  it('that is always open is also open at the weekend', () => {
    expect(isSessionOpen(ALWAYS, at('2026-11-21T03:00:00Z'))).toBe(true);
    expect(nextOpening(ALWAYS, at('2026-11-21T03:00:00Z'))).toBe(at('2026-11-21T03:00:00Z'));
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
      .map(([opensAt, closesAt]) => usually({ opensAt, closesAt }));
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

  it('are all days if the session never ends', () => {
    const dates = tradingDatesFrom(ALWAYS, at('2026-11-20T12:00Z'), at('2026-11-22T12:00Z'));
    expect(dates).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
  });
});

describe('A date with unusual hours (F4)', () => {
  /** Thursday a holiday, Friday a half day, Saturday a session of its own. */
  const EXCEPTIONS: Sessions = {
    usual: { opensAt: 600, closesAt: 870 },
    exceptions: new Map([
      ['2026-11-19', null],
      ['2026-11-20', { opensAt: 600, closesAt: 720 }],
      ['2026-11-21', { opensAt: 660, closesAt: 690 }],
    ]),
  };

  it.each([
    ['at noon of the holiday', '2026-11-19T11:00:00Z', false],
    ['in the half day', '2026-11-20T10:59:59.999Z', true],
    ['at the close of the half day', '2026-11-20T11:00:00Z', false],
    ['before the Saturday opens', '2026-11-21T09:59:59.999Z', false],
    ['when the Saturday has opened', '2026-11-21T10:00:00Z', true],
    ['on the Monday after', '2026-11-23T13:29:59.999Z', true],
  ])('%s the session is open: %s', (_when, moment, open) => {
    expect(isSessionOpen(EXCEPTIONS, at(moment))).toBe(open);
  });

  it.each([
    ['the close before the holiday', '2026-11-18T13:30:00Z', '2026-11-20T09:00:00Z'],
    ['the holiday', '2026-11-19T10:00:00Z', '2026-11-20T09:00:00Z'],
    ['the close of the half day', '2026-11-20T11:00:00Z', '2026-11-21T10:00:00Z'],
    ['the close of the Saturday', '2026-11-21T10:30:00Z', '2026-11-23T09:00:00Z'],
  ])('after %s it opens next when it does', (_when, moment, opening) => {
    expect(nextOpening(EXCEPTIONS, at(moment))).toBe(at(opening));
  });

  it('ends with its own session, and a holiday with the usual close', () => {
    expect(closeOf(EXCEPTIONS, '2026-11-20')).toBe(at('2026-11-20T11:00:00Z'));
    expect(closeOf(EXCEPTIONS, '2026-11-19')).toBe(at('2026-11-19T13:30:00Z'));
    expect(closeOf(EXCEPTIONS, '2026-11-18')).toBe(at('2026-11-18T13:30:00Z'));
  });

  it('is a trading date if it has a session', () => {
    const dates = tradingDatesFrom(EXCEPTIONS, at('2026-11-18T12:00Z'), at('2026-11-23T12:00Z'));
    expect(dates).toEqual(['2026-11-18', '2026-11-20', '2026-11-21', '2026-11-23']);
  });

  it.each([
    ['2026-11-18', true],
    ['2026-11-19', false],
    ['2026-11-20', true],
    ['2026-11-21', true],
    ['2026-11-22', false],
  ])('is a trading day if it has a session: %s, %s', (date, isOne) => {
    expect(isTradingDay(EXCEPTIONS, date)).toBe(isOne);
    expect(isTradingDay(ALWAYS, date)).toBe(true);
  });

  it('is a day like any other if the session never ends', () => {
    const sessions = { ...EXCEPTIONS, usual: 'always' } as const;
    expect(isSessionOpen(sessions, at('2026-11-19T11:00:00Z'))).toBe(true);
    expect(closeOf(sessions, '2026-11-20')).toBe(at('2026-11-20T23:00:00Z'));
    expect(tradingDatesFrom(sessions, at('2026-11-19T12:00Z'), at('2026-11-19T12:00Z'))).toEqual([
      '2026-11-19',
    ]);
  });

  it('never opens at another time than the next opening, whatever is entered', () => {
    const anyException = fc.tuple(
      fc.integer({ min: 1, max: 28 }).map((day) => `2026-02-${String(day).padStart(2, '0')}`),
      fc.option(
        fc
          .tuple(fc.nat({ max: 1438 }), fc.integer({ min: 1, max: 1439 }))
          .filter(([opensAt, closesAt]) => opensAt < closesAt)
          .map(([opensAt, closesAt]) => ({ opensAt, closesAt })),
      ),
    );
    const moment = fc.integer({ min: at('2026-01-25T00:00Z'), max: at('2026-03-05T00:00Z') });
    fc.assert(
      fc.property(
        fc.array(anyException, { maxLength: 28 }),
        moment,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (entries, now, part) => {
          const sessions = { usual: { opensAt: 600, closesAt: 870 }, exceptions: new Map(entries) };
          const opening = nextOpening(sessions, now);
          expect(isSessionOpen(sessions, opening)).toBe(true);
          const between = Math.floor(now + (opening - now) * part);
          if (between < opening) expect(isSessionOpen(sessions, between)).toBe(false);
        },
      ),
    );
  });
});
