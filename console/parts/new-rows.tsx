import type { ReactNode } from 'react';
import type { UsedList } from '../live/use-steady-list.js';

/** Says that new rows wait above a list, and shows them when asked. */
export function NewRows<T>({ of }: { readonly of: UsedList<T> }): ReactNode {
  if (of.waiting === 0) return null;
  return (
    <button type="button" className="pill" onClick={() => void of.list.show()}>
      {of.waiting}
      {of.waitingMore && '+'} new, show
    </button>
  );
}
