import { useState, type ReactNode } from 'react';
import { Dialog } from '../parts/dialog.js';
import { TextField } from '../parts/text-field.js';
import type { Filters } from './filters.js';
import { leftOut, savedSearch, type SavedView } from './views.js';

const NAME_MAX = 60;

interface SaveProps {
  readonly search: Filters;
  readonly views: readonly SavedView[];
  readonly onClose: () => void;
  /** False: the browser keeps nothing. */
  readonly onSave: (view: SavedView) => boolean;
}

export function SaveView({ search, views, onClose, onSave }: SaveProps): ReactNode {
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const kept = Object.entries(savedSearch(search));
  const out = leftOut(search);
  const replaces = views.some((view) => view.name === name);
  return (
    <Dialog
      title="Save this view"
      act={replaces ? `Replace ${name}` : 'Save'}
      keep="Do not save"
      blocked={problemOf(name)}
      onClose={onClose}
      run={() => {
        const isKept = onSave({ name, search: savedSearch(search) });
        return Promise.resolve(
          isKept
            ? { tone: 'good', text: `Saved as ${name}.` }
            : { tone: 'bad', text: 'This browser does not keep anything. Keep the link instead.' },
        );
      }}
    >
      <TextField label="Name" value={typed} onChange={setTyped} isFirst />
      <p>
        {kept.length === 0
          ? 'All orders, usual columns.'
          : kept.map(([field, value]) => `${field} ${value.replaceAll(',', ', ')}`).join(' · ')}
      </p>
      {out.length > 0 && (
        <p className="outcome is-doubt">
          Left out: {out.join(', ')}. Clients and single orders do not belong in the memory of a
          browser; the address of this page has them.
        </p>
      )}
      <p className="hint">
        It is kept in this browser, for you alone. To pass it on, send the address of the page.
      </p>
    </Dialog>
  );
}

/** A name is never cut unsaid. */
function problemOf(name: string): string | null {
  if (name === '') return 'Give it a name.';
  const length = String(name.length);
  return name.length > NAME_MAX ? `At most ${String(NAME_MAX)} letters; this has ${length}.` : null;
}
