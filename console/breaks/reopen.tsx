import { useState, type ReactNode } from 'react';
import type { WholeBreak } from '../api/answers.js';
import { call } from '../api/call.js';
import { Dialog } from '../parts/dialog.js';
import { spaced } from '../parts/severity.js';
import { Reason } from '../parts/reason.js';

export function Reopen({
  of,
  onClose,
}: {
  readonly of: WholeBreak;
  readonly onClose: () => void;
}): ReactNode {
  const [text, setText] = useState('');
  return (
    <Dialog
      title={`Reopen: ${spaced(of.type)}`}
      act="Reopen"
      blocked={text.trim() === '' ? 'Say why.' : null}
      onClose={onClose}
      run={async () => {
        const body = { text: text.trim() };
        await call('POST', `/v1/breaks/${of.id}/reopen`, { body, version: of.version });
        return { tone: 'good', text: 'Open again.' };
      }}
    >
      <Reason label="Why" value={text} onChange={setText} isFirst />
    </Dialog>
  );
}
