import { SeededRandom } from '../../../simulator/seeded-random.js';
import type { Plan } from './plan.js';

/**
 * Two instances on one database: each is killed and started again for itself, and one may stand still for longer than
 * the other waits for its calls. Days are long enough, and calls are given up soon enough, for the other one to search
 * for what was lost and to send it once more; in half of the seeds many calls do nothing, so that it has to.
 */
export function pairPlan(usual: Plan): Plan {
  const random = new SeededRandom(`pair/${usual.seed}`);
  const mostlyRefused = random.chance(0.5);
  const faults = mostlyRefused
    ? { ...usual.faults, [random.pick(['notSent', '403'] as const)]: 0.15 + 0.2 * random.next() }
    : usual.faults;
  return {
    ...usual,
    instances: 2,
    stalls: random.between(1, 4),
    orders: Math.min(usual.orders, 40),
    busyMs: usual.busyMs + 40_000,
    wayMs: Math.min(usual.wayMs, 200),
    tickFactor: random.pick([1, 4, 4]),
    environment: {
      ...usual.environment,
      EXCHANGE_TIMEOUT_MS: random.pick(['2000', '5000']),
      EXCHANGE_QUIET_MS: random.pick(['2000', '12000']),
    },
    faults,
  };
}
