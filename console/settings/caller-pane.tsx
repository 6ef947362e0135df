import { useState, type ReactNode } from 'react';
import type { ApiKey, IssuedKey } from '../api/answers.js';
import { Action } from '../parts/action.js';
import { Facts } from '../parts/facts.js';
import { Mark, type Shape, type Tone } from '../parts/mark.js';
import { PaneHead } from '../parts/pane-head.js';
import { Age, Time, useNow } from '../parts/times.js';
import { CallerMark } from './caller-mark.js';
import { endsSoon, isValid, type Caller } from './callers.js';
import { RevokeKey, RotateKey, SetExpiry } from './key-dialogs.js';
import { NewKey } from './new-key.js';
import { ChangePerson, SwitchPerson, UnlinkPerson } from './person-dialogs.js';
import { ScopeList } from './scope-list.js';

interface PaneProps {
  readonly of: Caller;
  readonly onClose: () => void;
  readonly onChanged: () => void;
  readonly onIssued: (key: IssuedKey) => void;
}

type Doing =
  | { readonly what: 'change' | 'switch' | 'unlink' | 'new-key' }
  | { readonly what: 'rotate' | 'expiry' | 'revoke'; readonly key: ApiKey };

/** One person or system beside the list: what it may do, and its keys. */
export function CallerPane({ of, onClose, onChanged, onIssued }: PaneProps): ReactNode {
  const [doing, setDoing] = useState<Doing | null>(null);
  const { person, keys } = of;
  const done = (): void => {
    setDoing(null);
    onChanged();
  };
  const issued = (key: IssuedKey): void => {
    setDoing(null);
    onIssued(key);
  };
  const disabled = person?.disabled === true ? 'The person is disabled.' : null;
  return (
    <aside
      className="pane"
      aria-label={person === null ? 'System' : 'Person'}
      onKeyDown={({ key }) => key === 'Escape' && doing === null && onClose()}
    >
      <div className="pane-body">
        <PaneHead of={person === null ? 'system' : 'person'} onClose={onClose}>
          <bdi>{of.name}</bdi>
        </PaneHead>
        <div className="pane-status">
          <CallerMark of={of} />
          <span className="hint">{person === null ? 'A system' : 'A person'}</span>
        </div>
        {person !== null && (
          <>
            <Facts
              of={[
                ['Roles', person.roles.join(', ')],
                ['May', <ScopeList key="m" of={person.scopes} />],
                ['E-mail', person.email === null ? 'none' : <bdi key="e">{person.email}</bdi>],
                ...(person.signInLinked
                  ? [['Identity provider', 'an account there is linked'] as const]
                  : []),
                ['Added', <Added key="a" by={person.createdBy} at={person.createdAt} />],
                ['Id', <code key="i">{person.id}</code>],
              ]}
            />
            <div className="actions">
              <Action needs="admin" onAct={() => setDoing({ what: 'change' })}>
                Change…
              </Action>
              {person.signInLinked && (
                <Action needs="admin" onAct={() => setDoing({ what: 'unlink' })}>
                  Unlink account…
                </Action>
              )}
              <Action
                needs="admin"
                tone={person.disabled ? 'plain' : 'danger'}
                onAct={() => setDoing({ what: 'switch' })}
              >
                {person.disabled ? 'Enable…' : 'Disable…'}
              </Action>
            </div>
          </>
        )}
        <div className="pane-head">
          <h3>Keys</h3>
          <Action needs="admin" blocked={disabled} onAct={() => setDoing({ what: 'new-key' })}>
            New key…
          </Action>
        </div>
        {keys.length === 0 && <p className="hint">It has no key yet.</p>}
        {keys.map((key) => (
          <KeyCard key={key.id} of={key} onAct={(what) => setDoing({ what, key })} />
        ))}
      </div>
      {doing?.what === 'change' && person !== null && <ChangePerson of={person} onClose={done} />}
      {doing?.what === 'switch' && person !== null && <SwitchPerson of={person} onClose={done} />}
      {doing?.what === 'unlink' && person !== null && <UnlinkPerson of={person} onClose={done} />}
      {doing?.what === 'new-key' && (
        <NewKey person={person} name={of.name} onClose={done} onIssued={issued} />
      )}
      {doing?.what === 'rotate' && <RotateKey of={doing.key} onClose={done} onIssued={issued} />}
      {doing?.what === 'expiry' && <SetExpiry of={doing.key} onClose={done} />}
      {doing?.what === 'revoke' && <RevokeKey of={doing.key} onClose={done} />}
    </aside>
  );
}

function Added({ by, at }: { readonly by: string; readonly at: string }): ReactNode {
  return (
    <span>
      <Time at={at} /> by {by.replace(/^(key|system):/, '')}
    </span>
  );
}

const STATES: Readonly<Record<ApiKey['state'], readonly [Shape, Tone]>> = {
  valid: ['disc', 'good'],
  expired: ['clock', 'muted'],
  revoked: ['cross', 'muted'],
  disabled: ['ring', 'muted'],
};

interface KeyCardProps {
  readonly of: ApiKey;
  readonly onAct: (what: 'rotate' | 'expiry' | 'revoke') => void;
}

function KeyCard({ of, onAct }: KeyCardProps): ReactNode {
  const now = useNow();
  const [shape, tone] = STATES[of.state];
  const ended = of.state === 'expired' || of.state === 'revoked' ? `The key is ${of.state}.` : null;
  return (
    <section className={isValid(of) ? 'card' : 'card is-settled'} aria-label={`Key ${of.id}`}>
      <div className="card-head">
        <Mark shape={shape} tone={tone}>
          {of.state}
        </Mark>
        <span className="hint">
          {of.lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              used <Age since={of.lastUsedAt} /> ago
            </>
          )}
        </span>
      </div>
      <Facts
        of={[
          ['Label', <bdi key="n">{of.name}</bdi>],
          ['May', <ScopeList key="m" of={of.scopes} />],
          ['Accounts', of.accounts === null ? 'the whole firm' : of.accounts.join(', ')],
          ...(of.delegates ? [['Delegates', 'may name whom it acts for'] as const] : []),
          ['Expires', <Expiry key="e" at={of.expiresAt} soon={endsSoon(of.expiresAt, now)} />],
          ...(of.previousSecretUntil === null
            ? []
            : [['Old secret', <Until key="o" at={of.previousSecretUntil} />] as const]),
          ['Made', <Added key="m" by={of.createdBy} at={of.createdAt} />],
          ...(of.revokedAt === null
            ? []
            : [['Revoked', <Time key="r" at={of.revokedAt} />] as const]),
          ['Id', <code key="i">{of.id}</code>],
        ]}
      />
      {ended === null && (
        <div className="actions">
          <Action needs="admin" onAct={() => onAct('rotate')}>
            New secret…
          </Action>
          <Action needs="admin" onAct={() => onAct('expiry')}>
            Expiry…
          </Action>
          <Action needs="admin" tone="danger" onAct={() => onAct('revoke')}>
            Revoke…
          </Action>
        </div>
      )}
    </section>
  );
}

function Expiry({ at, soon }: { readonly at: string | null; readonly soon: boolean }): ReactNode {
  if (at === null) return 'never';
  return (
    <span className={soon ? 'tone-doubt' : ''}>
      <Time at={at} />
      {soon ? ', soon' : ''}
    </span>
  );
}

function Until({ at }: { readonly at: string }): ReactNode {
  return (
    <span>
      opens until <Time at={at} />
    </span>
  );
}
