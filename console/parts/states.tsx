import type { ReactNode } from 'react';
import { CallError, mayPass } from '../api/call.js';

/** What a screen shows when it has nothing to show, and why. */
export function Empty({
  children,
  onClear,
}: {
  readonly children: ReactNode;
  readonly onClear?: (() => void) | undefined;
}): ReactNode {
  return (
    <div className="state" role="status">
      <p>{children}</p>
      {onClear !== undefined && (
        <button type="button" className="button" onClick={onClear}>
          Clear filters
        </button>
      )}
    </div>
  );
}

/** Ghost rows, shown by CSS only after a moment. */
export function Loading({ rows = 8 }: { readonly rows?: number }): ReactNode {
  return (
    <div className="ghosts" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="ghost" />
      ))}
    </div>
  );
}

export function Failed({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry?: () => void;
}): ReactNode {
  const known = error instanceof CallError ? error : null;
  if (known?.status === 403) return <Forbidden>{known.message}</Forbidden>;
  const title = known?.title ?? 'This could not be shown';
  const text = error instanceof Error ? error.message : 'The cause is not known.';
  return (
    <div className="state" role="alert">
      <p>
        <strong>{title}</strong>
      </p>
      {text !== title && <p>{text}</p>}
      {mayPass(error) && <p className="hint">It is tried again by itself.</p>}
      {typeof known?.requestId === 'string' && <p className="hint">Request {known.requestId}</p>}
      {onRetry !== undefined && (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

export function Forbidden({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className="state" role="status">
      <p>
        <strong>Your role does not include this.</strong>
      </p>
      <p>{children}</p>
    </div>
  );
}
