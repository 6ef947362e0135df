import type { ReactNode } from 'react';
import { WarningList, type Seen } from './warning-list.js';
import type { Warning } from './warnings.js';

interface PreviewProps {
  /** What will be sent, as one sentence. */
  readonly sentence: string;
  readonly warnings: readonly Warning[];
  readonly seen: Seen;
  /** Null: there is none to compare the limit with. */
  readonly lastPrice: string | null;
  /** For whom, and what it replaces. */
  readonly children: ReactNode;
}

/** What will be sent, and what should be seen before. */
export function Preview(props: PreviewProps): ReactNode {
  const { sentence, warnings, seen, lastPrice, children } = props;
  return (
    <div className="preview" role="group" aria-label="What will be sent">
      <p className="preview-line">{sentence}</p>
      <p className="hint">{children}</p>
      <WarningList warnings={warnings} seen={seen} />
      {lastPrice === null ? (
        <p className="hint">There is no last price to compare the limit with.</p>
      ) : (
        warnings.length === 0 && <p className="hint">Nothing to warn of.</p>
      )}
    </div>
  );
}
