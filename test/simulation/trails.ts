import type { Scene, Violation } from './invariants/violation.js';

/** Traced, a run ends with the trail of each order that a violation names, or that ends uncertain. */
export function traceTrails({ world, books }: Scene, violations: readonly Violation[]): void {
  const named = new Set(violations.flatMap(({ detail }) => detail.match(/ord_\w+/g) ?? []));
  if (violations.length === 0) return;
  const uncertain = books.all<{ id: string }>('SELECT id FROM orders WHERE certain = 0');
  for (const { id } of uncertain) named.add(id);
  for (const { stream, at, type, body } of books.entriesAfter(0)) {
    if (!named.has(stream)) continue;
    world.trace(() => `trail of ${stream}: ${new Date(at).toISOString()} ${type} ${body}`);
  }
}
