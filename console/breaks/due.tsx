import type { ReactNode } from 'react';
import type { Break } from '../api/answers.js';
import { NOTHING } from '../parts/figures.js';
import { Left, useNow } from '../parts/times.js';
import { isOverdue } from './overdue.js';

interface DueProps {
  readonly of: Break;
  /** Less than what stands beside it, until it is overdue. */
  readonly isHint?: boolean;
}

/** Time left to resolve a break, or how long it is overdue, counted on. */
export function Due({ of, isHint = false }: DueProps): ReactNode {
  const now = useNow();
  if (of.closedAt !== null) return NOTHING;
  return (
    <span className={isOverdue(of, now) ? 'tone-bad' : isHint ? 'hint' : ''}>
      <Left until={of.dueAt} />
    </span>
  );
}
