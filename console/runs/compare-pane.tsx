import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Break, Run } from '../api/answers.js';
import { read, readAll } from '../api/call.js';
import { breakWords } from '../breaks/break-words.js';
import { NOTHING, grouped } from '../parts/figures.js';
import { PaneHead } from '../parts/pane-head.js';
import { refusalOf } from '../parts/refusal.js';
import { spaced } from '../parts/severity.js';
import { Failed, Loading } from '../parts/states.js';
import { TableHead } from '../parts/table-head.js';
import { Time } from '../parts/times.js';
import { breaksBetween, differenceText, figuresOf, inOrder, type Comparison } from './compare.js';

interface PaneProps {
  readonly ids: readonly [string, string];
  readonly onClose: () => void;
}

function useRun(id: string): { readonly data: Run | undefined; readonly error: Error | null } {
  return useQuery({
    queryKey: ['run', id],
    queryFn: () => read<Run>(`/v1/reconciliation/runs/${id}`),
  });
}

/** Two runs side by side, the earlier one first, and what became of the breaks in between. */
export function ComparePane({ ids: [one, other], onClose }: PaneProps): ReactNode {
  const [a, b] = [useRun(one), useRun(other)];
  const error = a.error ?? b.error;
  return (
    <aside
      className="pane"
      aria-label="Two runs"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <div className="pane-body">
        <PaneHead of="comparison" onClose={onClose}>
          Two runs
        </PaneHead>
        {error !== null && <Failed error={error} />}
        {error === null && (a.data === undefined || b.data === undefined) && <Loading rows={6} />}
        {a.data !== undefined && b.data !== undefined && (
          <Compared runs={inOrder(a.data, b.data)} />
        )}
      </div>
    </aside>
  );
}

function Compared({ runs: [first, second] }: { readonly runs: readonly [Run, Run] }): ReactNode {
  return (
    <>
      <table className="table" aria-label="Figures of both runs">
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">Figure</span>
            </th>
            <th scope="col" className="is-right">
              <Time at={first.startedAt} />
            </th>
            <th scope="col" className="is-right">
              <Time at={second.startedAt} />
            </th>
            <th scope="col" className="is-right">
              Difference
            </th>
          </tr>
        </thead>
        <tbody>
          {figuresOf(first, second).map((row) => (
            <tr key={row.name}>
              <td>{row.name}</td>
              <td className="is-right">{countText(row.first)}</td>
              <td className="is-right">{countText(row.second)}</td>
              <td className="is-right">{differenceText(row) ?? NOTHING}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {(first.dryRun || second.dryRun) && (
        <p className="hint">A dry run changes nothing: its figures are what it would have done.</p>
      )}
      <BreaksBetween first={first} second={second} />
    </>
  );
}

function countText(count: number | null): string {
  return count === null ? NOTHING : grouped(String(count));
}

interface BetweenProps {
  readonly first: Run;
  readonly second: Run;
}

function BreaksBetween({ first, second }: BetweenProps): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['breaks', 'of-runs', first.id, second.id],
    retry: false,
    queryFn: () => readAll<Break>('/v1/breaks'),
  });
  if (error !== null) return <p className="hint">Breaks are not compared: {refusalOf(error)}</p>;
  if (data === undefined) return <Loading rows={3} />;
  const found = breaksBetween(data, first, second);
  return (
    <section aria-label="Breaks between the runs">
      <h3>Breaks, from the end of the one to the end of the other</h3>
      {found.types.length === 0 && <p className="hint">There were none.</p>}
      {found.types.length > 0 && <Types of={found} />}
      <Named title="Opened in between" breaks={found.opened} />
      <Named title="Closed in between" breaks={found.closed} />
    </section>
  );
}

function Types({ of: { types } }: { readonly of: Comparison<Break> }): ReactNode {
  return (
    <table className="table">
      <TableHead first="Type" figures={['Open then', 'Opened', 'Closed', 'Open after']} />
      <tbody>
        {types.map((one) => (
          <tr key={one.type}>
            <td>{spaced(one.type)}</td>
            <td className="is-right">{one.openThen}</td>
            <td className="is-right">{one.opened}</td>
            <td className="is-right">{one.closed}</td>
            <td className="is-right">{one.openAfter}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface NamedProps {
  readonly title: string;
  readonly breaks: readonly Break[];
}

function Named({ title, breaks }: NamedProps): ReactNode {
  if (breaks.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className="plain">
        {breaks.map((one) => (
          <li key={one.id}>
            <Link to="/breaks" search={{ break: one.id }}>
              <b>{spaced(one.type)}</b>
            </Link>{' '}
            {breakWords(one)}
          </li>
        ))}
      </ul>
    </>
  );
}
