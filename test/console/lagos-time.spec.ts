import { instantTyped, isDay, longDay, momentTyped, typedMoment, typedText } from '../../console/parts/lagos-time.js'; // prettier-ignore

describe('A moment that is typed', () => {
  it.each([
    ['2026-11-26 20:00', '2026-11-26T19:00:00.000Z'],
    ['2026-11-26T20:00:05', '2026-11-26T19:00:05.000Z'],
    ['2026-11-26', '2026-11-25T23:00:00.000Z'],
    ['9:05', '2026-11-27T08:05:00.000Z'],
  ])('as %s is meant in Lagos, a time alone today', (text, instant) => {
    expect(momentTyped(text, '2026-11-27')).toBe(instant);
  });

  it.each(['', 'yesterday', '2026-02-31', '26/11/2026', '25:00', '11/26/2026 8:00 PM'])(
    'as "%s" is not understood',
    (text) => expect(momentTyped(text, '2026-11-27')).toBeNull(),
  );

  it('comes back as it is typed', () => {
    expect(typedText('2026-11-26T19:00:00.000Z')).toBe('2026-11-26 20:00');
    const moment = '2026-11-26T19:03:41.125Z';
    expect(instantTyped(typedMoment(moment))).toBe(moment);
  });

  it('is a day only if there is one', () => {
    expect(['2026-11-26', '2026-02-30', '2026-1-1'].map(isDay)).toEqual([true, false, false]);
    expect(longDay('2026-11-26')).toBe('Thu 26 Nov 2026');
  });
});
