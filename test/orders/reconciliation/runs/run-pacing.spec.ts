import {
  accountsPerRun,
  nextRunDelay,
  type Pace,
} from '../../../../src/orders/reconciliation/runs/run-pacing.js';

describe('The next run', () => {
  const pace: Pace = {
    intervalMs: 5_000,
    sessionOpen: true,
    watching: true,
    readsHeld: 0,
    readsShare: 54,
    nextFreeInMs: 0,
    callsPerRun: 3,
  };

  it.each<[string, Partial<Pace>, number]>([
    ['begins at the pace that was asked for while there is room', {}, 5_000],
    ['waits a minute when nothing works', { watching: false }, 60_000],
    ['waits a minute outside the session', { sessionOpen: false }, 60_000],
    ['is spread evenly once half of the share is held', { readsHeld: 27, callsPerRun: 9 }, 10_000],
    [
      'leaves some of the share for as long as no slot comes free',
      { readsHeld: 45, nextFreeInMs: 30_000 },
      10_000,
    ],
    [
      'is spread over what runs over a scope and dry runs leave',
      { readsHeld: 36, heldByAdHocRuns: 24, nextFreeInMs: 1_000 },
      6_000,
    ],
    ['tries every 15 s when nothing is left', { readsHeld: 54, nextFreeInMs: 50_000 }, 15_000],
    [
      'looks at a cancel within six seconds, whatever is left',
      { readsHeld: 54, nextFreeInMs: 50_000, confirmingCancel: true },
      6_000,
    ],
    [
      'is no earlier for a cancel than was asked for',
      { intervalMs: 9_000, confirmingCancel: true },
      9_000,
    ],
  ])('%s', (_, changes, delay) => {
    expect(nextRunDelay({ ...pace, ...changes })).toBe(delay);
  });
});

describe('The lists of accounts that a run asks for', () => {
  it.each([
    [0, 12],
    [28, 12],
    [30, 10],
    [40, 2],
    [54, 2],
  ])('when %d reads of 54 hold a slot are %d at the most', (readsHeld, most) => {
    expect(accountsPerRun({ readsHeld, readsShare: 54 })).toBe(most);
  });
});
