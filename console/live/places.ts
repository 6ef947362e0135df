/** A place for every row of a list. An array is such places, too. */
export interface Places<T> {
  readonly length: number;
  /** Null: the row is not held. Undefined: there is no such place. */
  readonly at: (index: number) => T | null | undefined;
  readonly findIndex: (test: (row: T | null) => boolean) => number;
}

/** The places of one page. */
export interface PlacesOfPage<T> {
  readonly count: number;
  /** Null: none of its rows is held. */
  readonly rows: readonly (T | null)[] | null;
}

/** The places of the pages, one after the other. Those of a page that is not held take no memory for each row. */
export class PlacesOfPages<T> implements Places<T> {
  readonly length: number;

  constructor(private readonly pages: readonly PlacesOfPage<T>[]) {
    this.length = pages.reduce((length, { count }) => length + count, 0);
  }

  at(index: number): T | null | undefined {
    let from = 0;
    for (const { count, rows } of this.pages) {
      if (index < from + count) return rows === null ? null : rows[index - from];
      from += count;
    }
    return undefined;
  }

  findIndex(test: (row: T | null) => boolean): number {
    let from = 0;
    for (const { count, rows } of this.pages) {
      const found = rows === null ? (count > 0 && test(null) ? 0 : -1) : rows.findIndex(test);
      if (found >= 0) return from + found;
      from += count;
    }
    return -1;
  }

  /** The rows that are held, in their order. */
  held(): readonly T[] {
    return this.pages.flatMap(({ rows }) => rows?.filter((row) => row !== null) ?? []);
  }
}
