import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { AuditEvent, Order } from '../api/answers.js';
import { useSession, lacking } from '../api/session.js';
import { useSteadyList, type UsedList } from '../live/use-steady-list.js';
import { OrderPane } from '../order/order-pane.js';
import { BulkCancel } from '../order/bulk-cancel.js';
import { Action } from '../parts/action.js';
import { Grid, type Column } from '../parts/grid.js';
import { NewRows } from '../parts/new-rows.js';
import { RowCount } from '../parts/row-count.js';
import { Empty, Failed, Loading } from '../parts/states.js';
import { StreamMark } from '../parts/stream-mark.js';
import { columnsOf } from './columns.js';
import {
  VIEWS,
  queryOf,
  typedIn,
  viewOf,
  withTyped,
  withView,
  without,
  type Filters,
} from './filters.js';
import { ViewsMenu } from './views-menu.js';

const idOf = (order: Order): string => order.id;
const rereadOn = ({ type }: AuditEvent): boolean =>
  type === 'ORDER_RECEIVED' || type === 'ORDER_ADOPTED';
const rowOf = ({ orderId }: AuditEvent): string | null => orderId;

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
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [cancelling, setCancelling] = useState<readonly Order[] | null>(null);
  const opened = search['order'] ?? null;

  const { show, open, look, close } = usePlaces(search);
  const asOf = search['asOf'] ?? null;

  const keys = (key: string, order: Order | null): void => {
    if (key === 'Escape' && asOf !== null) look(null);
    else if (key === 'Escape' && opened !== null) close();
    else if (order !== null && (key === 'e' || key === 'c' || key === 'r')) {
      show({ ...without(search, ['asOf']), order: order.id, act: key });
    }
  };
  const onEnd = useCallback(() => void orders.list.more(), [orders.list]);
  const chosen = orders.rows.filter(({ id }) => selected.has(id));
  return (
    <div className="split">
      <section className="list" aria-label="Orders">
        <Toolbar search={search} show={show} orders={orders}>
          {selected.size > 0 && (
            <>
              <span>
                <b>{selected.size}</b> selected
              </span>
              <Action needs="orders:write" tone="danger" onAct={() => setCancelling(chosen)}>
                Cancel…
              </Action>
              <Action onAct={() => setSelected(new Set())}>Clear</Action>
            </>
          )}
        </Toolbar>
        <Body orders={orders} search={search} show={show}>
          <Grid
            label="Orders, newest first"
            rows={orders.rows}
            columns={useColumns(search)}
            idOf={idOf}
            gone={orders.gone}
            selected={selected}
            onSelect={setSelected}
            opened={opened}
            onOpen={open}
            onKey={keys}
            onEnd={onEnd}
            autoFocus
          />
        </Body>
        <footer className="list-foot">
          <RowCount of={orders}>orders, newest first</RowCount>
          <span className="hint foot-keys" aria-hidden="true">
            <kbd>↑</kbd> <kbd>↓</kbd> move <kbd>Enter</kbd> open <kbd>x</kbd> select <kbd>n</kbd>{' '}
            new order <kbd>/</kbd> filter <kbd>?</kbd> all keys
          </span>
        </footer>
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
            setSelected(new Set());
          }}
        />
      )}
    </div>
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
  const [text, setText] = useState(typedIn(search));
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setText(typedIn(search)), [search]);
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
      <form
        role="search"
        className="filter"
        onSubmit={(event) => {
          event.preventDefault();
          show(withTyped(search, text));
          document.querySelector<HTMLElement>('[role=grid]')?.focus();
        }}
      >
        <input
          ref={field}
          data-filter
          aria-label="Filter by security, account, order number or client order id"
          placeholder="Security, account, number"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            show(withTyped(search, ''));
            document.querySelector<HTMLElement>('[role=grid]')?.focus();
          }}
        />
        <kbd aria-hidden="true">/</kbd>
      </form>
      {others.map(([name, value]) => (
        <button
          key={name}
          type="button"
          className="chip"
          aria-label={`Remove the filter ${name} ${value}`}
          onClick={() => show(without(search, [name]))}
        >
          {name} {value} ×
        </button>
      ))}
      <NewRows of={orders} />
      <span className="toolbar-end">
        {children}
        <StreamMark />
        <Action
          needs="orders:write"
          tone="main"
          onAct={() => void navigate({ to: '/ticket' })}
          shortcut="n"
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
  if (filtered) return <Empty onClear={() => show({})}>No order meets these filters.</Empty>;
  return (
    <Empty>
      There are no orders yet.{' '}
      {lacking(session, 'orders:write') === null ? 'Press n for the first one.' : ''}
    </Empty>
  );
}
