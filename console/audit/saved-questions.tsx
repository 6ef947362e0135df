import { Menu } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { SavedQuestion } from '../api/answers.js';
import { call, readAll } from '../api/call.js';
import type { Filters } from '../orders/filters.js';
import { Dialog } from '../parts/dialog.js';
import { MenuButton } from '../parts/menu-button.js';
import { TextField } from '../parts/text-field.js';
import { allWords } from './filter-words.js';
import { useKnown } from './use-known.js';

const NAME_MAX = 60;
const PATH = '/v1/audit/saved-questions';
const KEY = ['saved-questions'];

/** The questions about entries that somebody has saved for all, as links; saving the filters as they are. */
export function SavedQuestions({ filters }: { readonly filters: Filters }): ReactNode {
  const queries = useQueryClient();
  const [doing, setDoing] = useState<'save' | 'remove' | null>(null);
  const { data = [] } = useQuery({
    queryKey: KEY,
    queryFn: () => readAll<SavedQuestion>(PATH),
  });
  const questions = data.filter(({ kind }) => kind === 'entries');
  const shown = questions.find((one) => isSame(one.filters, filters)) ?? null;
  const done = (): void => {
    setDoing(null);
    void queries.invalidateQueries({ queryKey: KEY });
  };
  return (
    <>
      <MenuButton label={shown === null ? 'Questions' : <bdi>{shown.name}</bdi>}>
        <Menu.Label>
          {questions.length === 0 ? 'No question is saved yet' : 'Saved for all who read the trail'}
        </Menu.Label>
        {questions.map(({ name, filters: of }) => (
          <Menu.Item key={name} renderRoot={(root) => <Link {...root} to="/audit" search={of} />}>
            <bdi>{name}</bdi>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => setDoing('save')}>Save this question…</Menu.Item>
        {shown !== null && (
          <Menu.Item onClick={() => setDoing('remove')}>
            Remove <bdi>{shown.name}</bdi>…
          </Menu.Item>
        )}
      </MenuButton>
      {doing === 'save' && <SaveQuestion filters={filters} known={data} onClose={done} />}
      {doing === 'remove' && shown !== null && <RemoveQuestion name={shown.name} onClose={done} />}
    </>
  );
}

interface SaveProps {
  readonly filters: Filters;
  readonly known: readonly SavedQuestion[];
  readonly onClose: () => void;
}

function SaveQuestion({ filters, known, onClose }: SaveProps): ReactNode {
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const replaces = known.some((one) => one.name.toLowerCase() === name.toLowerCase());
  const kept = allWords(filters, useKnown(filters));
  return (
    <Dialog
      title="Save this question"
      act={replaces ? `Replace ${name}` : 'Save'}
      blocked={name === '' ? 'Give it a name.' : null}
      fields={['name']}
      onClose={onClose}
      run={async () => {
        await call('PUT', `${PATH}/${encodeURIComponent(name)}`, {
          body: { kind: 'entries', filters },
        });
        return { tone: 'good', text: `Saved as ${name}, for all who read the trail.` };
      }}
    >
      {(said) => (
        <>
          <TextField
            label="Name"
            maxLength={NAME_MAX}
            value={typed}
            onChange={setTyped}
            error={said('name')}
            isFirst
          />
          <p>
            <bdi>{kept.length === 0 ? 'All entries.' : kept.join(' · ')}</bdi>
          </p>
          <p className="hint">The trail will say who saved it.</p>
        </>
      )}
    </Dialog>
  );
}

interface RemoveProps {
  readonly name: string;
  readonly onClose: () => void;
}

function RemoveQuestion({ name, onClose }: RemoveProps): ReactNode {
  return (
    <Dialog
      title="Remove a saved question"
      act={`Remove ${name}`}
      danger
      onClose={onClose}
      run={async () => {
        await call('DELETE', `${PATH}/${encodeURIComponent(name)}`);
        return { tone: 'good', text: `Removed ${name}.` };
      }}
    >
      <p>
        Nobody finds <bdi>{name}</bdi> under its name any more. The entries that it asks for stay.
      </p>
    </Dialog>
  );
}

function isSame(one: Filters, other: Filters): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  );
}
