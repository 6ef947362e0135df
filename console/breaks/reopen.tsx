import { Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { WholeBreak } from '../api/answers.js';
import { call } from '../api/call.js';
import { Dialog } from '../parts/dialog.js';
import { spaced } from '../parts/severity.js';

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
      <Textarea
        label="Why"
        autosize
        minRows={2}
        maxLength={1000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
    </Dialog>
  );
}
