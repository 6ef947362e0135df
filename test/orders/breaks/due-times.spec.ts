import { SEVERITIES } from '../../../src/orders/breaks/break.js';
import { dueAt, faultsOf, USUAL_DUE_TIMES } from '../../../src/orders/breaks/due-times.js';

const AT = Date.parse('2026-11-20T11:00:00Z');

describe('The due time of a break', () => {
  it.each([
    ['the usual times', USUAL_DUE_TIMES, [1_440, 240, 60, 15]],
    ['others', { critical: 1, high: 2, medium: 2, low: 10_080 }, [10_080, 2, 2, 1]],
  ])('is so many minutes after it was opened, by its severity: %s', (_, times, minutes) => {
    expect(SEVERITIES.map((severity) => (dueAt(severity, AT, times) - AT) / 60_000)).toEqual(
      minutes,
    );
  });

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ critical: 1, low: 10_080 }, []],
    [{ critical: 60, high: 60, medium: 60, low: 60 }, []],
    [{ critical: 0 }, ['critical']],
    [{ high: 30.5 }, ['high']],
    [{ low: 10_081 }, ['low']],
    [{ medium: Number.NaN }, ['medium']],
    [{ critical: 61 }, ['critical']],
    [{ high: 241 }, ['high']],
    [{ low: 239 }, ['medium']],
    [{ critical: 300, high: 200 }, ['critical']],
    [{ critical: 500, high: 400, medium: 300, low: 200 }, ['critical', 'high', 'medium']],
  ])('has faults in usual times with %j: %j', (changes, fields) => {
    const faults = faultsOf({ ...USUAL_DUE_TIMES, ...changes });
    expect(faults.map(({ field }) => field)).toEqual(fields);
  });

  it('tells of two that do not fit together how long the less severe one is', () => {
    const [fault] = faultsOf({ ...USUAL_DUE_TIMES, high: 300 });
    expect(fault?.message).toBe('must not be longer than medium, 240 minutes');
  });
});
