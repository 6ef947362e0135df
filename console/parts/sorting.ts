/** By which column the rows are sorted, and whether the largest comes first. */
export interface Sorting {
  readonly column: string;
  readonly isDown: boolean;
}

/** Figures begin with the largest, texts at A; a second press turns it, and a third ends it. */
export function nextSorting(now: Sorting | null, column: string, isText: boolean): Sorting | null {
  if (now?.column !== column) return { column, isDown: !isText };
  return now.isDown === isText ? null : { column, isDown: !now.isDown };
}
