import { SegmentedControl } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { LegalHold } from '../api/answers.js';
import { readAll } from '../api/call.js';
import { may, useSession } from '../api/session.js';
import { without, type Filters } from '../orders/filters.js';
import { Action } from '../parts/action.js';
import { Guard } from '../parts/guard.js';
import { Empty } from '../parts/states.js';
import { Time } from '../parts/times.js';
import { PlaceHold, ReleaseHold } from './legal-hold-dialogs.js';

const SCOPE = 'audit:export';

/** Accounts and orders whose records are kept, whatever their age. An order in the URL is one to be held. */
export function LegalHolds(): ReactNode {
  const session = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const search: Filters = useSearch({ strict: false });
  const [isPlacing, setPlacing] = useState(false);
  const [releasing, setReleasing] = useState<LegalHold | null>(null);
  const inForce = search['holds'] !== 'all';
  const { data, error } = useQuery({
    queryKey: ['holds', inForce],
    enabled: may(session, SCOPE),
    queryFn: () => readAll<LegalHold>('/v1/legal-holds', inForce ? { inForce } : {}),
  });
  const order = may(session, SCOPE) ? (search['hold'] ?? null) : null;
  const done = (): void => {
    setPlacing(false);
    setReleasing(null);
    void navigate({ to: '/settings', search: without(search, ['hold']), replace: true });
    void queries.invalidateQueries({ queryKey: ['holds'] });
  };
  return (
    <div className="page" tabIndex={0} role="region" aria-label="Legal holds">
      <div className="columns">
        <section className="panel is-wide" aria-label="What is removed, and when">
          <h2>Retention</h2>
          <p>
            When the records of an order are older than RETENTION_YEARS,{' '}
            <code>marina retention</code> removes its client: name, account, and the replies that
            name them. People run it; nothing is removed by itself, and the audit trail stays whole.
          </p>
          <p className="hint">
            A hold keeps an order, or all orders of an account, from that until it is released.
            Placing and releasing are in the audit trail, with the reason.
          </p>
        </section>
        <section className="panel is-wide" aria-label="Holds">
          <div className="card-head">
            <div className="actions">
              <h2>Legal holds</h2>
              <SegmentedControl
                aria-label="Which holds"
                size="xs"
                data={[
                  { value: 'force', label: 'In force' },
                  { value: 'all', label: 'Released, too' },
                ]}
                value={inForce ? 'force' : 'all'}
                onChange={(holds) =>
                  void navigate({ to: '/settings', search: { ...search, holds } })
                }
              />
            </div>
            <Action needs={SCOPE} tone="main" onAct={() => setPlacing(true)}>
              Place a hold…
            </Action>
          </div>
          <Guard scope={SCOPE} error={error} loaded={data !== undefined}>
            {data?.length === 0 ? (
              <Empty>
                {inForce
                  ? 'No hold is in force: clients are removed when their time has come.'
                  : 'There has never been a hold.'}
              </Empty>
            ) : (
              <HoldRows rows={data ?? []} onRelease={setReleasing} />
            )}
          </Guard>
        </section>
      </div>
      {(isPlacing || order !== null) && <PlaceHold order={order} onClose={done} />}
      {releasing !== null && <ReleaseHold of={releasing} onClose={done} />}
    </div>
  );
}

interface RowsProps {
  readonly rows: readonly LegalHold[];
  readonly onRelease: (hold: LegalHold) => void;
}

function HoldRows({ rows, onRelease }: RowsProps): ReactNode {
  return (
    <table className="table is-roomy">
      <thead>
        <tr>
          <th scope="col">On</th>
          <th scope="col">Reason</th>
          <th scope="col">Placed</th>
          <th scope="col">Released</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((hold) => (
          <tr key={hold.id}>
            <td>
              <Held by={hold} />
            </td>
            <td className="is-text">
              <bdi>{hold.reason}</bdi>
            </td>
            <td>
              <Time at={hold.placedAt} /> <Actor name={hold.placedBy} />
            </td>
            <td className="is-text">
              {hold.releasedAt === null ? (
                <Action needs={SCOPE} onAct={() => onRelease(hold)}>
                  Release…
                </Action>
              ) : (
                <>
                  <Time at={hold.releasedAt} /> <Actor name={hold.releasedBy} />
                  <br />
                  <bdi className="hint">{hold.releaseReason}</bdi>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Held({ by }: { readonly by: LegalHold }): ReactNode {
  if (by.orderId === null) {
    return (
      <>
        <span className="hint">Account</span> <b>{by.accountNumber}</b>
      </>
    );
  }
  return (
    <>
      <span className="hint">Order</span>{' '}
      <Link to="/orders" search={{ order: by.orderId }}>
        …{by.orderId.slice(-8)}
      </Link>
    </>
  );
}

function Actor({ name }: { readonly name: string | null }): ReactNode {
  return <span className="hint">{name?.replace(/^key:/, '')}</span>;
}
