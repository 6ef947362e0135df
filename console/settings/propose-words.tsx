import { NativeSelect } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { MappedWord, WordsVersion } from '../api/answers.js';
import { call } from '../api/call.js';
import { Dialog, type SaidOf } from '../parts/dialog.js';
import { Reason } from '../parts/reason.js';
import { TextField } from '../parts/text-field.js';
import { MEANINGS, MEANING_WORDS, changesOf } from './words.js';

/** A row has an id of its own: it stays the same field while rows above it go. */
type Row = MappedWord & { readonly id: number };

interface ProposeProps {
  /** The version that is in force; the proposal replaces all its words. */
  readonly from: WordsVersion;
  readonly onClose: () => void;
}

export function ProposeWords({ from, onClose }: ProposeProps): ReactNode {
  const [rows, setRows] = useState<readonly Row[]>(() => rowsOf(from.words));
  const [text, setText] = useState('');
  const words = rows.map(({ word, meaning }) => ({ word: word.trim(), meaning }));
  const changes = changesOf(
    from.words,
    words.filter(({ word }) => word !== ''),
  );
  const blocked = words.some(({ word }) => word === '')
    ? 'Give each word, or remove its row.'
    : changes.length === 0
      ? 'Change something first.'
      : text.trim() === ''
        ? 'Say why, for somebody who reads it in a year.'
        : null;
  return (
    <Dialog
      title={`Propose words to follow version ${String(from.version)}`}
      act="Propose to a second person"
      blocked={blocked}
      fields={['reason', ...rows.flatMap((_, at) => [fieldOf(at, 'word'), fieldOf(at, 'meaning')])]}
      onClose={onClose}
      run={async () => {
        const body = { words, reason: text.trim() };
        await call('PUT', '/v1/exchange/status-words', { body, version: from.version });
        return {
          tone: 'info',
          text: 'Proposed. Another person with the right to approve (operations lead) has to approve it within eight hours; until then nothing changes.',
        };
      }}
    >
      {(said) => (
        <>
          <Rows rows={rows} onChange={setRows} said={said} />
          {changes.length > 0 && (
            <ul className="hint">
              {changes.map((change) => (
                <li key={change}>
                  <bdi>{change}</bdi>
                </li>
              ))}
            </ul>
          )}
          <Reason label="Why" value={text} onChange={setText} />
          {said('reason') !== null && <p className="tone-bad">{said('reason')}</p>}
        </>
      )}
    </Dialog>
  );
}

interface RowsProps {
  readonly rows: readonly Row[];
  readonly onChange: (rows: readonly Row[]) => void;
  readonly said: SaidOf;
}

function Rows({ rows, onChange, said }: RowsProps): ReactNode {
  const set = (id: number, change: Partial<MappedWord>): void =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...change } : row)));
  const add = (): void => {
    const id = Math.max(-1, ...rows.map((row) => row.id)) + 1;
    onChange([...rows, { id, word: '', meaning: 'Nothing' }]);
  };
  return (
    <>
      <ul className="word-rows">
        {rows.map(({ id, word, meaning }, at) => (
          <li key={id}>
            <TextField
              label={`Word ${String(at + 1)} of the exchange`}
              maxLength={60}
              value={word}
              onChange={(text) => set(id, { word: text })}
              error={said(fieldOf(at, 'word'))}
              isFirst={at === rows.length - 1}
            />
            <NativeSelect
              label="Means"
              data={MEANINGS.map((value) => ({
                value,
                label: `${value}: ${MEANING_WORDS[value] ?? ''}`,
              }))}
              value={meaning}
              error={said(fieldOf(at, 'meaning'))}
              onChange={(event) => set(id, { meaning: event.currentTarget.value })}
            />
            <button
              type="button"
              className="button is-quiet"
              aria-label={`Remove word ${String(at + 1)}`}
              onClick={() => onChange(rows.filter((row) => row.id !== id))}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="button" onClick={add}>
        Add a word
      </button>
    </>
  );
}

function rowsOf(words: readonly MappedWord[]): readonly Row[] {
  const rows = words.map((one, id) => ({ ...one, id }));
  return rows.length === 0 ? [{ id: 0, word: '', meaning: 'Nothing' }] : rows;
}

/** As the service names it. */
function fieldOf(at: number, name: 'word' | 'meaning'): string {
  return `words.${String(at)}.${name}`;
}
