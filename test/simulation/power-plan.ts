import { SeededRandom } from '../../simulator/seeded-random.js';
import { KILL_POINTS, ON_ITS_WAY } from './life.js';
import type { Plan } from './plan.js';

/** Whoever ends the process takes the machine's power away, mostly while something is on its way. */
export function powerPlan(usual: Plan): Plan {
  const random = new SeededRandom(`power/${usual.seed}`);
  return {
    ...usual,
    flushMs: random.pick([2, 10, 60, 400]),
    kills: Array.from({ length: random.between(2, 7) }, () => ({
      point: random.chance(0.7) ? ON_ITS_WAY : random.pick(KILL_POINTS),
      passes: random.between(1, 60),
      downMs: random.between(200, 8_000),
    })),
  };
}
