import type { AuditEntryRow } from '../../../src/infra/audit/audit-entry.entity.js';

/** What became of posts whose outcome was unknown. */
export interface Decisions {
  /** Milliseconds from the end of the quiet time until it was decided, one for each time it was unknown. */
  readonly tookMs: readonly number[];
  /** Posts of which nobody knows it yet: they are left to people. */
  readonly left: number;
}

export const NO_DECISIONS: Decisions = { tookMs: [], left: 0 };
const ENDS = new Set(['POST_ACKNOWLEDGED', 'POST_REFUSED']);

export function decisionsIn(entries: readonly AuditEntryRow[], quietMs: number): Decisions {
  const since = new Map<unknown, number>();
  const tookMs: number[] = [];
  for (const { type, at, body } of entries) {
    if (type !== 'POST_UNKNOWN' && !ENDS.has(type)) continue;
    const { request } = JSON.parse(body) as { readonly request: string };
    const from = since.get(request);
    if (type === 'POST_UNKNOWN') {
      if (from === undefined) since.set(request, Date.parse(at));
    } else if (from !== undefined) {
      tookMs.push(Math.max(0, Date.parse(at) - from - quietMs));
      since.delete(request);
    }
  }
  return { tookMs, left: since.size };
}

/** The value that so many per cent do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? 0;
}
