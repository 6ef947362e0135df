import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { AuditEvent, Order } from '../api/answers.js';
import { lacking, may, useSession } from '../api/session.js';
import { useSteadyList, type UsedList } from '../live/use-steady-list.js';
import { OrderPane } from '../order/order-pane.js';
import { notWorking } from '../order/outcome.js';
import { BulkCancel } from '../order/bulk-cancel.js';
import { Action } from '../parts/action.js';
import { FilterChip } from '../parts/filter-chip.js';
import { Grid, type Column, type GridProps } from '../parts/grid.js';
import { NewRows } from '../parts/new-rows.js';
import { RowCount } from '../parts/row-count.js';
import { Empty, Failed, Loading } from '../parts/states.js';
import { StreamMark } from '../parts/stream-mark.js';
import { columnsOf } from './columns.js';
import {
  VIEWS,
  filterWords,
  isInList,
  queryOf,
  viewOf,
  withView,
  without,
  type Filters,
} from './filters.js';
import { FilterField } from './filter-field.js';
import { FilterMenu } from './filter-menu.js';
import { NotFound } from './not-found.js';
import { ViewsMenu } from './views-menu.js';

const idOf = (order: Order): string => order.id;
const rereadOn = ({ type }: AuditEvent): boolean =>
  type === 'ORDER_RECEIVED' || type === 'ORDER_ADOPTED';
const rowOf = ({ orderId }: AuditEvent): string | null => orderId;
const ACTS = ['Shift E', 'Shift C', 'Shift R'];

/** The order blotter: newest first, live, and still under the pointer. */
export function Orders(): ReactNode {
  const search: Filters = useSearch({ strict: false });
  const orders = useSteadyList<Order>({
    path: '/v1/orders',
    query: queryOf(search),
    idOf,
    rereadOn,
    rowOf,
  });
  const { selected, chosen, select } = useSelection(orders.rows, orders.list);
  const [cancelling, setCancelling] = useState<readonly Order[] | null>(null);
  const opened = search['order'] ?? null;

  const { show, open, look, close } = usePlaces(search);
  const asOf = search['asOf'] ?? null;

  const keys = (key: string, order: Order | null): void => {
    if (key === 'Escape' && asOf !== null) look(null);
    else if (key === 'Escape' && opened !== null) close();
    else if (order !== null && ACTS.includes(key)) {
      show({ ...without(search, ['asOf']), order: order.id, act: key });
    }
  };
  const { onEnd, onView } = useReading(orders);
  const gone = useGone(orders, search);
  return (
    <div className="split">
      <section className="list" aria-label="Orders">
        <Toolbar search={search} show={show} orders={orders}>
          {selected.size > 0 && (
            <>
              <span>
                <b>{selected.size}</b> selected
              </span>
              <Action
                needs="orders:write"
                tone="danger"
                blocked={noneWorks(chosen)}
                onAct={() => setCancelling(chosen)}
              >
                Cancel…
              </Action>
              <Action onAct={() => select(new Set())}>Clear</Action>
            </>
          )}
        </Toolbar>
        <Body orders={orders} search={search} show={show}>
          <Grid
            label="Orders, newest first"
            rows={orders.places}
            columns={useColumns(search)}
            idOf={idOf}
            gone={gone}
            selected={selected}
            onSelect={select}
            opened={opened}
            onOpen={open}
            onKey={keys}
            onEnd={onEnd}
            onView={onView}
            autoFocus
          />
        </Body>
        <Foot orders={orders} gone={gone} />
      </section>
      {opened !== null && (
        <OrderPane
          key={opened}
          id={opened}
          act={search['act'] ?? null}
          asOf={asOf}
          onLook={look}
          onClose={close}
        />
      )}
      {cancelling !== null && (
        <BulkCancel
          orders={cancelling}
          onClose={() => {
            setCancelling(null);
            select(new Set());
          }}
        />
      )}
    </div>
  );
}

/** What the grid asks of the list as it is scrolled. */
function useReading({
  list,
}: UsedList<Order>): Required<Pick<GridProps<Order>, 'onEnd' | 'onView'>> {
  const onEnd = useCallback(() => void list.more(), [list]);
  const onView = useCallback((first: number, last: number) => void list.view(first, last), [list]);
  return { onEnd, onView };
}

interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly chosen: readonly Order[];
  readonly select: (ids: ReadonlySet<string>) => void;
}

/** The selected orders as they were last seen: a row that was scrolled far away is not loaded. */
function useSelection(rows: readonly Order[], list: unknown): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const seen = useRef(new Map<string, Order>());
  const select = (ids: ReadonlySet<string>): void => {
    for (const id of seen.current.keys()) if (!ids.has(id)) seen.current.delete(id);
    for (const row of rows) if (ids.has(row.id)) seen.current.set(row.id, row);
    setSelected(ids);
  };
  // What another filter shows was never selected.
  useEffect(() => select(new Set()), [list]);
  const chosen = useMemo(() => {
    for (const row of rows) if (selected.has(row.id)) seen.current.set(row.id, row);
    return [...selected].flatMap((id) => seen.current.get(id) ?? []);
  }, [rows, selected]);
  return { selected, chosen, select };
}

/** Rows that have left the view stay under the pointer, dimmed. */
function useGone({ rows, gone }: UsedList<Order>, search: Filters): ReadonlySet<string> {
  return useMemo(() => {
    const left = rows.filter((order) => !isInList(order, search)).map(idOf);
    return new Set([...gone, ...left]);
  }, [rows, gone, search]);
}

function noneWorks(orders: readonly Order[]): string | null {
  return orders.every((order) => notWorking(order) !== null)
    ? 'None of the selected orders works at the exchange any more.'
    : null;
}

interface FootProps {
  readonly orders: UsedList<Order>;
  readonly gone: ReadonlySet<string>;
}

function Foot({ orders, gone }: FootProps): ReactNode {
  const session = useSession();
  return (
    <footer className="list-foot">
      <span>
        <RowCount of={orders} gone={gone.size} one="order, newest first">
          orders, newest first
        </RowCount>
        {gone.size > 0 && (
          <>
            {' '}
            · {gone.size} left this view{' '}
            <button type="button" className="link" onClick={() => void orders.list.open()}>
              refresh
            </button>
          </>
        )}
      </span>
      <span className="hint foot-keys" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> move <kbd>Enter</kbd> open <kbd>x</kbd> select{' '}
        {may(session, 'orders:write') && (
          <>
            <kbd>Shift N</kbd> new order{' '}
          </>
        )}
        <kbd>/</kbd> filter <kbd>?</kbd> all keys
      </span>
    </footer>
  );
}

function useColumns({ columns }: Filters): readonly Column<Order>[] {
  return useMemo(() => columnsOf(columns), [columns]);
}

interface Places {
  readonly show: (next: Filters) => void;
  readonly open: (order: Order) => void;
  /** Shows the opened order as it was; null: as it is now. */
  readonly look: (asOf: string | null) => void;
  readonly close: () => void;
}

/** Where one can go from here; all of it is in the URL. */
function usePlaces(search: Filters): Places {
  const navigate = useNavigate();
  const show = (next: Filters): void => void navigate({ to: '/orders', search: next });
  const toGrid = (): void => document.querySelector<HTMLElement>('[role=grid]')?.focus();
  return {
    show,
    open: (order) => show({ ...without(search, ['asOf']), order: order.id }),
    look: (asOf) => {
      const next = { ...without(search, ['asOf']), ...(asOf === null ? {} : { asOf }) };
      void navigate({ to: '/orders', search: next, replace: true });
      if (asOf === null) toGrid();
    },
    close: () => {
      show(without(search, ['order', 'act', 'asOf']));
      toGrid();
    },
  };
}

interface ToolbarProps {
  readonly search: Filters;
  readonly show: (next: Filters) => void;
  readonly orders: UsedList<Order>;
  readonly children: ReactNode;
}

function Toolbar({ search, show, orders, children }: ToolbarProps): ReactNode {
  const navigate = useNavigate();
  const others = Object.entries(queryOf(search)).filter(([name]) =>
    ['side', 'tradingDate', 'hasBreaks', 'pending', 'createdFrom', 'createdTo'].includes(name),
  );
  return (
    <div className="toolbar">
      <h1>Orders</h1>
      <SegmentedControl
        aria-label="View"
        size="xs"
        data={VIEWS.map(({ name }) => name)}
        value={viewOf(search) ?? ''}
        onChange={(name) => show(withView(search, name))}
      />
      <ViewsMenu search={search} show={show} />
      <FilterMenu search={search} show={show} />
      <FilterField search={search} show={show} />
      {others.map(([name, value]) => (
        <FilterChip
          key={name}
          words={filterWords(name, value)}
          onClear={() => show(without(search, [name]))}
        />
      ))}
      <NewRows of={orders} />
      <span className="toolbar-end">
        {children}
        <StreamMark />
        <Action
          needs="orders:write"
          tone="main"
          onAct={() => void navigate({ to: '/ticket' })}
          shortcut="Shift N"
        >
          New order
        </Action>
      </span>
    </div>
  );
}

interface BodyProps {
  readonly orders: UsedList<Order>;
  readonly search: Filters;
  readonly show: (next: Filters) => void;
  readonly children: ReactNode;
}

function Body({ orders, search, show, children }: BodyProps): ReactNode {
  const session = useSession();
  if (orders.phase === 'loading') return <Loading rows={12} />;
  if (orders.phase === 'failed')
    return <Failed error={orders.error} onRetry={() => void orders.list.open()} />;
  if (orders.rows.length > 0) return children;
  const filtered = Object.keys(queryOf(search)).length > 0;
  if (filtered) return <NotFound search={search} show={show} />;
  return (
    <Empty>
      There are no orders yet.{' '}
      {lacking(session, 'orders:write') === null ? 'Press Shift N for the first one.' : ''}
    </Empty>
  );
}
