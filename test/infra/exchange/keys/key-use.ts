import type { KeyUsage, Lane } from '../../../../src/infra/exchange/keys/rate-limiter.js';

export const LANE_NAMES = [
  'cancel', 'resolve', 'trade', 'reconcile', 'ad-hoc', 'market',
] as const; // prettier-ignore
export const TIMEOUT_MS = 10_000;

/** The usage of a key whose slots keep coming free; with `freeSoon: 0` none does soon. */
export function use(heldByLane: Partial<Record<Lane, number>>, freeSoon?: number): KeyUsage {
  const held = Object.values(heldByLane).reduce((sum, count) => sum + count, 0);
  return { held, freeSoon: freeSoon ?? held, heldByLane, unanswered: 0, nextFreeAt: null };
}
