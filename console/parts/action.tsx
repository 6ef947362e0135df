import { Tooltip } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import type { Scope } from '../api/answers.js';
import { lacking, useSession } from '../api/session.js';

export interface ActionProps {
  readonly children: ReactNode;
  readonly onAct: () => void;
  /** The scope that it needs. */
  readonly needs?: Scope;
  /** Why it cannot be done now, whoever asks. */
  readonly blocked?: string | null | undefined;
  readonly tone?: 'plain' | 'main' | 'danger' | 'buy' | 'sell';
  readonly type?: 'button' | 'submit';
  readonly shortcut?: string;
  /** It has the focus when it appears. */
  readonly isFirst?: boolean;
}

/** A button that stays when it cannot be used, and says why. */
export function Action({
  children,
  onAct,
  needs,
  blocked,
  tone = 'plain',
  type = 'button',
  shortcut,
  isFirst = false,
}: ActionProps): ReactNode {
  const session = useSession();
  const id = useId();
  const why = (needs === undefined ? null : lacking(session, needs)) ?? blocked ?? null;
  const button = (
    <button
      type={type}
      autoFocus={isFirst}
      className={`button is-${tone}`}
      aria-disabled={why === null ? undefined : true}
      aria-describedby={why === null ? undefined : id}
      onClick={(event) => {
        if (why === null) onAct();
        else event.preventDefault();
      }}
    >
      {children}
      {shortcut !== undefined && <kbd aria-hidden="true">{shortcut}</kbd>}
    </button>
  );
  if (why === null) return button;
  return (
    <Tooltip label={why} position="bottom" multiline maw={320}>
      <span className="blocked">
        {button}
        <span id={id} className="unseen">
          {why}
        </span>
      </span>
    </Tooltip>
  );
}
