import { SegmentedControl } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Approval, AuditEvent } from '../api/answers.js';
import { lacking, useSession } from '../api/session.js';
import { useSteadyList } from '../live/use-steady-list.js';
import type { Filters } from '../orders/filters.js';
import { NewRows } from '../parts/new-rows.js';
import { Empty, Failed, Forbidden, Loading } from '../parts/states.js';
import { ApprovalBox } from './approval-box.js';
import { Decided } from './decided.js';

const idOf = (one: Approval): string => one.id;
const rereadOn = ({ type }: AuditEvent): boolean => /^(APPROVAL_|BREAK_RESOL)/.test(type);
const STATES = ['Pending', 'Approved', 'Rejected', 'Withdrawn', 'Expired', 'Stale'];

/** Proposals that wait for a second person, and those that were decided. */
export function Approvals(): ReactNode {
  const session = useSession();
  const why = lacking(session, 'recon:read');
  const search: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = search['state'] ?? 'Pending';
  const approvals = useSteadyList<Approval>({
    path: '/v1/approvals',
    query: { state },
    idOf,
    rereadOn,
    enabled: why === null,
  });
  if (why !== null) return <Forbidden>{why}</Forbidden>;
  const again = (): void => void approvals.list.open();
  return (
    <div className="list">
      <div className="toolbar">
        <h1>Approvals</h1>
        <SegmentedControl
          aria-label="State"
          size="xs"
          data={STATES.map((one) => ({ value: one, label: one === 'Stale' ? 'Overtaken' : one }))}
          value={state}
          onChange={(next) => void navigate({ to: '/approvals', search: { state: next } })}
        />
        <NewRows of={approvals} />
      </div>
      <div className="page" tabIndex={0} role="region" aria-label="Proposals">
        {approvals.phase === 'loading' && <Loading rows={6} />}
        {approvals.phase === 'failed' && <Failed error={approvals.error} onRetry={again} />}
        {approvals.phase === 'ready' && approvals.rows.length === 0 && (
          <Empty>
            {state === 'Pending'
              ? 'Nothing waits for a second person.'
              : `No proposal is ${state === 'Stale' ? 'overtaken' : state.toLowerCase()}.`}
          </Empty>
        )}
        <div className="cards">
          {approvals.rows.map((one) => (
            <article key={one.id} className={approvals.gone.has(one.id) ? 'card is-gone' : 'card'}>
              {one.state === 'Pending' ? (
                <ApprovalBox
                  approval={one}
                  onDecided={again}
                  heading="h2"
                  isOver={approvals.gone.has(one.id)}
                />
              ) : (
                <Decided of={one} heading="h2" />
              )}
              <Link to="/breaks" search={{ break: one.breakId }}>
                Open the break
              </Link>
            </article>
          ))}
        </div>
      </div>
    </div>
  );
}
