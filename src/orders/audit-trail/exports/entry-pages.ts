import type { Reached } from '../../../infra/audit/export/export-pieces.js';
import type { EntryRange, FoundEntry } from '../find-entries.js';

/** A question looks through so much of the trail: entries that hardly ever meet the filters do not hold up the others. */
const SPAN = 100_000;

export interface Pages {
  readonly afterSequence: number;
  readonly upTo: number;
  /** Entries of a page, at most. */
  readonly size: number;
  readonly reached: Reached;
}

/** Oldest first; a page may have none. Reads on only when the caller has taken what there was. */
export async function* entryPages(
  find: (range: EntryRange) => Promise<readonly FoundEntry[]>,
  { afterSequence, upTo, size, reached }: Pages,
): AsyncGenerator<readonly FoundEntry[]> {
  let entries = 0;
  let first: number | null = null;
  let final: number | null = null;
  for (let after = afterSequence; after < upTo;) {
    const last = Math.min(upTo, after + SPAN);
    const rows = await find({ after, before: last + 1, descending: false, limit: size });
    const isFull = rows.length === size;
    after = isFull ? (rows.at(-1)?.sequence ?? last) : last;
    entries += rows.length;
    first ??= rows[0]?.sequence ?? null;
    final = rows.at(-1)?.sequence ?? final;
    reached({ sequence: after, upTo, entries, first, last: final });
    yield rows;
  }
}
