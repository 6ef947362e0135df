import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { ApiKey, OrderLimits } from '../api/answers.js';
import { readAll } from '../api/call.js';
import { may, useSession } from '../api/session.js';
import { Action } from '../parts/action.js';
import { NOTHING, grouped, money } from '../parts/figures.js';
import { Guard } from '../parts/guard.js';
import { Empty } from '../parts/states.js';
import { Time } from '../parts/times.js';
import { RemoveLimits, SetLimits } from './limit-dialogs.js';

type Doing =
  | { readonly what: 'set'; readonly limits: OrderLimits | null }
  | { readonly what: 'remove'; readonly limits: OrderLimits };

/** The pre-trade limits of single keys and accounts; the smallest of all that apply holds. */
export function Limits(): ReactNode {
  const session = useSession();
  const queries = useQueryClient();
  const [doing, setDoing] = useState<Doing | null>(null);
  const { data, error } = useQuery({
    queryKey: ['limits'],
    enabled: may(session, 'ops:read'),
    queryFn: () => readAll<OrderLimits>('/v1/order-limits'),
  });
  // Names of keys are for administrators; others see the id.
  const keys = useQuery({
    queryKey: ['limits', 'keys'],
    enabled: may(session, 'admin'),
    queryFn: () => readAll<ApiKey>('/v1/api-keys'),
  });
  const done = (): void => {
    setDoing(null);
    void queries.invalidateQueries({ queryKey: ['limits'] });
  };
  const nameOf = (id: string): string => keys.data?.find((key) => key.id === id)?.name ?? id;
  return (
    <div className="page" tabIndex={0} role="region" aria-label="Order limits">
      <div className="columns">
        <section className="panel is-wide" aria-label="Limits of the firm">
          <h2>Limits of the firm</h2>
          <p>
            They hold for every order and edit, and are settings of the service: LIMIT_ORDER_VALUE,
            LIMIT_ORDER_UNITS, LIMIT_PRICE_BAND. Its API does not show them; an order beyond one is
            refused with its name and its amount.
          </p>
          <p className="hint">
            Of the limits of the firm, the key and the account the smallest holds. Cancels, and
            edits that only take units away, are never limited.
          </p>
        </section>
        <section className="panel is-wide" aria-label="Limits of keys and accounts">
          <div className="card-head">
            <h2>Limits of keys and accounts</h2>
            <Action needs="admin" tone="main" onAct={() => setDoing({ what: 'set', limits: null })}>
              Limit a key or an account…
            </Action>
          </div>
          <Guard scope="ops:read" error={error} loaded={data !== undefined}>
            {data?.length === 0 ? (
              <Empty>No key and no account has limits of its own.</Empty>
            ) : (
              <LimitRows rows={data ?? []} nameOf={nameOf} onAct={setDoing} />
            )}
          </Guard>
        </section>
      </div>
      {doing?.what === 'set' && (
        <SetLimits of={doing.limits} keys={keys.data ?? []} known={data ?? []} onClose={done} />
      )}
      {doing?.what === 'remove' && (
        <RemoveLimits of={doing.limits} name={ownerOf(doing.limits, nameOf)} onClose={done} />
      )}
    </div>
  );
}

interface RowsProps {
  readonly rows: readonly OrderLimits[];
  readonly nameOf: (keyId: string) => string;
  readonly onAct: (doing: Doing) => void;
}

function LimitRows({ rows, nameOf, onAct }: RowsProps): ReactNode {
  const { masksClients } = useSession();
  const blockedFor = ({ keyId }: OrderLimits): string | null =>
    masksClients && keyId === null
      ? 'The number of the account is masked for you: give it in full to set its limits anew.'
      : null;
  return (
    <table className="table is-roomy">
      <thead>
        <tr>
          <th scope="col">Of</th>
          <th scope="col" className="is-right">
            Most ₦ of an order
          </th>
          <th scope="col" className="is-right">
            Most units
          </th>
          <th scope="col" className="is-right">
            Most % from the last price
          </th>
          <th scope="col">Set by</th>
          <th scope="col">At</th>
          <th scope="col">
            <span className="unseen">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((limits) => (
          <tr key={limits.keyId ?? limits.accountNumber}>
            <td>
              <span className="hint">{limits.keyId === null ? 'Account' : 'Key'}</span>{' '}
              <b>
                <bdi>{ownerOf(limits, nameOf)}</bdi>
              </b>
            </td>
            <td className="is-right">{money(limits.orderValue)}</td>
            <td className="is-right">{grouped(limits.orderUnits)}</td>
            <td className="is-right">{limits.priceBand ?? NOTHING}</td>
            <td>{limits.changedBy.replace(/^key:/, '')}</td>
            <td>
              <Time at={limits.changedAt} />
            </td>
            <td>
              <div className="actions is-end">
                <Action
                  needs="admin"
                  blocked={blockedFor(limits)}
                  onAct={() => onAct({ what: 'set', limits })}
                >
                  Change…
                </Action>
                <Action
                  needs="admin"
                  blocked={blockedFor(limits)}
                  onAct={() => onAct({ what: 'remove', limits })}
                >
                  Remove…
                </Action>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ownerOf({ keyId, accountNumber }: OrderLimits, nameOf: (keyId: string) => string): string {
  return keyId === null ? (accountNumber ?? '') : nameOf(keyId);
}
