import type { ReactNode } from 'react';
import { Mark } from '../parts/mark.js';
import { stateOf, type Caller } from './callers.js';

export function CallerMark({ of }: { readonly of: Caller }): ReactNode {
  const state = stateOf(of);
  if (state === 'Active') {
    return (
      <Mark shape="disc" tone="good">
        Active
      </Mark>
    );
  }
  return (
    <Mark shape={state === 'Disabled' ? 'cross' : 'ring'} tone="muted">
      {state === 'Disabled' ? 'Disabled' : 'No valid key'}
    </Mark>
  );
}
