import type { ApiKey, CalendarDay, Person } from '../../console/api/answers.js';
import { instantTyped, typedMinute, typedMoment } from '../../console/parts/lagos-time.js';
import {
  accountsTyped,
  callersOf,
  endsSoon,
  firstExpiryOf,
  lastUsedOf,
  stateOf,
} from '../../console/settings/callers.js';
import { comingFirst, weekdayOf } from '../../console/settings/days.js';
import { changesOfTimes, spanText, timesIn, typedOf } from '../../console/settings/due-times.js';
import { BOUND_SCOPES } from '../../console/settings/roles.js';
import { MEANINGS, changesOf } from '../../console/settings/words.js';
import { BOUND_SCOPES as SERVED } from '../../src/infra/auth/api-keys/bound-keys.js';
import { MAPPED_STATUSES } from '../../src/orders/order/order-status.js';

const person = (id: string, name: string, disabled = false): Person =>
  ({ id, name, disabled }) as Person;
const key = (id: string, changes: Partial<ApiKey>): ApiKey =>
  ({
    id, name: 'a label', personId: null, state: 'valid', expiresAt: null, lastUsedAt: null,
    createdAt: '2026-11-01T00:00:00.000Z', ...changes,
  }) as ApiKey; // prettier-ignore

describe('The persons and systems of the settings', () => {
  const callers = callersOf(
    [person('per_1', 'Halima'), person('per_2', 'Ada'), person('per_3', 'Bola', true)],
    [
      key('key_1', { personId: 'per_1', state: 'expired' }),
      key('key_2', { personId: 'per_2', state: 'revoked', lastUsedAt: '2026-11-03T00:00:00.000Z' }),
      key('key_3', { personId: 'per_2', expiresAt: '2026-12-24T00:00:00.000Z' }),
      key('key_4', { name: 'portal', lastUsedAt: '2026-11-02T00:00:00.000Z' }),
      key('key_5', { name: 'portal', createdAt: '2026-11-05T00:00:00.000Z' }),
    ],
  );

  it('have their own keys, those that open something first', () => {
    expect(callers.map(({ name, keys }) => [name, ...keys.map(({ id }) => id)])).toEqual([
      ['Ada', 'key_3', 'key_2'],
      ['portal', 'key_5', 'key_4'],
      ['Bola'],
      ['Halima', 'key_1'],
    ]);
  });

  it('are active only with a valid key, and not while they are disabled', () => {
    expect(callers.map(stateOf)).toEqual(['Active', 'Active', 'Disabled', 'Without a key']);
  });

  it('tell when they were last seen and which key ends first, of those that still open', () => {
    expect(callers.map(lastUsedOf)).toEqual([
      '2026-11-03T00:00:00.000Z', '2026-11-02T00:00:00.000Z', null, null,
    ]); // prettier-ignore
    expect(callers.map(firstExpiryOf)).toEqual(['2026-12-24T00:00:00.000Z', null, null, null]);
    const now = Date.parse('2026-12-12T00:00:00.000Z');
    expect([endsSoon('2026-12-24T00:00:00.000Z', now), endsSoon(null, now)]).toEqual([true, false]);
  });

  it('may be bound to accounts, one a line, whatever separators an account has', () => {
    expect(accountsTyped(' C1, 2\n\nC3 \nC3')).toEqual(['C1, 2', 'C3']);
    expect(accountsTyped(' \n')).toBeNull();
    expect(BOUND_SCOPES).toEqual(SERVED);
  });
});

describe('A proposal of status words', () => {
  const open = { word: 'partially filled', meaning: 'Open' };

  it('is told as changes of what is in force, whatever the case of the words', () => {
    expect(changesOf([open], [{ word: 'Partially Filled', meaning: 'Open' }])).toEqual([]);
    expect(changesOf([open], [{ ...open, meaning: 'Nothing' }])).toEqual([
      '“partially filled” will mean Nothing; it meant Open.',
    ]);
    expect(changesOf([open], [{ word: 'Suspended', meaning: 'Nothing' }])).toEqual([
      '“Suspended” will mean Nothing; it was unknown.',
      '“partially filled” will be unknown again.',
    ]);
  });

  it('offers exactly the meanings that the service takes', () => {
    expect(MEANINGS).toEqual(MAPPED_STATUSES);
  });
});

describe('The due times of the settings', () => {
  const usual = { critical: 15, high: 60, medium: 240, low: 1_440 };

  it.each([
    [1, '1 min'], [60, '1 h'], [90, '1 h 30 min'], [1_440, '1 d'], [1_505, '1 d 1 h 5 min'], [10_080, '7 d'],
    [Number.NaN, ''],
  ])('show %d minutes as %s', (minutes, text) => expect(spanText(minutes)).toBe(text)); // prettier-ignore

  it('are changed as typed, each change told with what was before', () => {
    const { times, faults } = timesIn({ ...typedOf(usual), high: ' 30 ', low: '1,500' });
    expect(faults).toEqual({});
    expect(changesOfTimes(usual, times)).toEqual([
      'High will be due within 30 min; it was 1 h.',
      'Low will be due within 1 d 1 h; it was 1 d.',
    ]);
    expect(changesOfTimes(usual, timesIn(typedOf(usual)).times)).toEqual([]);
  });

  it('say at the field what the service would refuse, before it is asked', () => {
    const faultsOf = (changes: object) =>
      Object.keys(timesIn({ ...typedOf(usual), ...changes }).faults);
    expect(faultsOf({ critical: '90' })).toEqual(['critical']);
    expect(faultsOf({ medium: '' })).toEqual(['medium']);
    expect(faultsOf({ high: '1e1', low: '-5' })).toEqual(['high', 'low']);
    expect(faultsOf({ low: '10081' })).toEqual(['low']);
  });
});

describe('The trading calendar of the settings', () => {
  it('shows what comes first, then what is over, newest first', () => {
    const days = ['2026-12-25', '2026-10-01', '2026-12-24', '2026-06-12'];
    const sorted = comingFirst(
      days.map((date) => ({ date }) as CalendarDay),
      '2026-12-24',
    );
    expect(sorted.map(({ date }) => date)).toEqual([
      '2026-12-24', '2026-12-25', '2026-10-01', '2026-06-12',
    ]); // prettier-ignore
    expect([weekdayOf('2026-12-25'), weekdayOf('')]).toEqual(['Fri', '']);
  });

  it('takes times as Lagos has them', () => {
    expect(instantTyped('2026-12-25T00:30')).toBe('2026-12-24T23:30:00.000Z');
    expect(instantTyped('2026-12-25')).toBeNull();
    expect(typedMinute('2026-12-24T23:30:59.125Z')).toBe('2026-12-25T00:30');
    expect(typedMoment('2026-12-24T23:30:59.125Z')).toBe('2026-12-25 00:30:59.125');
    expect(typedMinute(null)).toBe('');
  });
});
