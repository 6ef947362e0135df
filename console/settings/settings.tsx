import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Page } from '../api/answers.js';
import { call, read } from '../api/call.js';
import { lacking, may, useSession } from '../api/session.js';
import { Action } from '../parts/action.js';
import { Dialog } from '../parts/dialog.js';
import { Facts } from '../parts/facts.js';
import { NOTHING } from '../parts/figures.js';
import { Mark } from '../parts/mark.js';
import { Empty, Failed, Loading } from '../parts/states.js';
import { Age, Time } from '../parts/times.js';
import { useOpsStatus } from '../shell/desk-state.js';

/** The pause, the calendar, the meanings of status words, and the API keys. */
export function Settings(): ReactNode {
  return (
    <div className="page" tabIndex={0} role="region" aria-label="Settings">
      <h1 className="unseen">Settings</h1>
      <div className="columns">
        <Pause />
        <StatusWords />
        <Calendar />
        <Keys />
      </div>
    </div>
  );
}

function Pause(): ReactNode {
  const status = useOpsStatus();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const paused = status?.paused ?? null;
  const verb = paused === null ? 'pause' : 'resume';
  return (
    <section className="panel" aria-label="Pause">
      <h2>Sending</h2>
      {paused === null ? (
        <Mark shape="disc" tone="good">
          Posts and edits are sent
        </Mark>
      ) : (
        <Mark shape="triangle" tone="doubt">
          Paused <Age since={paused.since} /> by {paused.by.replace(/^key:/, '')}: {paused.reason}
        </Mark>
      )}
      <p className="hint">
        A pause holds posts and edits on all instances. Cancels still go, and new orders are kept.
      </p>
      <div className="actions">
        <Action
          needs="ops:write"
          tone={paused === null ? 'danger' : 'main'}
          onAct={() => setAsking(true)}
        >
          {paused === null ? 'Pause…' : 'Resume…'}
        </Action>
      </div>
      {asking && (
        <Dialog
          title={paused === null ? 'Pause posts and edits' : 'Resume posts and edits'}
          act={paused === null ? 'Pause all posts and edits' : 'Resume'}
          danger={paused === null}
          blocked={reason.trim() === '' ? 'Say why; everybody sees it.' : null}
          onClose={() => {
            setAsking(false);
            setReason('');
            void queries.invalidateQueries({ queryKey: ['ops'] });
          }}
          run={async () => {
            await call('POST', `/v1/ops/${verb}`, { body: { reason: reason.trim() } });
            return { tone: 'good', text: verb === 'pause' ? 'Paused.' : 'Resumed.' };
          }}
        >
          <TextInput
            label="Why"
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
        </Dialog>
      )}
    </section>
  );
}

interface Words {
  readonly inForce: {
    readonly version: number;
    readonly words: readonly { readonly word: string; readonly meaning: string }[];
  };
  readonly pending: { readonly proposedBy: string | null } | null;
}

function StatusWords(): ReactNode {
  const session = useSession();
  const { data, error } = useQuery({
    queryKey: ['words'],
    enabled: may(session, 'recon:read'),
    queryFn: () => read<Words>('/v1/exchange/status-words'),
  });
  const rows = (data?.inForce.words ?? []).map(({ word, meaning }) => [word, meaning] as const);
  return (
    <section className="panel" aria-label="Status words">
      <h2>Status words of the exchange</h2>
      <Guard scope="recon:read" error={error} loaded={data !== undefined}>
        {rows.length === 0 ? (
          <p className="hint">
            None beside those that its interface documents. An unknown word opens a break.
          </p>
        ) : (
          <Facts of={rows} />
        )}
        {data !== undefined && (
          <p className="hint">
            Version {data.inForce.version}
            {data.pending === null ? '' : '; a proposal awaits a second person'}
          </p>
        )}
      </Guard>
    </section>
  );
}

interface CalendarDay {
  readonly date: string;
  readonly kind: string;
  readonly session: string | null;
  readonly name: string;
}

function Calendar(): ReactNode {
  const session = useSession();
  const { data, error } = useQuery({
    queryKey: ['calendar'],
    enabled: may(session, 'ops:read'),
    queryFn: () => read<Page<CalendarDay>>('/v1/trading-calendar', { limit: 200 }),
  });
  const rows = (data?.data ?? []).map(
    ({ date, kind, name, session: hours }) =>
      [date, `${name} (${kind === 'Holiday' ? 'no session' : (hours ?? NOTHING)})`] as const,
  );
  return (
    <section className="panel" aria-label="Calendar">
      <h2>Holidays and half days</h2>
      <Guard scope="ops:read" error={error} loaded={data !== undefined}>
        {rows.length === 0 ? <p className="hint">None is entered.</p> : <Facts of={rows} />}
      </Guard>
    </section>
  );
}

interface Key {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Null: for orders of the whole firm. */
  readonly accounts: readonly string[] | null;
  readonly state: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
}

function Keys(): ReactNode {
  const session = useSession();
  const { data, error } = useQuery({
    queryKey: ['keys'],
    enabled: may(session, 'admin'),
    queryFn: () => read<Page<Key>>('/v1/api-keys', { limit: 200 }),
  });
  return (
    <section className="panel is-wide" aria-label="API keys">
      <h2>API keys</h2>
      <Guard scope="admin" error={error} loaded={data !== undefined}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Scopes</th>
              <th scope="col">Accounts</th>
              <th scope="col">State</th>
              <th scope="col">Last used</th>
              <th scope="col">Expires</th>
            </tr>
          </thead>
          <tbody>
            {(data?.data ?? []).map((key) => (
              <tr key={key.id}>
                <td>{key.name}</td>
                <td>{key.scopes.join(', ')}</td>
                <td>{key.accounts === null ? 'all' : key.accounts.join(', ')}</td>
                <td>{key.state}</td>
                <td>
                  <Time at={key.lastUsedAt} />
                </td>
                <td>{key.expiresAt === null ? 'never' : <Time at={key.expiresAt} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {data?.data.length === 0 && <Empty>There is no key.</Empty>}
      </Guard>
    </section>
  );
}

interface GuardProps {
  readonly scope: string;
  readonly error: Error | null;
  readonly loaded: boolean;
  readonly children: ReactNode;
}

/** A part of the screen that a role may not see says so in its place. */
function Guard({ scope, error, loaded, children }: GuardProps): ReactNode {
  const why = lacking(useSession(), scope);
  if (why !== null) return <p className="hint">{why}</p>;
  if (error !== null) return <Failed error={error} />;
  return loaded ? children : <Loading rows={2} />;
}
