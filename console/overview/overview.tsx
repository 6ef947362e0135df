import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import type { Approval, Break, OpsStatus, Order, Page, Run } from '../api/answers.js';
import { read } from '../api/call.js';
import { lacking, useSession } from '../api/session.js';
import { isOverdue } from '../breaks/overdue.js';
import { stream } from '../live/stream.js';
import { NOTHING } from '../parts/figures.js';
import { spaced } from '../parts/severity.js';
import { Failed, Forbidden, Loading } from '../parts/states.js';
import { Age, lagosDate, useNow } from '../parts/times.js';
import { useOpsStatus } from '../shell/desk-state.js';
import { Budget } from './budget.js';
import { Exchange } from './exchange.js';
import { LastRuns } from './last-runs.js';
import { NextSteps } from './next.js';
import { AGES, SEVERITIES, agesOf } from './ages.js';
import { provenFirst } from './proven-first.js';

const MOST = 200;

/** What needs somebody, first; then how the exchange, the budget and the reconciliation are. */
export function Overview(): ReactNode {
  const session = useSession();
  const queries = useQueryClient();
  const why = lacking(session, 'recon:read');
  const enabled = why === null;
  useEffect(
    () =>
      stream.on(({ type }) => {
        if (/^(BREAK|APPROVAL)_|_UNKNOWN$|DOUBT|STATUS_CHANGED/.test(type)) {
          void queries.invalidateQueries({ queryKey: ['overview'] });
        }
      }),
    [queries],
  );
  const breaks = useList<Break>('/v1/breaks', { open: 'true' }, enabled);
  const unproven = useList<Order>('/v1/orders', { certain: 'false' }, enabled);
  const approvals = useList<Approval>('/v1/approvals', { state: 'Pending' }, enabled);
  const runs = useList<Run>('/v1/reconciliation/runs', {}, enabled, 8);
  const status = useOpsStatus();
  if (why !== null) return <Forbidden>{why}</Forbidden>;
  const failed = breaks.error ?? unproven.error;
  if (breaks.data === undefined || unproven.data === undefined) {
    if (failed === null) return <Loading />;
    return <Failed error={failed} onRetry={() => void breaks.refetch()} />;
  }
  return (
    <div className="page" tabIndex={0} role="region" aria-label="Overview">
      <h1 className="unseen">Overview</h1>
      <Tiles
        breaks={breaks.data}
        unproven={unproven.data}
        approvals={approvals.data}
        status={status}
      />
      <div className="columns">
        <NextSteps
          unproven={unproven.data.data}
          breaks={breaks.data.data}
          approvals={approvals.data?.data ?? null}
        />
        <BreaksByAge breaks={breaks.data.data} />
        {status !== undefined && <Budget status={status} />}
        {status !== undefined && <Exchange status={status} unproven={unproven.data.data} />}
        {runs.data !== undefined && <LastRuns runs={runs.data.data} />}
        <OrdersOfToday unproven={unproven.data.data} />
      </div>
    </div>
  );
}

function useList<T>(
  path: string,
  query: Readonly<Record<string, string>>,
  enabled: boolean,
  limit = MOST,
): { data: Page<T> | undefined; error: Error | null; refetch: () => unknown } {
  return useQuery({
    queryKey: ['overview', path, query],
    enabled,
    refetchInterval: 15_000,
    queryFn: () => read<Page<T>>(path, { ...query, limit }),
  });
}

interface TilesProps {
  readonly breaks: Page<Break>;
  readonly unproven: Page<Order>;
  /** Undefined: not known. */
  readonly approvals: Page<Approval> | undefined;
  readonly status: OpsStatus | undefined;
}

function Tiles({ breaks, unproven, approvals, status }: TilesProps): ReactNode {
  const now = useNow();
  const critical = breaks.data.filter(({ severity }) => severity === 'Critical').length;
  const overdue = breaks.data.filter((one) => isOverdue(one, now)).length;
  // Of more than one page, what is counted here is the least that there can be.
  const counted = (of: Page<unknown>, count = of.data.length): string =>
    `${String(count)}${of.page.hasMore ? '+' : ''}`;
  return (
    <ul className="tiles">
      <Tile
        name="Not proven"
        value={counted(unproven)}
        to="/not-proven"
        alarm={unproven.data.length > 0}
      />
      <Tile name="Open breaks" value={counted(breaks)} to="/breaks" />
      <Tile
        name="Critical"
        value={counted(breaks, critical)}
        to="/breaks"
        search={{ open: 'true', severity: 'Critical' }}
        alarm={critical > 0}
      />
      <Tile
        name="Overdue"
        value={counted(breaks, overdue)}
        to="/breaks"
        search={{ overdue: 'true' }}
        alarm={overdue > 0}
      />
      <Tile
        name="Awaiting approval"
        value={approvals === undefined ? NOTHING : counted(approvals)}
        to="/approvals"
      />
      {status !== undefined && (
        <li className="tile">
          <span className="hint">Oldest proof</span>
          <b>
            <Age since={status.proof.oldestAt} />
          </b>
          <span className="hint">
            {status.proof.withinMinute} of {status.proof.working} working within a minute
          </span>
        </li>
      )}
    </ul>
  );
}

function Tile({
  name,
  value,
  to,
  search = {},
  alarm = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly to: '/not-proven' | '/breaks' | '/approvals';
  readonly search?: Record<string, string>;
  readonly alarm?: boolean;
}): ReactNode {
  return (
    <li className="tile">
      <Link to={to} search={search}>
        <span className="hint">{name}</span>
        <b className={alarm ? 'tone-bad' : ''}>
          {value}
          {alarm && <span className="unseen"> needs attention</span>}
        </b>
      </Link>
    </li>
  );
}

function BreaksByAge({ breaks }: { readonly breaks: readonly Break[] }): ReactNode {
  const now = useNow();
  const bars = agesOf(breaks, now);
  const most = Math.max(1, ...bars.map(({ total }) => total));
  const text = bars.map(({ name, total }) => `${name}: ${String(total)}`).join(', ');
  return (
    <section className="panel" aria-label="Open breaks by age">
      <h2>Open breaks by age</h2>
      <svg className="bars" viewBox="0 0 300 110" role="img" aria-label={text}>
        {bars.map(({ name, total, bySeverity }, index) => {
          let top = 88;
          return (
            <g key={name} transform={`translate(${String(index * 50)} 0)`}>
              {SEVERITIES.toReversed().map((severity) => {
                const height = (bySeverity[severity] / most) * 70;
                top -= height;
                return (
                  <rect
                    key={severity}
                    className={`severity-${severity.toLowerCase()}`}
                    x="8"
                    width="34"
                    y={top}
                    height={height}
                  />
                );
              })}
              <text x="25" y={top - 4} textAnchor="middle">
                {total === 0 ? '' : total}
              </text>
              <text x="25" y="103" textAnchor="middle" className="axis">
                {name}
              </text>
            </g>
          );
        })}
        <line x1="0" x2={AGES.length * 50} y1="88.5" y2="88.5" />
      </svg>
    </section>
  );
}

/** What is not proven stands apart from what the exchange has confirmed. */
function OrdersOfToday({ unproven }: { readonly unproven: readonly Order[] }): ReactNode {
  const today = lagosDate(useNow());
  const { data } = useQuery({
    queryKey: ['overview', 'day', today],
    refetchInterval: 30_000,
    queryFn: () =>
      read<{
        readonly report: { readonly facts: { readonly orders: Readonly<Record<string, number>> } };
      }>(`/v1/trading-days/${today}`),
  });
  const orders = provenFirst(
    data?.report.facts.orders ?? {},
    unproven.filter(({ tradingDate }) => tradingDate === today),
  );
  const most = Math.max(1, ...orders.map(([, count]) => count));
  return (
    <section className="panel" aria-label="Orders of today">
      <h2>Orders of {today}</h2>
      {data !== undefined && orders.length === 0 && <p className="hint">No order yet.</p>}
      <table className="table is-counts">
        <tbody>
          {orders.map(([status, count]) => (
            <tr key={status}>
              <th scope="row">{spaced(status)}</th>
              <td className="is-right">{count}</td>
              <td>
                <meter
                  min={0}
                  max={most}
                  value={count}
                  aria-label={`${status}: ${String(count)}`}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
