import type { ReactNode } from 'react';
import type { Scope } from '../api/answers.js';
import { lacking, useSession } from '../api/session.js';
import { Failed, Loading } from './states.js';

interface GuardProps {
  readonly scope: Scope;
  readonly error: Error | null;
  readonly loaded: boolean;
  readonly children: ReactNode;
}

/** A part of a screen that a role may not see says so in its place. */
export function Guard({ scope, error, loaded, children }: GuardProps): ReactNode {
  const why = lacking(useSession(), scope);
  if (why !== null) return <p className="hint">{why}</p>;
  if (error !== null && !loaded) return <Failed error={error} />;
  return loaded ? children : <Loading rows={2} />;
}
