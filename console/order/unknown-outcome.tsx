import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Order } from '../api/answers.js';
import { may, useSession } from '../api/session.js';
import { CandidateNumbers, useCandidates } from '../candidates/candidate-numbers.js';
import { LinkNumber } from '../candidates/link-number.js';
import { useBreakOf, type Linking } from '../candidates/use-break-of.js';
import { stepsFor } from '../candidates/words.js';

/** In the banner of an order of unknown outcome: what was found, and what to do about it. */
export function UnknownOutcome({ order }: { readonly order: Order }): ReactNode {
  const session = useSession();
  const maySee = may(session, 'recon:read');
  // The break is the one that was open when somebody began: another one must not take its place.
  const [linking, setLinking] = useState<Linking | null>(null);
  const { data: found } = useCandidates(order);
  const { linkable, blocked, again } = useBreakOf(order);
  if (!maySee) {
    return <p className="hint">Operations sees what the searches have found, and decides with a second person.</p>; // prettier-ignore
  }
  const [step] = stepsFor(order, found ?? null, may(session, 'recon:write'));
  return (
    <>
      {found !== undefined && found.kind !== null && (
        <CandidateNumbers
          order={order}
          found={found}
          isNarrow
          onLink={
            linkable === undefined
              ? null
              : (orderNumber) => setLinking({ breakId: linkable.id, orderNumber })
          }
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
      {linking !== null && (
        <LinkNumber
          {...linking}
          onClose={() => {
            setLinking(null);
            again();
          }}
        />
      )}
    </>
  );
}
