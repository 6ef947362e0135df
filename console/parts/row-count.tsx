import type { ReactNode } from 'react';
import type { SteadyState } from '../live/steady-list.js';
import { Mark } from './mark.js';
import { Age } from './times.js';

/** How many rows of a list are shown, and since when they could not be read again. Nothing is claimed of what was never read. */
export function RowCount<T>({
  of,
  children,
}: {
  readonly of: SteadyState<T>;
  /** What is counted. */
  readonly children: ReactNode;
}): ReactNode {
  if (of.readAt === null) return <span />;
  return (
    <span>
      <b>{of.rows.length}</b>
      {of.hasMore ? '+' : ''} {children}
      {of.error !== null && (
        <>
          {' · '}
          <Mark shape="triangle" tone="doubt">
            as of <Age since={new Date(of.readAt).toISOString()} /> ago; it is tried again
          </Mark>
        </>
      )}
    </span>
  );
}
