import { useNavigate, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState, type ReactNode } from 'react';
import type { Run, RunPreview } from '../api/answers.js';
import { call, read } from '../api/call.js';
import { lacking, useSession } from '../api/session.js';
import { useSteadyList } from '../live/use-steady-list.js';
import { without, type Filters } from '../orders/filters.js';
import { Action } from '../parts/action.js';
import { OutcomeLine } from '../parts/dialog.js';
import { refusedAs } from '../parts/refusal.js';
import { Facts } from '../parts/facts.js';
import { NOTHING, grouped } from '../parts/figures.js';
import { withFigures } from '../parts/figures-in-text.js';
import { Grid, type Column } from '../parts/grid.js';
import type { Outcome } from '../parts/outcome.js';
import { spaced } from '../parts/severity.js';
import { Empty, Failed, Forbidden, Loading } from '../parts/states.js';
import { Time } from '../parts/times.js';
import { PaneHead } from '../parts/pane-head.js';
import { ComparePane } from './compare-pane.js';

const idOf = (run: Run): string => run.id;

const COLUMNS: readonly Column<Run>[] = [
  { id: 'started', head: 'Started', width: 112, right: true, cell: (run) => <Time at={run.startedAt} /> },
  { id: 'took', head: 'Took', width: 84, right: true, cell: (run) => `${grouped(String(Date.parse(run.finishedAt) - Date.parse(run.startedAt)))} ms` },
  { id: 'cause', head: 'Why', width: 88, cell: (run) => run.cause },
  { id: 'scope', head: 'Scope', width: 120, grow: true, cell: (run) => scopeOf(run) },
  { id: 'kind', head: 'Kind', width: 76, cell: (run) => (run.dryRun ? 'Dry run' : 'Run') },
  { id: 'calls', head: 'Calls', width: 60, right: true, cell: (run) => `${String(run.answered)}/${String(run.calls)}` },
  { id: 'orders', head: 'Orders', width: 64, right: true, spare: 2, cell: (run) => run.orders },
  { id: 'changed', head: 'Changed', width: 68, right: true, cell: (run) => run.changed },
  { id: 'fills', head: 'Fills', width: 52, right: true, spare: 2, cell: (run) => run.fills },
  { id: 'opened', head: 'Opened', width: 64, right: true, cell: (run) => run.opened ?? NOTHING },
  { id: 'closed', head: 'Closed', width: 64, right: true, cell: (run) => run.closed ?? NOTHING },
]; // prettier-ignore

function scopeOf({ scope }: Run): string {
  return scope === null ? 'Everything' : Object.values(scope).flat().join(', ');
}

/** Runs are listed newest first. */
function runBefore(rows: readonly Run[], id: string): string | null {
  const place = rows.findIndex((run) => run.id === id);
  return place < 0 ? null : (rows[place + 1]?.id ?? null);
}

interface Start {
  readonly outcome: Outcome | null;
  readonly start: (dryRun: boolean) => void;
}

/** Starts a run, and says what came of it. */
function useStart(onDone: (run: Run) => void): Start {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const start = (dryRun: boolean): void => {
    setOutcome({
      tone: 'info',
      text: dryRun ? 'Asking the exchange, changing nothing…' : 'Running…',
    });
    call<Run>('POST', '/v1/reconciliation/runs', { body: { dryRun } }).then(
      ({ data }) => {
        const did = dryRun ? 'would change' : 'changed';
        setOutcome({
          tone: 'good',
          text: `Done with ${String(data.calls)} calls: it ${did} ${String(data.changed)} orders.`,
        });
        onDone(data);
      },
      (error: unknown) => setOutcome(refusedAs(error)),
    );
  };
  return { outcome, start };
}

/** The two runs that the address names. */
function pairIn(text: string | undefined): readonly [string, string] | null {
  const [one = '', other = ''] = text?.split(',') ?? [];
  return one === '' || other === '' ? null : [one, other];
}

/** Reconciliation runs: what was asked, what it proved; run one now, or see first what it would change. */
export function Runs(): ReactNode {
  const session = useSession();
  const why = lacking(session, 'recon:read');
  const search: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const show = (next: Filters): void => void navigate({ to: '/runs', search: next });
  const runs = useSteadyList<Run>({
    path: '/v1/reconciliation/runs',
    query: {},
    limit: 50,
    idOf,
    enabled: why === null,
  });
  const onEnd = useCallback(() => void runs.list.more(), [runs.list]);
  const { outcome, start } = useStart((run) => {
    void runs.list.open();
    show({ run: run.id });
  });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  if (why !== null) return <Forbidden>{why}</Forbidden>;
  const opened = search['run'] ?? null;
  const compared = pairIn(search['compare']);
  const chosen = [...selected];
  const [one, other] = chosen;
  return (
    <div className="split">
      <section className="list" aria-label="Runs">
        <div className="toolbar">
          <h1>Runs</h1>
          <span className="toolbar-end">
            <Action onAct={() => void runs.list.open()}>Look again</Action>
            <Action
              blocked={chosen.length === 2 ? null : 'Select two runs, with x or their boxes.'}
              onAct={() => show({ compare: `${one ?? ''},${other ?? ''}` })}
            >
              Compare two
            </Action>
            <Action needs="recon:write" onAct={() => start(true)}>
              Dry run
            </Action>
            <Action needs="recon:write" tone="main" onAct={() => start(false)}>
              Run now
            </Action>
          </span>
        </div>
        <OutcomeLine outcome={outcome} />
        {runs.phase === 'loading' && <Loading />}
        {runs.phase === 'failed' && (
          <Failed error={runs.error} onRetry={() => void runs.list.open()} />
        )}
        {runs.phase === 'ready' && runs.rows.length === 0 && <Empty>There was no run yet.</Empty>}
        {runs.rows.length > 0 && (
          <Grid
            label="Runs, newest first"
            rows={runs.rows}
            columns={COLUMNS}
            idOf={idOf}
            selected={selected}
            onSelect={setSelected}
            opened={opened}
            onOpen={(run) => show({ run: run.id })}
            onEnd={onEnd}
          />
        )}
      </section>
      {opened === null && compared !== null && (
        <ComparePane
          key={compared.join()}
          ids={compared}
          onClose={() => show(without(search, ['compare']))}
        />
      )}
      {opened !== null && (
        <RunPane
          key={opened}
          id={opened}
          before={runBefore(runs.rows, opened)}
          onCompare={(before) => show({ compare: `${before},${opened}` })}
          onClose={() => show(without(search, ['run']))}
        />
      )}
    </div>
  );
}

function RunPane({
  id,
  before,
  onCompare,
  onClose,
}: {
  readonly id: string;
  /** The run before it; null: it is not among those that are listed. */
  readonly before: string | null;
  readonly onCompare: (before: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['run', id],
    queryFn: () => read<Run>(`/v1/reconciliation/runs/${id}`),
  });
  return (
    <aside className="pane" aria-label="Run" onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      <div className="pane-body">
        <PaneHead of="run" onClose={onClose}>
          {data?.dryRun === true ? 'Dry run' : 'Run'}
        </PaneHead>
        {error !== null && data === undefined && <Failed error={error} />}
        {data !== undefined && (
          <>
            <Facts
              of={[
                ['Why', data.cause],
                ['Scope', scopeOf(data)],
                ['Started', <Time key="s" at={data.startedAt} />],
                ['Finished', <Time key="f" at={data.finishedAt} />],
                ['Calls answered', `${String(data.answered)} of ${String(data.calls)}`],
                ['Whole book read by', <Time key="c" at={data.coveredAt} />],
                ['List read by', <Time key="l" at={data.listedAt} />],
              ]}
            />
            <div className="actions">
              <Action
                blocked={before === null ? 'The run before it is not listed.' : null}
                onAct={() => before !== null && onCompare(before)}
              >
                Compare with the run before
              </Action>
            </div>
            {data.preview !== null && <Preview preview={data.preview} />}
            <h3>What was asked</h3>
            <pre tabIndex={0} aria-label="What was asked">
              {JSON.stringify(data.asked, null, 2)}
            </pre>
          </>
        )}
      </div>
    </aside>
  );
}

/** What a dry run would have changed. */
function Preview({ preview }: { readonly preview: RunPreview }): ReactNode {
  const { orders, opened, closed } = preview;
  return (
    <section aria-label="Preview">
      <h3>
        It would change {orders.length} orders, open {opened.length} breaks and close{' '}
        {closed.length}
      </h3>
      <ul className="plain">
        {orders.map((order) => (
          <li key={order.orderId}>
            <code>{order.orderId}</code>{' '}
            {order.changes
              .filter(({ field }) => field !== 'grade')
              .map(({ field, from, to }) => `${field}: ${shown(from)} → ${shown(to)}`)
              .join(', ')}
          </li>
        ))}
        {[
          ...opened.map((one) => ['Open', one] as const),
          ...closed.map((one) => ['Close', one] as const),
        ].map(([what, one], index) => (
          <li key={`${what} ${String(index)}`}>
            {what} <b>{spaced(one.type ?? 'break')}</b>: {withFigures(one.why ?? NOTHING)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function shown(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value)
    : value === null
      ? NOTHING
      : JSON.stringify(value);
}
