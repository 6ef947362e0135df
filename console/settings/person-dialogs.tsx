import { Checkbox } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Person, Role } from '../api/answers.js';
import { call } from '../api/call.js';
import { Dialog } from '../parts/dialog.js';
import { TextField } from '../parts/text-field.js';
import { ROLES, ROLE_WORDS } from './roles.js';

const FIELDS = ['name', 'email', 'roles'];
const NO_ROLE = 'Choose a role at least.';

interface AddProps {
  readonly onClose: () => void;
  readonly onAdded: (person: Person) => void;
}

export function AddPerson({ onClose, onAdded }: AddProps): ReactNode {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [roles, setRoles] = useState<readonly Role[]>([]);
  const blocked = name.trim() === '' ? 'Give the name.' : roles.length === 0 ? NO_ROLE : null;
  return (
    <Dialog
      title="Add a person"
      act={blocked === null ? `Add ${name.trim()}` : 'Add'}
      blocked={blocked}
      fields={FIELDS}
      onClose={onClose}
      run={async () => {
        const body = { name: name.trim(), roles, ...emailIn(email) };
        const { data } = await call<Person>('POST', '/v1/persons', { body });
        onAdded(data);
        return { tone: 'good', text: `${data.name} is added, without a key yet.` };
      }}
    >
      {(said) => (
        <>
          <TextField
            label="Name"
            hint="The records name the person by it; it never changes."
            maxLength={60}
            value={name}
            onChange={setName}
            error={said('name')}
            isFirst
          />
          <TextField
            label="E-mail (optional)"
            maxLength={254}
            value={email}
            onChange={setEmail}
            error={said('email')}
          />
          <Roles value={roles} onChange={setRoles} error={said('roles')} />
        </>
      )}
    </Dialog>
  );
}

interface PersonProps {
  readonly of: Person;
  readonly onClose: () => void;
}

export function ChangePerson({ of, onClose }: PersonProps): ReactNode {
  const [email, setEmail] = useState(of.email ?? '');
  const [roles, setRoles] = useState<readonly Role[]>(of.roles);
  const changes = {
    ...(email.trim() === (of.email ?? '')
      ? {}
      : { email: email.trim() === '' ? null : email.trim() }),
    ...(isSame(roles, of.roles) ? {} : { roles }),
  };
  const blocked =
    roles.length === 0
      ? NO_ROLE
      : Object.keys(changes).length === 0
        ? 'Change something first.'
        : null;
  return (
    <Dialog
      title={`Change ${of.name}`}
      act={`Change ${of.name}`}
      blocked={blocked}
      fields={FIELDS}
      onClose={onClose}
      run={async () => {
        const { data } = await call<Person>('PATCH', `/v1/persons/${of.id}`, { body: changes });
        return { tone: 'good', text: `${data.name} is now ${data.roles.join(', ')}.` };
      }}
    >
      {(said) => (
        <>
          <p className="hint">
            Takes effect at once for all keys and sessions of the person, on other instances within
            two seconds.
          </p>
          <Roles value={roles} onChange={setRoles} error={said('roles')} />
          <TextField
            label="E-mail (optional)"
            maxLength={254}
            value={email}
            onChange={setEmail}
            error={said('email')}
          />
        </>
      )}
    </Dialog>
  );
}

/** Disables a person, or lets it work again. */
export function SwitchPerson({ of, onClose }: PersonProps): ReactNode {
  const verb = of.disabled ? 'Enable' : 'Disable';
  return (
    <Dialog
      title={`${verb} ${of.name}`}
      act={`${verb} ${of.name}`}
      danger={!of.disabled}
      onClose={onClose}
      run={async () => {
        const body = { disabled: !of.disabled };
        await call<Person>('PATCH', `/v1/persons/${of.id}`, { body });
        return of.disabled
          ? { tone: 'good', text: 'Enabled: the keys that are valid open again.' }
          : { tone: 'good', text: 'Disabled: keys and sessions open nothing any more.' };
      }}
    >
      <p>
        {of.disabled
          ? 'The keys of the person that are neither revoked nor expired open again.'
          : 'From now on no key and no session of the person opens anything. Working orders of the person stay at the exchange. You can enable the person again.'}
      </p>
    </Dialog>
  );
}

/** Takes the account at the identity provider away from a person. */
export function UnlinkPerson({ of, onClose }: PersonProps): ReactNode {
  return (
    <Dialog
      title={`Unlink the account of ${of.name}`}
      act="Unlink the account"
      danger
      onClose={onClose}
      run={async () => {
        const body = { signInLinked: false };
        await call<Person>('PATCH', `/v1/persons/${of.id}`, { body });
        return { tone: 'good', text: 'Unlinked: sessions that began at the provider have ended.' };
      }}
    >
      <p>
        The account at the identity provider no longer signs in as this person. The next verified
        account with the e-mail address of the person is linked anew: look at the address first.
      </p>
    </Dialog>
  );
}

interface RolesProps {
  readonly value: readonly Role[];
  readonly onChange: (roles: readonly Role[]) => void;
  readonly error: string | null;
}

function Roles({ value, onChange, error }: RolesProps): ReactNode {
  return (
    <Checkbox.Group
      label="Roles"
      value={[...value]}
      error={error}
      onChange={(chosen) => onChange(ROLES.filter((role) => chosen.includes(role)))}
    >
      <div className="choices">
        {ROLES.map((role) => (
          <Checkbox key={role} value={role} label={role} description={ROLE_WORDS[role]} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

function emailIn(text: string): { readonly email?: string } {
  return text.trim() === '' ? {} : { email: text.trim() };
}

function isSame(a: readonly Role[], b: readonly Role[]): boolean {
  return [...a].sort().join() === [...b].sort().join();
}
