import { AskedRuns } from '../../../../src/orders/reconciliation/runs/asked-runs.js';
import { HandClock } from '../../../support/time/hand-clock.js';

describe('Runs that callers ask for', () => {
  let clock: HandClock;
  let runs: AskedRuns;

  beforeEach(() => {
    clock = new HandClock();
    runs = new AskedRuns(clock);
  });

  const enter = (caller: string, times: number): readonly boolean[] =>
    Array.from({ length: times }, () => runs.enter(caller));

  it('may wait five of a caller, and ten in all', () => {
    expect(enter('a', 6)).toEqual([true, true, true, true, true, false]);
    expect(enter('b', 4)).toEqual([true, true, true, true]);
    expect(enter('c', 2)).toEqual([true, false]);
    runs.leave('a');
    expect(enter('b', 2)).toEqual([true, false]);
  });

  it('that are dry rest nine times as long as the last one took, two seconds at most', async () => {
    expect(runs.untilRested()).toBeNull();
    runs.noteDryRun(50);
    const rested = runs.untilRested();
    clock.pass(449);
    expect(runs.untilRested()).toBe(rested);
    clock.pass(1);
    await rested;
    expect(runs.untilRested()).toBeNull();
    runs.noteDryRun(1_000);
    clock.pass(1_999);
    expect(runs.untilRested()).not.toBeNull();
    clock.pass(1);
    expect(runs.untilRested()).toBeNull();
  });

  it('rest no longer when the service stops', async () => {
    runs.noteDryRun(1_000);
    const rested = runs.untilRested();
    runs.stop();
    await rested;
    expect(runs.untilRested()).toBeNull();
  });
});
