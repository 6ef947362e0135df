import type { ReactNode } from 'react';

interface PaneHeadProps {
  /** What the pane shows, such as `order`. */
  readonly of: string;
  /** Its title. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** The head of a pane beside a list. */
export function PaneHead({ of, children, onClose }: PaneHeadProps): ReactNode {
  return (
    <header className="pane-head">
      <h2>{children}</h2>
      <button
        type="button"
        className="button is-quiet"
        aria-label={`Close the ${of}`}
        onClick={onClose}
      >
        ✕
      </button>
    </header>
  );
}
