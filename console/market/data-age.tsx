import type { ReactNode } from 'react';
import type { Market } from '../api/answers.js';
import { Age } from '../parts/times.js';

/**
 * How old an answer of the market is. An older one is shown where there is no newer: the exchange did not answer in
 * time, or this person's calls of the minute are used up.
 */
export function DataAge({
  of: { asOf, source },
  name = '',
}: {
  readonly of: Market<unknown>;
  /** Of what, where several ages are shown. */
  readonly name?: string;
}): ReactNode {
  return (
    <p className={source === 'stale' ? 'tone-doubt' : 'hint'}>
      {name} <Age since={asOf} /> old{source === 'stale' ? '; there is no newer answer yet' : ''}
    </p>
  );
}
