import { Modal } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Scope } from '../api/answers.js';
import { Action } from './action.js';

interface PrintProps {
  /** Of the page to print. */
  readonly path: string;
  /** The scope that it needs. */
  readonly needs?: Scope;
  readonly children: ReactNode;
}

/** Opens a page to print in a new tab, or says that the browser has kept it from opening and offers this tab. */
export function Print({ path, needs, children }: PrintProps): ReactNode {
  const [state, setState] = useState<'closed' | 'opened' | 'blocked'>('closed');
  const open = (): void => {
    const tab = window.open(path, '_blank');
    // The page needs nothing of this one.
    if (tab !== null) tab.opener = null;
    setState(tab === null ? 'blocked' : 'opened');
  };
  return (
    <>
      <Action onAct={open} {...(needs === undefined ? {} : { needs })}>
        {children}
      </Action>
      {state === 'opened' && (
        <span className="hint" role="status">
          Opened in a new tab; print it there with Ctrl P.
        </span>
      )}
      {state === 'blocked' && (
        <Modal opened onClose={() => setState('closed')} title="The browser kept it from opening">
          <div className="dialog">
            <p>This browser opens no new tab for Marina. Allow it, or open the page here.</p>
            <div className="dialog-foot">
              <button type="button" className="button" onClick={() => setState('closed')}>
                Close
              </button>
              <a className="button is-main is-link" href={path}>
                Open here
              </a>
            </div>
          </div>
        </Modal>
      )}
    </>
  );
}
