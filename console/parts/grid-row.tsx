import { memo, type ReactNode } from 'react';

export interface Column<T> {
  readonly id: string;
  readonly head: string;
  /** Pixels; a column with `grow` takes what is left. */
  readonly width: number;
  readonly grow?: boolean;
  readonly right?: boolean;
  /** Hidden on narrow panes: 1 first, 3 last; without it never. */
  readonly spare?: 1 | 2 | 3;
  readonly cell: (row: T) => ReactNode;
  /** Its heading sorts the rows by this column. */
  readonly sorts?: boolean;
}

export interface RowProps {
  readonly domId: string;
  readonly row: unknown;
  readonly columns: readonly Column<unknown>[];
  readonly index: number;
  readonly start: number;
  readonly isCurrent: boolean;
  readonly isOpen: boolean;
  readonly isGone: boolean;
  readonly isSelected: boolean | undefined;
  readonly onOpen: (index: number) => void;
  readonly onToggle: (index: number) => void;
}

/** Drawn again only when it changes; the functions belong to the grid and mean the same each time. */
export const Row = memo(
  function Row(props: RowProps): ReactNode {
    const { row, columns, index, start, isCurrent, isOpen, isGone, isSelected } = props;
    const state = [
      isCurrent ? 'is-current' : '',
      isOpen ? 'is-open' : '',
      isGone ? 'is-gone' : '',
      isSelected === true ? 'is-selected' : '',
    ].join(' ');
    return (
      <div
        id={props.domId}
        role="row"
        aria-rowindex={index + 2}
        aria-selected={isSelected ?? isOpen}
        className={`grid-row ${state}`}
        style={{ transform: `translateY(${String(start)}px)` }}
        onClick={() => props.onOpen(index)}
      >
        {isSelected !== undefined && (
          <span
            role="gridcell"
            className="cell cell-select"
            onClick={(event) => {
              event.stopPropagation();
              props.onToggle(index);
            }}
          >
            <span className={`box${isSelected ? ' is-on' : ''}`} aria-hidden="true" />
          </span>
        )}
        {columns.map((column) => (
          <span key={column.id} role="gridcell" {...cellProps(column)}>
            {column.cell(row)}
          </span>
        ))}
      </div>
    );
  },
  (before, after) =>
    before.row === after.row &&
    before.columns === after.columns &&
    before.index === after.index &&
    before.start === after.start &&
    before.isCurrent === after.isCurrent &&
    before.isOpen === after.isOpen &&
    before.isGone === after.isGone &&
    before.isSelected === after.isSelected,
);

/** The place of a row that is not loaded, or has left the list. */
export function RowNotLoaded({
  domId,
  index,
  start,
  isCurrent,
}: Pick<RowProps, 'domId' | 'index' | 'start' | 'isCurrent'>): ReactNode {
  return (
    <div
      id={domId}
      role="row"
      aria-rowindex={index + 2}
      className={`grid-row${isCurrent ? ' is-current' : ''}`}
      style={{ transform: `translateY(${String(start)}px)` }}
    >
      <span role="gridcell" className="cell hint">
        <span aria-hidden="true">…</span>
        <span className="unseen">Not loaded</span>
      </span>
    </div>
  );
}

export function cellProps<T>(column: Column<T>): { className: string; style: { flex: string } } {
  const { width, grow = false, right = false, spare } = column;
  const size = `${String(width)}px`;
  return {
    className: `cell${right ? ' is-right' : ''}${spare === undefined ? '' : ` spare-${String(spare)}`}`,
    style: { flex: grow ? `1 1 ${size}` : `0 0 ${size}` },
  };
}
