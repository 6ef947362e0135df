import type { EntryRange, FoundEntry } from './find-entries.js';

/**
 * How far an export has read: the sequence of the last entry of a page, that of the last one that there will be, and how
 * many entries it has by now.
 */
export type Reached = (sequence: number, upTo: number, entries: number) => void;

export interface Pages {
  readonly afterSequence: number;
  readonly upTo: number;
  /** Entries of a page. */
  readonly size: number;
  readonly reached: Reached;
}

/** Oldest first. Reads on only when the caller has taken what there was. */
export async function* entryPages(
  find: (range: EntryRange) => Promise<readonly FoundEntry[]>,
  { afterSequence, upTo, size, reached }: Pages,
): AsyncGenerator<readonly FoundEntry[]> {
  let entries = 0;
  for (let after = afterSequence; ;) {
    const rows = await find({ after, before: upTo + 1, descending: false, limit: size });
    const end = rows.at(-1);
    entries += rows.length;
    reached(end?.sequence ?? upTo, upTo, entries);
    if (end === undefined) return;
    yield rows;
    if (rows.length < size) return;
    after = end.sequence;
  }
}
