import { useState, type ReactNode } from 'react';
import type { WordsVersion } from '../api/answers.js';
import { call } from '../api/call.js';
import { Dialog } from '../parts/dialog.js';
import { Reason } from '../parts/reason.js';
import { changesOf } from './words.js';

interface DecideProps {
  readonly of: WordsVersion;
  readonly now: WordsVersion;
  readonly verdict: 'approve' | 'reject';
  readonly onClose: () => void;
}

export function DecideWords({ of, now, verdict, onClose }: DecideProps): ReactNode {
  const [text, setText] = useState('');
  const approves = verdict === 'approve';
  return (
    <Dialog
      title={`${approves ? 'Approve' : 'Reject'} version ${String(of.version)}`}
      act={approves ? `Approve version ${String(of.version)}` : 'Reject'}
      danger={!approves}
      blocked={!approves && text.trim() === '' ? 'Say why you reject it.' : null}
      onClose={onClose}
      run={async () => {
        const comment = text.trim() === '' ? {} : { text: text.trim() };
        const path = `/v1/exchange/status-words/${String(of.version)}/${verdict}`;
        await call('POST', path, { body: { ...comment, payloadHash: of.payloadHash } });
        return approves
          ? { tone: 'good', text: 'Approved: every instance uses it from its next run.' }
          : { tone: 'info', text: 'Rejected: nothing has changed.' };
      }}
    >
      <ul>
        {changesOf(now.words, of.words).map((change) => (
          <li key={change}>
            <bdi>{change}</bdi>
          </li>
        ))}
      </ul>
      <p className="hint">Decisions that were made before stay as they are.</p>
      <Reason label={approves ? 'Comment (optional)' : 'Why'} value={text} onChange={setText} />
    </Dialog>
  );
}
