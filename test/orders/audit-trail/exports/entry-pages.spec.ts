import { entryPages } from '../../../../src/orders/audit-trail/exports/entry-pages.js';
import type { ExportProgress } from '../../../../src/infra/audit/export/export-pieces.js';
import type { EntryRange, FoundEntry } from '../../../../src/orders/audit-trail/find-entries.js';

describe('The pages of an export', () => {
  const upTo = 1_000_000;

  /** Reads all pages of a trail in which these sequences meet the filters. */
  const pagesOf = async (met: readonly number[], size = 2) => {
    const asked: EntryRange[] = [];
    const reached: number[] = [];
    const find = (range: EntryRange): Promise<readonly FoundEntry[]> => {
      asked.push(range);
      const found = met.filter((sequence) => sequence > range.after && sequence < range.before);
      return Promise.resolve(
        found.slice(0, range.limit).map((sequence) => ({ sequence }) as FoundEntry),
      );
    };
    const note = ({ sequence }: ExportProgress): void => void reached.push(sequence);
    const pages = { afterSequence: 0, upTo, size, reached: note };
    const sequences: number[] = [];
    for await (const rows of entryPages(find, pages))
      sequences.push(...rows.map(({ sequence }) => sequence));
    return { asked, reached, sequences };
  };

  it('have each entry once, however far they lie apart', async () => {
    const met = [1, 2, 3, 99_999, 100_000, 100_001, 100_002, 555_555, upTo];
    const { sequences, reached } = await pagesOf(met);
    expect(sequences).toEqual(met);
    expect(reached.at(-1)).toBe(upTo);
    expect(reached).toEqual([...reached].sort((a, b) => a - b));
  });

  it('are looked for a hundred thousand entries at a time, so that an export of few holds up no other', async () => {
    const { asked, sequences } = await pagesOf([777_777]);
    expect(sequences).toEqual([777_777]);
    expect(asked).toHaveLength(10);
    expect(Math.max(...asked.map(({ after, before }) => before - after))).toBe(100_001);
  });
});
