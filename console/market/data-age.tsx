import type { ReactNode } from 'react';
import type { Market } from '../api/answers.js';
import { Age } from '../parts/times.js';

/** How old an answer of the market is. */
export function DataAge({ of: { asOf, source } }: { readonly of: Market<unknown> }): ReactNode {
  return (
    <p className={source === 'stale' ? 'tone-doubt' : 'hint'}>
      <Age since={asOf} /> old{source === 'stale' ? ', stale: the exchange does not answer' : ''}
    </p>
  );
}
