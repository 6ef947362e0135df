import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import type { ApiKey, IssuedKey, Person } from '../api/answers.js';
import { readAll } from '../api/call.js';
import { lacking, useSession } from '../api/session.js';
import { without, type Filters } from '../orders/filters.js';
import { Action } from '../parts/action.js';
import { NOTHING } from '../parts/figures.js';
import { Grid, type Column } from '../parts/grid.js';
import { Empty, Failed, Forbidden, Loading } from '../parts/states.js';
import { Age, Time } from '../parts/times.js';
import { CallerMark } from './caller-mark.js';
import { CallerPane } from './caller-pane.js';
import { callersOf, firstExpiryOf, isValid, lastUsedOf, type Caller } from './callers.js';
import { Secret } from './key-dialogs.js';
import { NewKey } from './new-key.js';
import { AddPerson } from './person-dialogs.js';

const idOf = ({ id }: Caller): string => id;

const COLUMNS: readonly Column<Caller>[] = [
  { id: 'name', head: 'Name', width: 180, grow: true, cell: (one) => <b><bdi>{one.name}</bdi></b> },
  { id: 'state', head: 'State', width: 116, cell: (one) => <CallerMark of={one} /> },
  { id: 'roles', head: 'Roles', width: 190, cell: ({ person }) => person?.roles.join(', ') ?? 'system' },
  { id: 'keys', head: 'Keys', width: 56, right: true, cell: ({ keys }) => keys.filter(isValid).length || NOTHING },
  { id: 'used', head: 'Last used', width: 84, right: true, cell: (one) => <Age since={lastUsedOf(one)} /> },
  { id: 'expires', head: 'First expiry', width: 110, right: true, spare: 2, cell: (one) => <Time at={firstExpiryOf(one)} /> },
]; // prettier-ignore

/** Persons and systems, each with its keys. Only administrators see and change them. */
export function Access(): ReactNode {
  const why = lacking(useSession(), 'admin');
  const search: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const [adding, setAdding] = useState<'person' | 'system' | null>(null);
  const [issued, setIssued] = useState<IssuedKey | null>(null);
  const { data, error, refetch } = useAccess(why === null);
  const rows = useMemo(() => {
    const needle = text.trim().toLowerCase();
    return (data ?? []).filter(({ name, person }) =>
      `${name} ${person?.email ?? ''} ${person?.roles.join(' ') ?? 'system'}`
        .toLowerCase()
        .includes(needle),
    );
  }, [data, text]);
  const opened = data?.find(({ id }) => id === search['caller']) ?? null;
  const show = (next: Filters): void => void navigate({ to: '/settings', search: next });
  const again = (): void => void queries.invalidateQueries({ queryKey: ['access'] });
  const close = (): void => {
    show(without(search, ['caller']));
    document.querySelector<HTMLElement>('[role=grid]')?.focus();
  };
  return (
    <div className="split">
      <section className="list" aria-label="Persons and keys">
        <Bar text={text} onText={setText} onAdd={setAdding} />
        {why !== null && <Forbidden>{why}</Forbidden>}
        {error !== null && data === undefined && (
          <Failed error={error} onRetry={() => void refetch()} />
        )}
        {why === null && error === null && data === undefined && <Loading />}
        {data !== undefined && rows.length === 0 && (
          <Empty onClear={() => setText('')}>Nobody has this in the name, address or role.</Empty>
        )}
        {rows.length > 0 && (
          <Grid
            label="Persons and systems"
            rows={rows}
            columns={COLUMNS}
            idOf={idOf}
            opened={opened?.id ?? null}
            onOpen={({ id }) => show({ ...search, caller: id })}
            onKey={(key) => key === 'Escape' && close()}
          />
        )}
        {data !== undefined && (
          <footer className="list-foot">
            {data === undefined ? (
              <span />
            ) : (
              <span>
                <b>{rows.length}</b> persons and systems
              </span>
            )}
            <span className="hint">Persons are disabled, not deleted: the records name them.</span>
          </footer>
        )}
      </section>
      {opened !== null && (
        <CallerPane of={opened} onClose={close} onChanged={again} onIssued={setIssued} />
      )}
      {adding === 'person' && (
        <AddPerson
          onClose={() => setAdding(null)}
          onAdded={({ id }) => {
            again();
            show({ ...search, caller: id });
          }}
        />
      )}
      {adding === 'system' && issued === null && (
        <NewKey person={null} onClose={() => setAdding(null)} onIssued={setIssued} />
      )}
      {issued !== null && (
        <Secret
          of={issued}
          onClose={() => {
            setIssued(null);
            setAdding(null);
            again();
          }}
        />
      )}
    </div>
  );
}

interface BarProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onAdd: (what: 'person' | 'system') => void;
}

function Bar({ text, onText, onAdd }: BarProps): ReactNode {
  return (
    <div className="toolbar">
      <div className="filter">
        <input
          data-filter
          aria-label="Filter by name, e-mail address or role"
          placeholder="Name, e-mail, role"
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
        />
        <kbd aria-hidden="true">/</kbd>
      </div>
      <span className="toolbar-end">
        <Action needs="admin" onAct={() => onAdd('system')}>
          New key of a system…
        </Action>
        <Action needs="admin" tone="main" onAct={() => onAdd('person')}>
          Add a person…
        </Action>
      </span>
    </div>
  );
}

interface UsedAccess {
  readonly data: readonly Caller[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

function useAccess(enabled: boolean): UsedAccess {
  return useQuery({
    queryKey: ['access'],
    enabled,
    queryFn: async () => {
      const [persons, keys] = await Promise.all([
        readAll<Person>('/v1/persons'),
        readAll<ApiKey>('/v1/api-keys'),
      ]);
      return callersOf(persons, keys);
    },
  });
}
