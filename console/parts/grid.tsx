import { useVirtualizer } from '@tanstack/react-virtual';
import {
  memo,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
  type ReactNode,
} from 'react';
import { isShortcut, isTyping, pressed } from '../shell/keys.js';
import type { Sorting } from './sorting.js';
import { preferences } from './own-preferences.js';

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

export interface GridProps<T> {
  readonly label: string;
  /** Null: a row that is not held now; `onView` asks for it. */
  readonly rows: readonly (T | null)[];
  readonly columns: readonly Column<T>[];
  readonly idOf: (row: T) => string;
  readonly gone?: ReadonlySet<string>;
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: (ids: ReadonlySet<string>) => void;
  readonly opened?: string | null;
  readonly onOpen?: (row: T) => void;
  readonly onKey?: (key: string, row: T | null) => void;
  readonly onEnd?: () => void;
  /** The rows in view, by their places. */
  readonly onView?: (first: number, last: number) => void;
  readonly autoFocus?: boolean;
  readonly sorting?: Sorting | null;
  /** Somebody has pressed the heading of the column. */
  readonly onSort?: (column: string) => void;
}

const ROW_HEIGHT = preferences.density === 'comfortable' ? 36 : 28;

/** A table for the keyboard: one tab stop, arrows or j and k move, Enter opens, x selects. */
export function Grid<T>(props: GridProps<T>): ReactNode {
  const { label, rows, columns, idOf, gone, selected, opened = null } = props;
  const pane = useRef<HTMLDivElement>(null);
  // Rows are not drawn again for new functions, so these ask for the present properties.
  const latest = useRef(props);
  latest.current = props;
  const name = useId();
  const [at, setAt] = useState(0);
  const current = Math.min(at, rows.length - 1);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => pane.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    // Drawn in the next frame rather than inside each turn of the wheel.
    useFlushSync: false,
  });
  const scrollTo = (index: number): void => virtual.scrollToIndex(index, { align: 'auto' });
  const items = virtual.getVirtualItems();
  const minWidth = widthOf(columns, selected !== undefined);
  useTold(props, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  useEffect(() => {
    // Not from a field in which somebody types the filter that has brought these rows.
    if (props.autoFocus !== true || isTyping(document.activeElement)) return;
    pane.current?.focus({ preventScroll: true });
  }, []);

  // What the address opens is also where the keys go on from.
  const openedAt =
    opened === null ? -1 : rows.findIndex((row) => row !== null && idOf(row) === opened);
  useEffect(() => {
    if (openedAt >= 0) setAt(openedAt);
  }, [opened, openedAt >= 0]);

  const { keys, open, toggle } = useGridActs({ latest, pane, current, setAt, scrollTo });
  // A row that was scrolled far away is not drawn, and cannot be named.
  const isDrawn = items.some(({ index }) => index === current);
  const active = isDrawn ? `${name}-${String(current)}` : undefined;
  return (
    <div
      ref={pane}
      className={`grid is-${preferences.density}`}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-multiselectable={selected === undefined ? undefined : true}
      aria-activedescendant={active}
      onKeyDown={keys}
    >
      <Head
        columns={columns}
        selects={selected !== undefined}
        minWidth={minWidth}
        sorting={props.sorting ?? null}
        onSort={props.onSort}
      />
      <div
        role="rowgroup"
        className="grid-body"
        style={{ height: virtual.getTotalSize(), minWidth }}
      >
        {items.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          if (row === null) return <RowNotHeld key={index} index={index} start={start} />;
          const id = idOf(row);
          return (
            <Row
              key={id}
              domId={`${name}-${String(index)}`}
              row={row}
              columns={columns as readonly Column<unknown>[]}
              index={index}
              start={start}
              isCurrent={index === current}
              isOpen={id === opened}
              isGone={gone?.has(id) === true}
              isSelected={selected?.has(id)}
              onOpen={open}
              onToggle={toggle}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Tells whoever holds the rows which of them are shown, and when the last ones are near. */
function useTold<T>(
  { rows: { length }, onEnd, onView }: GridProps<T>,
  firstShown: number,
  lastShown: number,
): void {
  useEffect(() => {
    if (length > 0 && lastShown >= length - 10) onEnd?.();
  }, [lastShown, length, onEnd]);
  useEffect(() => {
    if (length > 0) onView?.(firstShown, lastShown);
  }, [firstShown, lastShown, length, onView]);
}

interface GridPlace<T> {
  readonly latest: RefObject<GridProps<T>>;
  readonly pane: RefObject<HTMLDivElement | null>;
  readonly current: number;
  readonly setAt: (index: number) => void;
  readonly scrollTo: (index: number) => void;
}

interface GridActs {
  readonly keys: (event: KeyboardEvent) => void;
  readonly open: (index: number) => void;
  readonly toggle: (index: number) => void;
}

function useGridActs<T>({ latest, pane, current, setAt, scrollTo }: GridPlace<T>): GridActs {
  const go = (to: number): void => {
    const next = Math.max(0, Math.min(latest.current.rows.length - 1, to));
    setAt(next);
    scrollTo(next);
  };
  const toggle = (index: number): void => {
    const { rows: present, selected: chosen, onSelect } = latest.current;
    const row = present[index];
    if (row == null || chosen === undefined) return;
    const ids = new Set(chosen);
    const id = latest.current.idOf(row);
    if (!ids.delete(id)) ids.add(id);
    onSelect?.(ids);
  };
  const keys = (event: KeyboardEvent): void => {
    if (!isShortcut(event)) return;
    const { rows, onOpen, onKey } = latest.current;
    const page = Math.max(1, Math.floor((pane.current?.clientHeight ?? 280) / ROW_HEIGHT) - 2);
    const to = moved(event.key, { current, page, last: rows.length - 1 });
    const row = rows[current];
    if (to !== null) {
      event.preventDefault();
      if (event.shiftKey) toggle(current);
      go(to);
    } else if (event.key === 'Enter' && row != null) {
      event.preventDefault();
      onOpen?.(row);
    } else if (event.key === 'x' || event.key === ' ') {
      event.preventDefault();
      toggle(current);
    } else {
      onKey?.(pressed(event), row ?? null);
    }
  };
  const open = (index: number): void => {
    setAt(index);
    const row = latest.current.rows[index];
    if (row != null) latest.current.onOpen?.(row);
  };
  return { keys, open, toggle };
}

/** The row that a key moves to; null: the key does not move. */
function moved(
  key: string,
  {
    current,
    page,
    last,
  }: { readonly current: number; readonly page: number; readonly last: number },
): number | null {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: current + 1, j: current + 1, ArrowUp: current - 1, k: current - 1,
    PageDown: current + page, PageUp: current - page, Home: 0, End: last,
  }; // prettier-ignore
  return moves[key] ?? null;
}

const SELECT_WIDTH = 28;
const ROW_PADDING = 12;

/** What the columns that are never hidden need; a narrower grid scrolls. */
function widthOf<T>(columns: readonly Column<T>[], selects: boolean): number {
  const lasting = columns.filter(({ spare }) => spare === undefined);
  const widths = lasting.reduce((sum, { width }) => sum + width, 0);
  return widths + ROW_PADDING + (selects ? SELECT_WIDTH : 0);
}

function Head<T>({
  columns,
  selects,
  minWidth,
  sorting,
  onSort,
}: {
  readonly columns: readonly Column<T>[];
  readonly selects: boolean;
  readonly minWidth: number;
  readonly sorting: Sorting | null;
  readonly onSort: ((column: string) => void) | undefined;
}): ReactNode {
  return (
    <div role="rowgroup" className="grid-head" style={{ minWidth }}>
      <div role="row" aria-rowindex={1} className="grid-row">
        {selects && (
          <span role="columnheader" className="cell cell-select">
            <span className="unseen">Selected</span>
          </span>
        )}
        {columns.map((column) => {
          const isDown = sorting?.column === column.id ? sorting.isDown : null;
          return (
            <span
              key={column.id}
              role="columnheader"
              aria-sort={isDown === null ? undefined : isDown ? 'descending' : 'ascending'}
              {...cellProps(column)}
            >
              {column.sorts === true && onSort !== undefined ? (
                <SortButton isDown={isDown} onSort={() => onSort(column.id)}>
                  {column.head}
                </SortButton>
              ) : (
                column.head
              )}
            </span>
          );
        })}
      </div>
    </div>
  );
}

interface SortProps {
  /** Null: the rows are sorted by something else. */
  readonly isDown: boolean | null;
  readonly onSort: () => void;
  readonly children: string;
}

function SortButton({ isDown, onSort, children }: SortProps): ReactNode {
  return (
    <button
      type="button"
      className="sort"
      onClick={onSort}
      // Enter and Space are the button's here, and not those of the row.
      onKeyDown={(event) => (event.key === 'Enter' || event.key === ' ') && event.stopPropagation()}
    >
      {children}
      <span aria-hidden="true">{isDown === null ? '' : isDown ? ' ↓' : ' ↑'}</span>
    </button>
  );
}

/** Its place, until it is read again. */
function RowNotHeld({
  index,
  start,
}: {
  readonly index: number;
  readonly start: number;
}): ReactNode {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="grid-row"
      style={{ transform: `translateY(${String(start)}px)` }}
    >
      <span role="gridcell" className="cell hint">
        …
      </span>
    </div>
  );
}

interface RowProps {
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
const Row = memo(
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

function cellProps<T>(column: Column<T>): { className: string; style: { flex: string } } {
  const { width, grow = false, right = false, spare } = column;
  const size = `${String(width)}px`;
  return {
    className: `cell${right ? ' is-right' : ''}${spare === undefined ? '' : ` spare-${String(spare)}`}`,
    style: { flex: grow ? `1 1 ${size}` : `0 0 ${size}` },
  };
}
