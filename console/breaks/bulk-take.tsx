import { useState, type ReactNode } from 'react';
import type { Break } from '../api/answers.js';
import { call } from '../api/call.js';
import { useSession } from '../api/session.js';
import { Action } from '../parts/action.js';
import { Dialog } from '../parts/dialog.js';
import { spaced } from '../parts/severity.js';
import { breakWords } from './break-words.js';

interface Results {
  readonly results: readonly { readonly id: string; readonly detail: string | null }[];
}

interface SelectedProps {
  readonly breaks: readonly Break[];
  readonly onClear: () => void;
}

/** What can be done with the breaks that are selected. */
export function SelectedBreaks({ breaks, onClear }: SelectedProps): ReactNode {
  const [taking, setTaking] = useState<readonly Break[] | null>(null);
  if (breaks.length === 0 && taking === null) return null;
  return (
    <>
      <span>
        <b>{breaks.length}</b> selected
      </span>
      <Action needs="recon:write" onAct={() => setTaking(breaks)}>
        Take…
      </Action>
      <Action onAct={onClear}>Clear</Action>
      {taking !== null && (
        <BulkTake
          breaks={taking}
          onClose={() => {
            setTaking(null);
            onClear();
          }}
        />
      )}
    </>
  );
}

/** Takes the breaks that were selected when it was opened, each with its result. */
function BulkTake({
  breaks,
  onClose,
}: {
  readonly breaks: readonly Break[];
  readonly onClose: () => void;
}): ReactNode {
  const { person } = useSession();
  const open = breaks.filter(({ closedAt }) => closedAt === null);
  const what = `Take ${String(open.length)} ${open.length === 1 ? 'break' : 'breaks'}`;
  const others = new Set(
    open.map(({ assignee }) => assignee).filter((one) => one !== null && one !== person.name),
  );
  return (
    <Dialog
      title={what}
      act={what}
      blocked={open.length === 0 ? 'All of them are closed.' : null}
      onClose={onClose}
      run={async () => {
        const body = { ids: open.map(({ id }) => id), act: 'assign', assignee: person.name };
        const { data } = await call<Results>('POST', '/v1/breaks/bulk', { body });
        const refused = data.results.filter(({ detail }) => detail !== null);
        return {
          tone: refused.length === 0 ? 'good' : 'doubt',
          text: [
            `${String(data.results.length - refused.length)} are yours now.`,
            ...refused.map(({ id, detail }) => `${id}: ${detail ?? ''}`),
          ].join('\n'),
        };
      }}
    >
      <ul className="plain">
        {open.map((one) => (
          <li key={one.id}>
            <b>{spaced(one.type)}</b> <span className="hint">{breakWords(one)}</span>
          </li>
        ))}
      </ul>
      {others.size > 0 && (
        <p className="outcome is-doubt">Some are with {[...others].join(', ')} now.</p>
      )}
    </Dialog>
  );
}
