import { useEffect, useState, type ReactNode } from 'react';
import { typedIn, withTyped, type Filters } from './filters.js';

interface FieldProps {
  readonly search: Filters;
  readonly show: (next: Filters) => void;
}

/** What is typed filters with Enter, and the focus stays: the letters after it are no shortcuts. */
export function FilterField({ search, show }: FieldProps): ReactNode {
  const applied = typedIn(search);
  const [text, setText] = useState(applied);
  useEffect(() => setText(applied), [applied]);
  const isWaiting = text.trim() !== applied;
  const toGrid = (): void => document.querySelector<HTMLElement>('[role=grid]')?.focus();
  return (
    <form
      role="search"
      className="filter"
      onSubmit={(event) => {
        event.preventDefault();
        show(withTyped(search, text));
      }}
    >
      <input
        data-filter
        aria-label="Filter by security, account, order number or client order id"
        placeholder="Security or number"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') toGrid();
          if (event.key !== 'Escape') return;
          if (isWaiting) setText(applied);
          else toGrid();
        }}
      />
      {applied !== '' && !isWaiting ? (
        <button
          type="button"
          className="clear"
          aria-label="Clear the filter"
          onClick={() => show(withTyped(search, ''))}
        >
          ✕
        </button>
      ) : (
        <kbd aria-hidden="true">{isWaiting ? 'Enter' : '/'}</kbd>
      )}
    </form>
  );
}
