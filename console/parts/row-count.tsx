import type { ReactNode } from 'react';
import type { SteadyState } from '../live/steady-list.js';
import { Mark } from './mark.js';
import { Age } from './times.js';

/** How many rows of a list are shown, and since when they could not be read again. Nothing is claimed of what was never read. */
export function RowCount<T>({
  of,
  gone = 0,
  one,
  children,
}: {
  readonly of: SteadyState<T>;
  /** Rows that are still shown though they are in the list no more. */
  readonly gone?: number;
  /** A single one of what is counted. */
  readonly one: string;
  /** What is counted. */
  readonly children: ReactNode;
}): ReactNode {
  if (of.readAt === null) return <span />;
  const count = of.places.length - gone;
  return (
    <span>
      <b>{count}</b>
      {of.hasMore ? '+' : ''} {count === 1 ? one : children}
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
