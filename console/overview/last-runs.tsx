import type { ReactNode } from 'react';
import type { Run } from '../api/answers.js';
import { Time } from '../parts/times.js';

export function LastRuns({ runs }: { readonly runs: readonly Run[] }): ReactNode {
  return (
    <section className="panel" aria-label="Last runs">
      <h2>Last reconciliation runs</h2>
      {runs.length === 0 && <p className="hint">There was none yet.</p>}
      {runs.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Started</th>
              <th scope="col" className="is-right">
                Calls
              </th>
              <th scope="col" className="is-right">
                Changed
              </th>
              <th scope="col" className="is-right">
                Opened
              </th>
              <th scope="col" className="is-right">
                Closed
              </th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <tr key={run.id}>
                <td>
                  <Time at={run.startedAt} />
                </td>
                <td className="is-right">
                  {run.answered === run.calls
                    ? run.calls
                    : `${String(run.answered)} of ${String(run.calls)} answered`}
                </td>
                <td className="is-right">{run.changed}</td>
                <td className="is-right">{run.opened ?? '—'}</td>
                <td className="is-right">{run.closed ?? '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
