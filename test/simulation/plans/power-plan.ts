import { SeededRandom } from '../../../simulator/seeded-random.js';
import { KILL_POINTS } from '../life.js';
import type { Plan } from './plan.js';

/** Whoever ends the process takes the machine's power away, mostly right after a commit. */
export function powerPlan(usual: Plan): Plan {
  const random = new SeededRandom(`power/${usual.seed}`);
  return {
    ...usual,
    powerCuts: true,
    kills: Array.from({ length: random.between(2, 7) }, () => ({
      point: random.chance(0.7) ? 'after a command' : random.pick(KILL_POINTS),
      passes: random.between(1, 60),
      downMs: random.between(200, 8_000),
    })),
  };
}
