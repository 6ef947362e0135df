import type { ReactNode } from 'react';

interface ChipProps {
  /** What the list is narrowed to, in words. */
  readonly words: string;
  readonly onClear: () => void;
}

/** A filter of a list that is taken away by pressing it. */
export function FilterChip({ words, onClear }: ChipProps): ReactNode {
  return (
    <button
      type="button"
      className="chip"
      aria-label={`Remove the filter ${words}`}
      onClick={onClear}
    >
      <bdi>{words}</bdi> ×
    </button>
  );
}
