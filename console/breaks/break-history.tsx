import { Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { WholeBreak } from '../api/answers.js';
import { call } from '../api/call.js';
import { Decided } from '../approvals/decided.js';
import { Action } from '../parts/action.js';
import { Facts } from '../parts/facts.js';
import { refusalOf } from '../parts/refusal.js';
import { spaced } from '../parts/severity.js';
import { Time } from '../parts/times.js';
import { assignedWords } from './break-words.js';
import { wordsOf } from './resolutions.js';

export function Comments({
  of,
  onSaid,
}: {
  readonly of: WholeBreak;
  readonly onSaid: () => void;
}): ReactNode {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const say = (): void => {
    if (text.trim() === '') return;
    call('POST', `/v1/breaks/${of.id}/comments`, { body: { text: text.trim() } }).then(
      () => {
        setText('');
        setError(null);
        onSaid();
      },
      (failure: unknown) => setError(refusalOf(failure)),
    );
  };
  return (
    <section aria-label="Comments">
      <h3>Comments</h3>
      <ul className="plain">
        {of.comments.map((one) => (
          <li key={one.id}>
            <b>{one.author.replace(/^key:/, '')}</b> <Time at={one.at} />
            <p className="said">
              <bdi>{one.text}</bdi>
            </p>
          </li>
        ))}
        {of.comments.length === 0 && <li className="hint">Nobody has commented yet.</li>}
      </ul>
      <Textarea
        aria-label="Comment"
        placeholder="What you found out. It cannot be changed later."
        autosize
        minRows={2}
        maxLength={1000}
        value={text}
        error={error}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.ctrlKey && say()}
      />
      <Action
        needs="recon:write"
        blocked={text.trim() === '' ? 'Write something first.' : null}
        onAct={say}
      >
        Comment
      </Action>
    </section>
  );
}

function Assignments({ of }: { readonly of: WholeBreak['assignments'] }): ReactNode {
  return (
    <ul className="plain">
      {of.map((one, index) => (
        <li key={`${one.at} ${String(index)}`}>
          <bdi>{assignedWords(one)}</bdi> <Time at={one.at} />
        </li>
      ))}
    </ul>
  );
}

export function History({ of }: { readonly of: WholeBreak }): ReactNode {
  const decided = of.approvals.filter(({ state }) => state !== 'Pending');
  return (
    <section aria-label="History">
      <h3>History</h3>
      <Facts
        of={[
          ['Opened', <Time key="o" at={of.openedAt} />],
          ...(of.assignments.length === 0
            ? []
            : [['Owners', <Assignments key="a" of={of.assignments} />] as const]),
          ['Last seen', <Time key="s" at={of.seenAt} />],
          ...(of.kind === null ? [] : [['Kind', spaced(of.kind)] as const]),
          ...(of.closedAt === null ? [] : [['Closed', <Time key="c" at={of.closedAt} />] as const]),
          ...(of.resolution === null ? [] : [['Resolution', wordsOf(of.resolution)] as const]),
          ...(of.closedBy === null
            ? []
            : [['Closed by', of.closedBy.replaceAll('key:', '')] as const]),
        ]}
      />
      {decided.map((one) => (
        <Decided key={one.id} of={one} />
      ))}
    </section>
  );
}
