import type { ReactNode } from 'react';
import type { OpsStatus } from '../api/answers.js';

/** What calls are made for. */
const LANES: Readonly<Record<string, string>> = {
  cancel: 'Cancels',
  resolve: 'Lost replies and doubts',
  trade: 'Posts and edits',
  reconcile: 'Reconciliation',
  'ad-hoc': 'Runs over a scope, dry runs',
  market: 'Market data, questions of people',
};

export function Budget({ status }: { readonly status: OpsStatus }): ReactNode {
  const lanes = new Map<string, number>();
  for (const { heldByLane } of status.keys) {
    for (const [lane, held] of Object.entries(heldByLane))
      lanes.set(lane, (lanes.get(lane) ?? 0) + held);
  }
  const slots = status.keys.reduce((sum, key) => sum + key.slots, 0);
  const held = status.keys.reduce((sum, key) => sum + key.held, 0);
  return (
    <section className="panel" aria-label="Call budget">
      <h2>
        Calls of the last minute{' '}
        <span className="hint">
          {held} of {slots}
        </span>
      </h2>
      <table className="table is-counts">
        <thead>
          <tr>
            <th scope="col">For</th>
            <th scope="col" className="is-right">
              Calls
            </th>
            <th scope="col">
              <span className="unseen">Share</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {[...lanes]
            .sort(([, a], [, b]) => b - a)
            .map(([lane, calls]) => (
              <tr key={lane}>
                <td>{LANES[lane] ?? lane}</td>
                <td className="is-right">{calls}</td>
                <td>
                  <meter
                    min={0}
                    max={Math.max(1, slots)}
                    value={calls}
                    aria-label={`${LANES[lane] ?? lane}: ${String(calls)} calls`}
                  />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      <p className="hint">
        Posts, edits and cancels: {status.requests.Queued} to be sent, {status.requests.Sent} sent
        and not answered yet, {status.requests.Unknown} of which nobody knows the outcome
        {status.waitingFor === null ? '' : `; they wait for ${status.waitingFor}`}.
      </p>
    </section>
  );
}
