import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { AuditEvent, Break } from '../api/answers.js';
import { lacking, useSession } from '../api/session.js';
import { useSteadyList, type UsedList } from '../live/use-steady-list.js';
import { without, type Filters } from '../orders/filters.js';
import { Grid, type Column } from '../parts/grid.js';
import { BreakStatus, Severity, spaced } from '../parts/severity.js';
import { NOTHING } from '../parts/figures.js';
import { withFigures } from '../parts/figures-in-text.js';
import { NewRows } from '../parts/new-rows.js';
import { RowCount } from '../parts/row-count.js';
import { Empty, Failed, Forbidden, Loading } from '../parts/states.js';
import { StreamMark } from '../parts/stream-mark.js';
import { Age, ageText } from '../parts/times.js';
import { breakWords } from './break-words.js';
import { SelectedBreaks } from './bulk-take.js';
import { bySeverity } from './by-severity.js';
import { BreakPane } from './break-pane.js';
import { Due } from './due.js';
import { LinkedFilters } from './linked-filters.js';
import { LINKED } from './linked-words.js';

const idOf = (one: Break): string => one.id;
const rereadOn = ({ type }: AuditEvent): boolean => /^(BREAK|APPROVAL)_/.test(type);

const COLUMNS: readonly Column<Break>[] = [
  { id: 'severity', head: 'Severity', width: 88, cell: (one) => <Severity of={one.severity} /> },
  { id: 'type', head: 'Type', width: 152, cell: (one) => <b>{spaced(one.type)}</b> },
  { id: 'number', head: 'Exch. no.', width: 76, right: true, cell: (one) => <Numbers of={one} /> },
  { id: 'detail', head: 'What does not fit', width: 220, grow: true, cell: (one) => <Detail of={one} /> },
  { id: 'age', head: 'Age', width: 64, right: true, spare: 3, cell: (one) => <OpenFor of={one} /> },
  { id: 'due', head: 'Due', width: 88, right: true, cell: (one) => <Due of={one} /> },
  { id: 'owner', head: 'Owner', width: 110, spare: 2, cell: (one) => one.assignee ?? NOTHING },
  { id: 'status', head: 'Status', width: 124, spare: 3, cell: (one) => <BreakStatus of={one.status} /> },
]; // prettier-ignore

/** A decision that was proposed already is not asked for again. */
function Detail({ of }: { readonly of: Break }): ReactNode {
  if (of.status !== 'AwaitingApproval') return breakWords(of);
  return (
    <>
      <b className="tone-doubt">Proposed, awaits approval:</b> {withFigures(of.detail)}
    </>
  );
}

/** The numbers that may be the order's stand first: which of them it is has to be decided. */
function Numbers({ of }: { readonly of: Break }): ReactNode {
  if (of.candidates.length > 0) return <b className="tone-doubt">{of.candidates.length} fit</b>;
  return of.orderNumber ?? NOTHING;
}

function OpenFor({ of }: { readonly of: Break }): ReactNode {
  if (of.closedAt === null) return <Age since={of.openedAt} />;
  return ageText(Date.parse(of.closedAt) - Date.parse(of.openedAt));
}

const VIEWS: readonly { readonly name: string; readonly filters: Filters }[] = [
  { name: 'Open', filters: { open: 'true' } },
  { name: 'Overdue', filters: { overdue: 'true' } },
  { name: 'Critical', filters: { open: 'true', severity: 'Critical' } },
  { name: 'Awaiting approval', filters: { status: 'AwaitingApproval' } },
  { name: 'Closed', filters: { open: 'false' } },
];
const OF_VIEWS = ['open', 'overdue', 'severity', 'status', 'assignee'];
const FILTERS: readonly string[] = [...OF_VIEWS, ...LINKED];

/** The break queue: every disagreement and doubt, the severe and those due first on top, with its owner and its time. */
export function Breaks(): ReactNode {
  const session = useSession();
  const why = lacking(session, 'recon:read');
  const search: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const given = Object.fromEntries(
    Object.entries(search).filter(([name]) => FILTERS.includes(name)),
  );
  const query: Filters = OF_VIEWS.some((name) => given[name] !== undefined)
    ? given
    : { ...given, open: 'true' };
  const breaks = useSteadyList<Break>({
    path: '/v1/breaks',
    query,
    idOf,
    rereadOn,
    enabled: why === null,
  });
  const isClosed = query['open'] === 'false';
  const rows = useMemo(
    () => (isClosed ? breaks.rows : bySeverity(breaks.rows)),
    [breaks.rows, isClosed],
  );
  useWhole(breaks, !isClosed);
  const onEnd = useCallback(() => void breaks.list.more(), [breaks.list]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  if (why !== null) return <Forbidden>{why}</Forbidden>;

  const opened = search['break'] ?? null;
  const show = (next: Filters): void => void navigate({ to: '/breaks', search: next });
  const close = (): void => {
    show(without(search, ['break']));
    document.querySelector<HTMLElement>('[role=grid]')?.focus();
  };
  const keys = (key: string): void => {
    if (key === 'Escape' && opened !== null) close();
  };
  const view = VIEWS.find(({ filters }) => OF_VIEWS.every((name) => filters[name] === query[name]));
  return (
    <div className="split">
      <section className="list" aria-label="Breaks">
        <div className="toolbar">
          <h1>Breaks</h1>
          <SegmentedControl
            aria-label="View"
            size="xs"
            data={VIEWS.map(({ name }) => name)}
            value={view?.name ?? ''}
            onChange={(name) => {
              const filters = VIEWS.find((one) => one.name === name)?.filters;
              show({ ...without(search, OF_VIEWS), ...filters });
            }}
          />
          <LinkedFilters search={search} show={show} />
          <NewRows of={breaks} />
          <span className="toolbar-end">
            <SelectedBreaks
              breaks={breaks.rows.filter(({ id }) => selected.has(id))}
              onClear={() => setSelected(new Set())}
            />
            <StreamMark />
          </span>
        </div>
        <QueueState breaks={breaks} isOpenView={view?.name === 'Open'} onClear={() => show({})} />
        {breaks.phase === 'ready' && breaks.rows.length > 0 && (
          <Grid
            label={isClosed ? 'Breaks, newest first' : 'Breaks, severe and due first on top'}
            rows={rows}
            columns={COLUMNS}
            idOf={idOf}
            gone={breaks.gone}
            selected={selected}
            onSelect={setSelected}
            opened={opened}
            onOpen={(one) => show({ ...search, break: one.id })}
            onKey={keys}
            onEnd={onEnd}
            autoFocus
          />
        )}
        <QueueFoot breaks={breaks} />
      </section>
      {opened !== null && <BreakPane key={opened} id={opened} onClose={close} />}
    </div>
  );
}

/** Rows that are read at most to bring them into order. */
const SORTED_MOST = 2_000;

/** A severe break further down the list must not stand below a mild one: open breaks are read whole. */
function useWhole(
  { list, rows, hasMore, loadingMore, error }: UsedList<Break>,
  isSorted: boolean,
): void {
  const isDue = isSorted && hasMore && !loadingMore && error === null;
  useEffect(() => {
    if (isDue && rows.length < SORTED_MOST) void list.more();
  }, [list, isDue, rows.length]);
}

interface QueueStateProps {
  readonly breaks: UsedList<Break>;
  readonly isOpenView: boolean;
  readonly onClear: () => void;
}

/** What stands in place of the rows when there are none. */
function QueueState({ breaks, isOpenView, onClear }: QueueStateProps): ReactNode {
  if (breaks.phase === 'loading') return <Loading rows={10} />;
  if (breaks.phase === 'failed') {
    return <Failed error={breaks.error} onRetry={() => void breaks.list.open()} />;
  }
  if (breaks.rows.length > 0) return null;
  if (isOpenView) return <Empty>Nothing disagrees with the exchange.</Empty>;
  return <Empty onClear={onClear}>No break meets these filters.</Empty>;
}

function QueueFoot({ breaks }: { readonly breaks: UsedList<Break> }): ReactNode {
  return (
    <footer className="list-foot">
      <RowCount of={breaks} one="break">
        breaks
      </RowCount>
      <span className="hint foot-keys" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> move <kbd>Enter</kbd> open <kbd>x</kbd> select
      </span>
    </footer>
  );
}
