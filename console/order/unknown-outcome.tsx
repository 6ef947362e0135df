import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Order } from '../api/answers.js';
import { may, useSession } from '../api/session.js';
import { CandidateNumbers, useCandidates } from '../candidates/candidate-numbers.js';
import { LinkNumber } from '../candidates/link-number.js';
import { useBreakOf } from '../candidates/use-break-of.js';
import { stepsFor } from '../candidates/words.js';

/** In the banner of an order of unknown outcome: what was found, and what to do about it. */
export function UnknownOutcome({ order }: { readonly order: Order }): ReactNode {
  const session = useSession();
  const maySee = may(session, 'recon:read');
  const [linking, setLinking] = useState<string | null>(null);
  const { data: found } = useCandidates(order);
  const { open, blocked, again } = useBreakOf(order);
  if (!maySee) {
    return <p className="hint">Operations sees what the searches have found, and decides with a second person.</p>; // prettier-ignore
  }
  const [step] = stepsFor(order, found ?? null);
  return (
    <>
      {found !== undefined && found.kind !== null && (
        <CandidateNumbers
          order={order}
          found={found}
          isNarrow
          onLink={open === undefined ? null : setLinking}
          blocked={blocked}
        />
      )}
      <p>
        <b>Next:</b> {step}{' '}
        {blocked !== null ? (
          <Link to="/approvals">See the proposal that waits</Link>
        ) : (
          <Link to="/not-proven">All steps</Link>
        )}
      </p>
      {linking !== null && open !== undefined && (
        <LinkNumber
          breakId={open.id}
          orderNumber={linking}
          onClose={() => {
            setLinking(null);
            again();
          }}
        />
      )}
    </>
  );
}
