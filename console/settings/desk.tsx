import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { OpsStatus } from '../api/answers.js';
import { call } from '../api/call.js';
import { useSession } from '../api/session.js';
import { Action } from '../parts/action.js';
import { Dialog } from '../parts/dialog.js';
import { Facts } from '../parts/facts.js';
import { Guard } from '../parts/guard.js';
import { Mark } from '../parts/mark.js';
import { TextField } from '../parts/text-field.js';
import { Age, Time } from '../parts/times.js';
import { useOpsStatus } from '../shell/desk-state.js';
import { ScopeList } from './scope-list.js';

/** Whether posts and edits are sent, which desk this is, and who is looking. */
export function DeskSettings(): ReactNode {
  const status = useOpsStatus();
  return (
    <div className="page" tabIndex={0} role="region" aria-label="Desk">
      <div className="columns">
        <Sending status={status} />
        <ThisDesk status={status} />
        <You />
      </div>
    </div>
  );
}

interface StatusProps {
  readonly status: OpsStatus | undefined;
}

type Switching = 'pause' | 'resume' | 'resume-unread';

function Sending({ status }: StatusProps): ReactNode {
  const queries = useQueryClient();
  const [switching, setSwitching] = useState<Switching | null>(null);
  const paused = status?.paused ?? null;
  const unread = status === undefined ? null : unreadWords(status);
  return (
    <section className="panel" aria-label="Sending">
      <h2>Sending</h2>
      <Guard scope="ops:read" error={null} loaded={status !== undefined}>
        {paused === null && unread === null && (
          <Mark shape="disc" tone="good">
            Posts and edits are sent
          </Mark>
        )}
        {paused !== null && (
          <Mark shape="triangle" tone="doubt">
            Paused <Age since={paused.since} /> by {paused.by.replace(/^key:/, '')}: {paused.reason}
          </Mark>
        )}
        {unread !== null && (
          <Mark shape="triangle" tone="doubt">
            {unread} Sending starts by itself once the exchange has been read.
          </Mark>
        )}
      </Guard>
      <p className="hint">
        A pause holds posts and edits on all instances, also across restarts. Cancels still go, and
        new orders are kept.
      </p>
      <div className="actions">
        <Action
          needs="ops:write"
          tone={paused === null ? 'danger' : 'main'}
          onAct={() => setSwitching(paused === null ? 'pause' : 'resume')}
        >
          {paused === null ? 'Pause…' : 'Resume…'}
        </Action>
        {unread !== null && (
          <Action needs="ops:write" tone="danger" onAct={() => setSwitching('resume-unread')}>
            Send before it is read…
          </Action>
        )}
      </div>
      {switching !== null && (
        <Switch
          to={switching}
          onClose={() => {
            setSwitching(null);
            void queries.invalidateQueries({ queryKey: ['ops'] });
          }}
        />
      )}
    </section>
  );
}

/** Why nothing is sent although nobody has paused it; null: it is sent. */
function unreadWords({ restored, missedDays }: OpsStatus): string | null {
  if (restored !== null) return 'Held: an older copy of the database was restored.';
  if (missedDays.length === 0) return null;
  return `Held: the trades of ${missedDays.join(', ')} were never read.`;
}

const SWITCHES = {
  pause: {
    title: 'Pause posts and edits',
    act: 'Pause all posts and edits',
    says: 'From now on no instance sends posts or edits. Cancels still go, and new orders are kept.',
    done: 'Paused.',
    body: {},
  },
  resume: {
    title: 'Resume posts and edits',
    act: 'Resume',
    says: 'What waits is sent at once, as far as the budget of calls allows.',
    done: 'Resumed.',
    body: {},
  },
  'resume-unread': {
    title: 'Send before the exchange has been read',
    act: 'Send without reading',
    says: 'Posts and edits go at once, and a pause ends. Orders that the database has lost may be sent twice.',
    done: 'Posts and edits are sent.',
    body: { withoutReconciliation: true },
  },
} as const;

function Switch({
  to,
  onClose,
}: {
  readonly to: Switching;
  readonly onClose: () => void;
}): ReactNode {
  const [reason, setReason] = useState('');
  const { title, act, says, done, body } = SWITCHES[to];
  return (
    <Dialog
      title={title}
      act={act}
      danger={to !== 'resume'}
      blocked={reason.trim() === '' ? 'Say why; everybody sees it.' : null}
      fields={['reason']}
      onClose={onClose}
      run={async () => {
        const path = to === 'pause' ? '/v1/ops/pause' : '/v1/ops/resume';
        await call('POST', path, { body: { ...body, reason: reason.trim() } });
        return { tone: 'good', text: done };
      }}
    >
      {(said) => (
        <>
          <p>{says}</p>
          <TextField
            label="Why"
            maxLength={200}
            value={reason}
            onChange={setReason}
            error={said('reason')}
            isFirst
          />
        </>
      )}
    </Dialog>
  );
}

function ThisDesk({ status }: StatusProps): ReactNode {
  const { environment, firm } = useSession();
  const always: readonly (readonly [string, ReactNode])[] = [
    ['Environment', environment === 'live' ? 'LIVE: orders are real' : 'TEST: orders are not real'],
    ['Broker code', firm],
    ['Address', window.location.origin],
  ];
  return (
    <section className="panel" aria-label="This desk">
      <h2>This desk</h2>
      <Facts of={status === undefined ? always : [...always, ...factsOf(status)]} />
      <Guard scope="ops:read" error={null} loaded={status !== undefined}>
        {null}
      </Guard>
    </section>
  );
}

function factsOf(status: OpsStatus): readonly (readonly [string, ReactNode])[] {
  const { exchange, database, session, tradingDate, securities } = status;
  return [
    ['Exchange', exchange.url ?? 'simulated, comes with Marina'],
    ['Database', database === 'sqlite' ? 'SQLite, one instance' : 'PostgreSQL'],
    ['Trading day', tradingDate],
    [
      'Session',
      session.open ? (
        'open'
      ) : (
        <span key="s">
          closed, opens <Time at={session.opensAt} />
        </span>
      ),
    ],
    ['Keys at the exchange', String(status.keys.length)],
    ['Securities', securities === 0 ? 'not loaded yet' : String(securities)],
    ['Waits', status.waitingFor ?? 'nothing'],
  ];
}

function You(): ReactNode {
  const { person, scopes, accounts, startedAt, idleUntil, endsAt } = useSession();
  return (
    <section className="panel" aria-label="You">
      <h2>You</h2>
      <Facts
        of={[
          ['Name', <bdi key="n">{person.name}</bdi>],
          [
            'Roles',
            person.roles.length === 0 ? 'none: the key of a system' : person.roles.join(', '),
          ],
          ['May', <ScopeList key="m" of={scopes} />],
          ['Accounts', accounts === null ? 'the whole firm' : accounts.join(', ')],
          ['Signed in', <Time key="s" at={startedAt} />],
          [
            'Session ends',
            <span key="e">
              without use at <Time at={idleUntil} />, at the latest at <Time at={endsAt} />
            </span>,
          ],
        ]}
      />
    </section>
  );
}
