import { Checkbox } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Warning } from './warnings.js';

export interface Seen {
  /** Those that nobody has acknowledged yet, by their text: one that says something else is another. */
  readonly unseen: readonly Warning[];
  readonly has: (text: string) => boolean;
  readonly toggle: (text: string) => void;
  readonly clear: () => void;
}

export const UNSEEN = 'Acknowledge the warnings first.';

export function useSeen(warnings: readonly Warning[]): Seen {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  return {
    unseen: warnings.filter(({ text }) => !seen.has(text)),
    has: (text) => seen.has(text),
    toggle: (text) => {
      const next = new Set(seen);
      if (!next.delete(text)) next.add(text);
      setSeen(next);
    },
    clear: () => setSeen(new Set()),
  };
}

interface ListProps {
  readonly warnings: readonly Warning[];
  readonly seen: Seen;
}

/** What should be seen before something is sent, each with its acknowledgement. */
export function WarningList({ warnings, seen }: ListProps): ReactNode {
  return warnings.map(({ id, text, isGrave }) => (
    <div key={id} className={isGrave === true ? 'warning is-grave' : 'warning'}>
      <Checkbox
        checked={seen.has(text)}
        onChange={() => seen.toggle(text)}
        label={
          <>
            {text} <b>I have seen this.</b>
          </>
        }
      />
    </div>
  ));
}
