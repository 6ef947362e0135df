import type { Fact } from '../../../infra/audit/audit-log.js';
import type { Settled } from '../../../infra/audit/audit-tail.js';
import type { Unit } from '../../../infra/database/units/unit-of-work.js';
import type { OrderRequest } from './order-request.js';

/** Requests whose outcome was unknown, also while they were sent again, and is known now. */
export async function settledIn(
  unit: Unit,
  before: readonly OrderRequest[],
  after: readonly OrderRequest[],
): Promise<readonly Settled[]> {
  const known = after.filter(({ id, state }) => {
    const was = before.find((request) => request.id === id);
    const isUnknown = was?.state === 'Unknown' || (was?.state === 'Sent' && was.sends > 1);
    return isUnknown && (state === 'Acknowledged' || state === 'Refused');
  });
  if (known.length === 0) return [];
  const now = await unit.now();
  return known.map(({ kind, firstSentAt }) => ({ kind, durationMs: now - (firstSentAt ?? now) }));
}

/** For metrics only: it is not part of the entry. */
export function withSettled(facts: readonly Fact[], settled: readonly Settled[]): readonly Fact[] {
  const last = facts.at(-1);
  if (last === undefined || settled.length === 0) return facts;
  return [...facts.slice(0, -1), { ...last, settled }];
}
