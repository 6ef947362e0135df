import { SeededRandom } from '../../../simulator/seeded-random.js';
import type { Plan } from './plan.js';
import { scaled } from '../world/wire-faults.js';

/**
 * Five trading days, Monday to Friday, for as many weeks as are asked for, in the weather and at the exchange of any other seed. What
 * keeps a day from being closed by anybody is left out: trades that cannot be told apart, or that
 * the exchange never shows whole. In half of the weeks order numbers begin again each day, unless day
 * orders live on: then one number has two orders in a day, which nobody can tell apart in its report.
 */
const MONDAY_OPENS = Date.UTC(2026, 10, 16, 9);
const DAY_MS = 86_400_000;
const SESSION_MS = 4.5 * 3_600_000;
export const DAYS_OF_A_WEEK = 5;

export function weekPlan(usual: Plan, weeks: number): Plan {
  const random = new SeededRandom(`week/${usual.seed}`);
  const busyMs = random.between(30, 70) * 1_000;
  const days = daysOfWeek(0, busyMs, random);
  // Each is drawn by itself: the first one is the same however many come after it.
  for (let week = 1; week < weeks; week += 1)
    days.push(...daysOfWeek(week, busyMs, new SeededRandom(`week ${week}/${usual.seed}`)));
  const week: Plan = {
    ...usual,
    workload: 'plain',
    orders: random.between(3, 8),
    parameters: {
      ...usual.parameters,
      tradeMatchingIdMissing: 'no',
      tradeRowsRepeatId: 'no',
      tradeVolumeMeans: 'this-trade',
      tradeVolumeIs: 'trade',
      endedRecords: 'plain',
      listCap: 'none',
    },
    startAt: (days[0] ?? MONDAY_OPENS) - 60_000,
    days,
    busyMs,
    session: '10:00-14:30',
    marketIsOn: false,
    tickFactor: 8,
    wallSteps: 0,
    faults: scaled(usual.faults, 0.5),
    // One of the processes may be away for more than a day.
    kills: usual.kills.map((kill) =>
      random.chance(0.15) ? { ...kill, downMs: random.between(4, 30) * 3_600_000 } : kill,
    ),
  };
  const again = random.chance(0.5) && week.parameters.dayOrdersAtClose !== 'still-open';
  const orderNumbersResetDaily = again ? 'yes' : 'no';
  const corrections = random.pick([0, 1, 2]);
  // Drawn by itself: the seeds from before stay what they were.
  const worksAgain = new SeededRandom(`withdrawn/${usual.seed}`).chance(0.4);
  const withdrawnTrades = worksAgain ? 'works-again' : 'stays';
  return {
    ...week,
    corrections,
    parameters: { ...week.parameters, orderNumbersResetDaily, withdrawnTrades },
  };
}

/** When dealers begin their work. */
function daysOfWeek(week: number, busyMs: number, random: SeededRandom): number[] {
  return Array.from({ length: DAYS_OF_A_WEEK }, (_, day) => {
    // At times the close comes while dealers are at work.
    const latest = SESSION_MS - (random.chance(0.3) ? busyMs / 2 : 20 * 60_000);
    const since = random.chance(0.3) ? latest : random.between(45 * 60_000, latest);
    return MONDAY_OPENS + (7 * week + day) * DAY_MS + since;
  });
}
