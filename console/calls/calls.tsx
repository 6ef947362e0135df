import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, type ReactNode } from 'react';
import type { ExchangeCall, JournalCall, Page } from '../api/answers.js';
import { read } from '../api/call.js';
import { lacking, useSession } from '../api/session.js';
import { useSteadyList, type UsedList } from '../live/use-steady-list.js';
import { Call } from '../order/history.js';
import { without, type Filters } from '../orders/filters.js';
import { Action } from '../parts/action.js';
import { Facts } from '../parts/facts.js';
import { NOTHING, grouped } from '../parts/figures.js';
import { FilterChip } from '../parts/filter-chip.js';
import { Grid, type Column } from '../parts/grid.js';
import { Mark } from '../parts/mark.js';
import { PaneHead } from '../parts/pane-head.js';
import { RowCount } from '../parts/row-count.js';
import { Empty, Failed, Forbidden, Loading } from '../parts/states.js';
import { TableHead } from '../parts/table-head.js';
import { Time } from '../parts/times.js';
import { Drift } from './drift.js';
import { isAnswered, tookMs, timesOf } from './call-times.js';

const idOf = (call: JournalCall): string => call.id;

const COLUMNS: readonly Column<JournalCall>[] = [
  { id: 'at', head: 'Sent', width: 116, right: true, cell: (one) => <Time at={one.startedAt} /> },
  { id: 'endpoint', head: 'Endpoint', width: 190, cell: (one) => <b>{one.endpoint}</b> },
  { id: 'status', head: 'Answer', width: 110, cell: (one) => <AnswerMark of={one} /> },
  { id: 'took', head: 'Took ms', width: 76, right: true, cell: (one) => tookMs(one) ?? NOTHING },
  { id: 'bytes', head: 'Bytes', width: 84, right: true, spare: 2, cell: (one) => bytesOf(one) },
  { id: 'lane', head: 'Lane', width: 84, cell: (one) => one.lane },
  { id: 'outcome', head: 'What it meant', width: 190, grow: true, cell: (one) => one.failure ?? one.outcome ?? NOTHING },
  { id: 'by', head: 'Asked by', width: 120, spare: 3, cell: (one) => one.operator?.replace(/^key:/, '') ?? 'service' },
  { id: 'order', head: 'Order', width: 92, spare: 1, cell: (one) => (one.orderId === null ? NOTHING : `…${one.orderId.slice(-8)}`) },
]; // prettier-ignore

const VIEWS = [
  { value: 'all', label: 'All', query: {} },
  { value: 'failed', label: 'Not answered well', query: { failed: 'true' } },
  { value: 'trade', label: 'Orders', query: { lane: 'trade' } },
  { value: 'cancel', label: 'Cancels', query: { lane: 'cancel' } },
  { value: 'reconcile', label: 'Reconciliation', query: { lane: 'reconcile' } },
  { value: 'ad-hoc', label: 'Scopes and dry runs', query: { lane: 'ad-hoc' } },
  { value: 'market', label: 'Market', query: { lane: 'market' } },
] as const satisfies readonly { value: string; label: string; query: Filters }[];

/** Every call of the exchange, newest first: what was asked, how it was answered, and how long it took. */
export function Calls(): ReactNode {
  const why = lacking(useSession(), 'exchange:read');
  const search: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const view = VIEWS.find(({ value }) => value === search['view']) ?? VIEWS[0];
  const endpoint = search['endpoint'] ?? null;
  const calls = useSteadyList<JournalCall>({
    path: '/v1/exchange/calls',
    query: { ...view.query, ...(endpoint === null ? {} : { endpoint }) },
    idOf,
    enabled: why === null,
  });
  const onEnd = useCallback(() => void calls.list.more(), [calls.list]);
  if (why !== null) return <Forbidden>{why}</Forbidden>;
  const opened = search['call'] ?? null;
  const show = (next: Filters): void => void navigate({ to: '/calls', search: next });
  const close = (): void => {
    show(without(search, ['call']));
    document.querySelector<HTMLElement>('[role=grid]')?.focus();
  };
  return (
    <div className="split">
      <section className="list" aria-label="Exchange calls">
        <div className="toolbar">
          <h1>Exchange calls</h1>
          <SegmentedControl
            aria-label="View"
            size="xs"
            data={VIEWS.map(({ value, label }) => ({ value, label }))}
            value={view.value}
            onChange={(value) => show({ ...without(search, ['view', 'call']), view: value })}
          />
          {endpoint !== null && (
            <FilterChip words={endpoint} onClear={() => show(without(search, ['endpoint']))} />
          )}
          <span className="toolbar-end">
            <Action onAct={() => void calls.list.open()}>Look again</Action>
          </span>
        </div>
        <CallsState calls={calls} onClear={() => show({})} />
        {calls.rows.length > 0 && (
          <Grid
            label="Exchange calls, newest first"
            rows={calls.rows}
            columns={COLUMNS}
            idOf={idOf}
            opened={opened}
            onOpen={(one) => show({ ...search, call: one.id })}
            onKey={(key) => key === 'Escape' && opened !== null && close()}
            onEnd={onEnd}
            autoFocus
          />
        )}
        <footer className="list-foot">
          <RowCount of={calls} one="call">
            calls
          </RowCount>
        </footer>
      </section>
      {opened === null ? (
        <Times calls={calls.rows} onPick={(next) => show({ ...search, endpoint: next })} />
      ) : (
        <CallPane of={calls.rows.find(({ id }) => id === opened) ?? null} onClose={close} />
      )}
    </div>
  );
}

function CallsState({
  calls,
  onClear,
}: {
  readonly calls: UsedList<JournalCall>;
  readonly onClear: () => void;
}): ReactNode {
  if (calls.phase === 'loading') return <Loading rows={10} />;
  if (calls.phase === 'failed')
    return <Failed error={calls.error} onRetry={() => void calls.list.open()} />;
  if (calls.rows.length > 0) return null;
  if (!calls.hasMore) return <Empty onClear={onClear}>There is no such call.</Empty>;
  return (
    <div className="state" role="status">
      <p>None of the last calls is one of these.</p>
      <button type="button" className="button" onClick={() => void calls.list.more()}>
        Look further back
      </button>
    </div>
  );
}

function AnswerMark({ of }: { readonly of: JournalCall }): ReactNode {
  if (of.completedAt === null)
    return (
      <Mark shape="clock" tone="muted">
        under way
      </Mark>
    );
  return (
    <Mark
      shape={isAnswered(of) ? 'tick' : of.httpStatus === null ? 'triangle' : 'cross'}
      tone={isAnswered(of) ? 'good' : of.httpStatus === null ? 'doubt' : 'bad'}
    >
      {of.httpStatus ?? 'no answer'}
    </Mark>
  );
}

function bytesOf({ replyBytes }: JournalCall): string {
  return replyBytes === null ? NOTHING : grouped(String(replyBytes));
}

interface TimesProps {
  readonly calls: readonly JournalCall[];
  readonly onPick: (endpoint: string) => void;
}

/** How long the exchange takes, an endpoint a row, of the calls that are listed. */
function Times({ calls, onPick }: TimesProps): ReactNode {
  return (
    <aside className="pane" aria-label="Times of the exchange">
      <div className="pane-body">
        <h2>How the exchange answers</h2>
        <p className="hint">Of the {calls.length} calls that are listed.</p>
        <table className="table">
          <TableHead
            first="Endpoint"
            figures={['Calls', 'Half in ms', '95 of 100', 'Longest', 'Failed']}
          />
          <tbody>
            {timesOf(calls).map((one) => (
              <tr key={one.endpoint}>
                <td>
                  <button type="button" className="link" onClick={() => onPick(one.endpoint)}>
                    {one.endpoint}
                  </button>
                </td>
                <td className="is-right">{one.count}</td>
                <td className="is-right">{one.half ?? NOTHING}</td>
                <td className="is-right">{one.most ?? NOTHING}</td>
                <td className="is-right">{one.longest ?? NOTHING}</td>
                <td className={`is-right${one.failed > 0 ? ' tone-bad' : ''}`}>
                  {one.failed === 0 ? NOTHING : one.failed}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <Drift />
      </div>
    </aside>
  );
}

interface PaneProps {
  readonly of: JournalCall | null;
  readonly onClose: () => void;
}

function CallPane({ of, onClose }: PaneProps): ReactNode {
  const navigate = useNavigate();
  return (
    <aside
      className="pane"
      aria-label="Call"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <div className="pane-body">
        <PaneHead of="call" onClose={onClose}>
          {of?.endpoint ?? 'Call'}
        </PaneHead>
        {of === null && <Empty>This call is not among those that are listed.</Empty>}
        {of !== null && (
          <>
            <Facts
              of={[
                ['Sent', <Time key="s" at={of.startedAt} />],
                ['Answered', <Time key="a" at={of.completedAt} />],
                ['Took', tookMs(of) === null ? NOTHING : `${String(tookMs(of))} ms`],
                ['Answer', <AnswerMark key="m" of={of} />],
                ['What it meant', of.failure ?? of.outcome ?? NOTHING],
                ['Lane', of.lane],
                ['Exchange key', of.keyId],
                ['Asked by', of.operator?.replace(/^key:/, '') ?? 'the service'],
                ['Bytes', bytesOf(of)],
                ['Id', <code key="i">{of.id}</code>],
              ]}
            />
            {of.orderId === null ? (
              <p className="hint">
                It was made for no order alone, so what was said is not shown here: it may name
                other clients.
              </p>
            ) : (
              <>
                <div className="actions">
                  <Action
                    needs="orders:read"
                    onAct={() =>
                      void navigate({ to: '/orders', search: { order: of.orderId ?? '' } })
                    }
                  >
                    Open the order
                  </Action>
                </div>
                <Bodies orderId={of.orderId} callId={of.id} />
              </>
            )}
          </>
        )}
      </div>
    </aside>
  );
}

/** What was sent and received, which belongs to the order. */
function Bodies({
  orderId,
  callId,
}: {
  readonly orderId: string;
  readonly callId: string;
}): ReactNode {
  const why = lacking(useSession(), 'orders:read');
  const { data, error } = useQuery({
    queryKey: ['order', orderId, 'calls'],
    enabled: why === null,
    queryFn: () => read<Page<ExchangeCall>>(`/v1/orders/${orderId}/calls`, { limit: 200 }),
  });
  if (why !== null) return <p className="hint">{why}</p>;
  if (error !== null) return <Failed error={error} />;
  if (data === undefined) return <Loading rows={2} />;
  const found = data.data.find(({ id }) => id === callId);
  if (found === undefined) return <p className="hint">The order has it among its calls.</p>;
  return (
    <ul className="calls">
      <Call call={found} />
    </ul>
  );
}
