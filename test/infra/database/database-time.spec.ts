import {
  startTimeOf,
  IDLE_MS,
  type StoredTime,
} from '../../../src/infra/database/database-time.js';

const NOON = Date.UTC(2026, 10, 20, 11);
const MINUTE = 60_000;
const MARK: StoredTime = { boot: 'a', upMs: 1_000, at: NOON };
/**
 * The machine has been up ten minutes longer than when the last process started; the last call was a
 * minute ago.
 */
const SINCE = 10 * MINUTE;
const UP = { boot: 'a', ms: MARK.upMs + SINCE };
const LAST = NOON + SINCE - MINUTE;

describe('Database time begins', () => {
  it.each([
    ['right', 0],
    ['two minutes ahead', 2 * MINUTE],
    ['a day ahead', 24 * 60 * MINUTE],
    ['two minutes behind', -2 * MINUTE],
  ])('by the uptime of the machine where the wall clock is %s', (_, by) => {
    const begun = startTimeOf(NOON + SINCE + by, UP, MARK, LAST);
    expect(begun).toEqual({ at: NOON + SINCE, isContinuous: true });
  });

  it.each([
    ['the machine has started again', { boot: 'b', ms: UP.ms }, MARK],
    ['the system tells no start of the machine', null, MARK],
    ['no process has left a mark', UP, null],
    ['the uptime is less than it was', { boot: 'a', ms: 500 }, MARK],
    ['the mark is older than what was done', UP, { ...MARK, at: NOON - 2 * SINCE }],
  ])('by the wall clock, and nothing of the minute is known, where %s', (_, up, mark) => {
    const ahead = NOON + SINCE + MINUTE;
    expect(startTimeOf(ahead, up, mark, LAST)).toEqual({ at: ahead, isContinuous: false });
  });

  it('never before the last call, where only the wall clock tells', () => {
    expect(startTimeOf(0, null, null, LAST)).toEqual({ at: LAST, isContinuous: false });
  });

  it.each([
    ['ahead', MINUTE, true],
    ['behind', -IDLE_MS - MINUTE, false],
  ])('by the wall clock again after a time without calls, also where it is %s', (_, by, isContinuous) => {
    const last = NOON + SINCE - IDLE_MS;
    const wall = NOON + SINCE + by;
    expect(startTimeOf(wall, UP, MARK, last)).toEqual({ at: wall, isContinuous });
  }); // prettier-ignore

  it('by the wall clock where nothing was ever called', () => {
    expect(startTimeOf(NOON, UP, null, null)).toEqual({ at: NOON, isContinuous: true });
  });
});
