import type { ReactNode } from 'react';
import { lacking, useSession } from '../api/session.js';
import { Failed, Loading } from './states.js';

interface GuardProps {
  readonly scope: string;
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
