import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
  type ReactNode,
} from 'react';
import { isShortcut, isTyping, pressed } from '../shell/keys.js';
import type { Places } from '../live/places.js';
import type { Sorting } from './sorting.js';
import { Row, RowNotLoaded, cellProps, type Column } from './grid-row.js';
import { preferences } from './own-preferences.js';

export interface GridProps<T> {
  readonly label: string;
  /** Null: a row that is not loaded now; `onView` asks for it. */
  readonly rows: Places<T>;
  readonly columns: readonly Column<T>[];
  readonly idOf: (row: T) => string;
  readonly gone?: ReadonlySet<string>;
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: (ids: ReadonlySet<string>) => void;
  readonly opened?: string | null;
  readonly onOpen?: (row: T) => void;
  readonly onKey?: (key: string, row: T | null) => void;
  readonly onEnd?: () => void;
  /** The rows in the viewport, by their places. */
  readonly onView?: (first: number, last: number) => void;
  readonly autoFocus?: boolean;
  readonly sorting?: Sorting | null;
  /** Somebody has pressed the heading of the column. */
  readonly onSort?: (column: string) => void;
}

export type { Column } from './grid-row.js';

const ROW_HEIGHT = preferences.density === 'comfortable' ? 36 : 28;

const ROWS_REMEMBERED = 500;

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
  const firstShown = items[0]?.index ?? 0;
  useViewport(props, firstShown, items.at(-1)?.index ?? 0);
  // The virtualizer keeps an object for every row that it has drawn. All rows are as high, so it may forget them.
  const scrolledBlocks = Math.floor(firstShown / ROWS_REMEMBERED);
  useEffect(() => {
    if (scrolledBlocks > 0) virtual.measure();
  }, [scrolledBlocks]);
  useEffect(() => {
    // Not from a field in which somebody types the filter that has brought these rows.
    if (props.autoFocus !== true || isTyping(document.activeElement)) return;
    pane.current?.focus({ preventScroll: true });
  }, []);

  useOpened(props, setAt);
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
          const row = rows.at(index);
          if (row === undefined) return null;
          const domId = `${name}-${String(index)}`;
          const place = { domId, index, start, isCurrent: index === current };
          if (row === null) return <RowNotLoaded key={index} {...place} />;
          const id = idOf(row);
          return (
            <Row
              key={id}
              {...place}
              row={row}
              columns={columns as readonly Column<unknown>[]}
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

/** What the address opens is also where the keys go on from. */
function useOpened<T>({ rows, idOf, opened = null }: GridProps<T>, setAt: (at: number) => void) {
  const openedAt =
    opened === null ? -1 : rows.findIndex((row) => row !== null && idOf(row) === opened);
  const placed = useRef<string | null>(null);
  useEffect(() => {
    // Once: its row may be let go and loaded again while the keys are elsewhere.
    if (openedAt < 0 && opened !== null) return;
    if (openedAt >= 0 && placed.current !== opened) setAt(openedAt);
    placed.current = opened;
  }, [opened, openedAt >= 0]);
}

/** Reports which rows are in the viewport, and when the last ones are near. */
function useViewport<T>(
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
    const row = present.at(index);
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
    const row = current < 0 ? undefined : rows.at(current);
    if (to !== null) {
      event.preventDefault();
      // A selection has no gap: the key waits for a row that is not loaded.
      if (event.shiftKey && row == null) return;
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
    const row = latest.current.rows.at(index);
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
