import { execFile } from 'node:child_process';
import { ORDER_STATUSES } from '../../src/orders/order/order-status.js';
import { KILL_POINTS } from './life.js';
import { WORKLOADS } from './plans/plan.js';
import type { Summary } from './summary.js';
import { LATER_FAULTS, WIRE_FAULTS } from './world/wire-faults.js';

/** They meet every kind of fault and work, the rare crowd too (seed 500); a nightly run takes thousands of others. */
const SEEDS = 40;
const FIRST_SEED = 461;
/** For a few seconds of work: each process takes two to load the service. */
const ALONE = ['--parallel', '1'];

/** The command as a person runs it; its last line is the summary. */
function simulate(...args: string[]): Promise<Summary> {
  return new Promise((resolve, reject) => {
    const script = ['scripts/simulate.js', '--json', ...args];
    execFile(process.execPath, script, { maxBuffer: 2 ** 26 }, (error, output) => {
      const last = output.trim().split('\n').at(-1) ?? '';
      if (last.startsWith('{')) resolve(JSON.parse(last) as Summary);
      else reject(error ?? new Error('The simulation said nothing'));
    });
  });
}

describe('Days at the desk, with everything going wrong,', () => {
  let summary: Summary;
  let rare: Summary;

  beforeAll(async () => {
    summary = await simulate('--seeds', String(SEEDS), '--from', String(FIRST_SEED));
    rare = await simulate('--seeds', '25', '--load', 'rare', ...ALONE);
  });

  it('violate no invariant, and end the same when they are lived again', () => {
    expect(summary.bad.slice(0, 5)).toEqual([]);
    expect(summary.seeds).toBeGreaterThanOrEqual(SEEDS);
    expect(summary.twice).toBeGreaterThan(0);
  });

  it('met every kind of fault', () => {
    expect(Object.keys(summary.faults).sort()).toEqual([...WIRE_FAULTS, ...LATER_FAULTS].sort());
  });

  it('ended a process at every call of a port', () => {
    expect(Object.keys(summary.kills)).toEqual(expect.arrayContaining([...KILL_POINTS]));
  });

  it('had every kind of work', () => {
    expect(Object.keys(summary.workloads).sort()).toEqual([...WORKLOADS].sort());
  });

  it('left orders in every status that they can end in', () => {
    const reached = Object.keys({ ...summary.statuses, ...rare.statuses });
    expect(reached).toEqual(expect.arrayContaining([...ORDER_STATUSES]));
  });

  it.each(['Post', 'Edit', 'Cancel'])('left a %s acknowledged, refused and unknown', (kind) => {
    for (const state of ['Acknowledged', 'Refused', 'Unknown']) {
      expect(summary.requests[`${kind} ${state}`]).toBeGreaterThan(0);
    }
  });

  it('violate no invariant either where several rare things meet', () => {
    expect(rare.bad.slice(0, 5)).toEqual([]);
  });
});

describe('Days on which the power is cut', () => {
  it('lose nothing that anybody was told of', async () => {
    const summary = await simulate('--seeds', '15', '--load', 'power', ...ALONE);
    expect(summary.bad.slice(0, 5)).toEqual([]);
    const { 'in order': _, ...cuts } = summary.kills;
    expect(Object.values(cuts).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10);
  });
});

describe('Days of two instances on one database', () => {
  it('violate no invariant, whichever is killed or stands still', async () => {
    const summary = await simulate('--seeds', '15', '--load', 'pair', ...ALONE);
    expect(summary.bad.slice(0, 5)).toEqual([]);
    expect(summary.outside['stalled beside the next claim']).toBeGreaterThan(0);
  });
});

describe('Planted errors', () => {
  it.each([
    ['500-taken-as-refusal', 'power', '7'],
    ['slot-freed-by-send-time', 'rare', '104'],
    ['acknowledged-before-the-disk-has-it', 'power', '1'],
    ['answer-to-an-earlier-claim-believed', 'pair', '32'],
    ['sent-after-its-window', 'pair', '37'],
  ])('are found, as %s is in the load %s', async (name, load, from) => {
    const limits = ['--until-bad', '--seeds', '200', '--from', from, ...ALONE];
    const summary = await simulate('--canary', name, '--load', load, ...limits);
    expect(summary.bad).not.toEqual([]);
  });
});
