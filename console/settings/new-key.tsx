import { Checkbox, Radio, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { IssuedKey, Person, Scope } from '../api/answers.js';
import { call } from '../api/call.js';
import { Dialog } from '../parts/dialog.js';
import { instantTyped } from '../parts/lagos-time.js';
import { TextField } from '../parts/text-field.js';
import { accountsTyped } from './callers.js';
import { SCOPE_WORDS } from '../api/scope-words.js';
import { BOUND_SCOPES, SCOPES } from './roles.js';

interface NewKeyProps {
  /** Null: for a system. */
  readonly person: Person | null;
  /** Of the system, where it has keys already. */
  readonly name?: string;
  readonly onClose: () => void;
  readonly onIssued: (key: IssuedKey) => void;
}

/** Makes a key for a person or a system; its secret is shown once, by whoever is told. */
export function NewKey({ person, name: known = '', onClose, onIssued }: NewKeyProps): ReactNode {
  const [name, setName] = useState(known);
  const [follows, setFollows] = useState(person !== null);
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [accounts, setAccounts] = useState('');
  const [expires, setExpires] = useState('');
  const [delegates, setDelegates] = useState(false);
  const bound = accountsTyped(accounts);
  const offered = SCOPES.filter(
    (scope) =>
      (bound === null || BOUND_SCOPES.includes(scope)) &&
      (person === null || person.scopes.includes(scope) || person.scopes.includes('admin')),
  );
  const chosen = scopes.filter((scope) => offered.includes(scope));
  const blocked =
    name.trim() === ''
      ? 'Give it a name.'
      : !follows && chosen.length === 0
        ? 'Choose what it may do.'
        : null;
  return (
    <Dialog
      title={person === null ? 'New key of a system' : `New key for ${person.name}`}
      act="Make the key"
      blocked={blocked}
      fields={fieldsOf(person, follows)}
      onClose={onClose}
      run={async () => {
        const typed = { name, follows, scopes: chosen, accounts: bound, expires, delegates };
        const body = bodyOf(person, typed);
        onIssued((await call<IssuedKey>('POST', '/v1/api-keys', { body })).data);
        return { tone: 'good', text: 'The key is made.' };
      }}
    >
      {(said) => (
        <>
          <TextField
            label={person === null ? 'Name of the system' : 'Label'}
            hint={
              person === null
                ? 'Keys with the same name belong to the same caller.'
                : 'Only a label: the key acts under the name of the person.'
            }
            maxLength={60}
            value={name}
            onChange={setName}
            error={said('name')}
            isFirst
          />
          <Scopes
            isOfPerson={person !== null}
            follows={follows}
            onFollows={setFollows}
            offered={offered}
            chosen={chosen}
            onChosen={setScopes}
            error={said('scopes')}
          />
          <Textarea
            label="Only for these accounts (optional)"
            description="One a line, exactly as orders give them. It sees and posts orders of no other account."
            autosize
            value={accounts}
            error={said('accounts')}
            onChange={(event) => setAccounts(event.currentTarget.value)}
          />
          <TextField
            label="Expires (Lagos; empty: never)"
            type="datetime-local"
            value={expires}
            onChange={setExpires}
            error={said('expiresAt')}
          />
          {person === null && (
            <Checkbox
              label="Delegates"
              description="It may name the person whom it acts for. Only for front-ends that know their users."
              checked={delegates}
              error={said('delegates')}
              onChange={(event) => setDelegates(event.currentTarget.checked)}
            />
          )}
        </>
      )}
    </Dialog>
  );
}

/** The fields that are shown. */
function fieldsOf(person: Person | null, follows: boolean): readonly string[] {
  const scopes = follows ? [] : ['scopes'];
  return ['name', 'accounts', 'expiresAt', ...scopes, ...(person === null ? ['delegates'] : [])];
}

interface TypedKey {
  readonly name: string;
  readonly follows: boolean;
  readonly scopes: readonly Scope[];
  readonly accounts: readonly string[] | null;
  readonly expires: string;
  readonly delegates: boolean;
}

/** What the service takes: without scopes a key of a person follows the roles. */
function bodyOf(person: Person | null, typed: TypedKey): Readonly<Record<string, unknown>> {
  const { name, follows, scopes, accounts, expires, delegates } = typed;
  const expiresAt = instantTyped(expires);
  return {
    name: name.trim(),
    ...(person === null ? { delegates } : { personId: person.id }),
    ...(follows ? {} : { scopes }),
    ...(accounts === null ? {} : { accounts }),
    ...(expiresAt === null ? {} : { expiresAt }),
  };
}

interface ScopesProps {
  readonly isOfPerson: boolean;
  /** It may do all that the roles of the person allow. */
  readonly follows: boolean;
  readonly onFollows: (follows: boolean) => void;
  readonly offered: readonly Scope[];
  readonly chosen: readonly Scope[];
  readonly onChosen: (scopes: readonly Scope[]) => void;
  readonly error: string | null;
}

function Scopes(props: ScopesProps): ReactNode {
  const { isOfPerson, follows, onFollows, offered, chosen, onChosen, error } = props;
  return (
    <>
      {isOfPerson && (
        <Radio.Group
          label="It may do"
          value={follows ? 'roles' : 'less'}
          onChange={(value) => onFollows(value === 'roles')}
        >
          <div className="choices">
            <Radio value="roles" label="All that the roles allow, also after they change" />
            <Radio value="less" label="Only some of it" />
          </div>
        </Radio.Group>
      )}
      {!follows && (
        <Checkbox.Group
          label="It may"
          value={[...chosen]}
          error={error}
          onChange={(ids) => onChosen(SCOPES.filter((scope) => ids.includes(scope)))}
        >
          <div className="choices is-double">
            {offered.map((scope) => (
              <Checkbox key={scope} value={scope} label={SCOPE_WORDS[scope]} title={scope} />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </>
  );
}
