import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Break, Order, Page } from '../api/answers.js';
import { read } from '../api/call.js';
import { may, useSession } from '../api/session.js';
import { CandidateNumbers, useCandidates } from '../candidates/candidate-numbers.js';
import { LinkNumber } from '../candidates/link-number.js';
import { stepsFor } from '../candidates/words.js';

/** In the banner of an order of unknown outcome: what was found, and what to do about it. */
export function UnknownOutcome({ order }: { readonly order: Order }): ReactNode {
  const session = useSession();
  const maySee = may(session, 'recon:read');
  const [linking, setLinking] = useState<string | null>(null);
  const { data: found } = useCandidates(order);
  const { data: breaks } = useQuery({
    queryKey: ['order', order.id, 'breaks', order.version],
    enabled: maySee,
    queryFn: () => read<Page<Break>>('/v1/breaks', { orderId: order.id }),
  });
  if (!maySee) {
    return <p className="hint">Operations sees what the searches have found, and decides with a second person.</p>; // prettier-ignore
  }
  const open = breaks?.data.find(
    ({ closedAt, type }) => closedAt === null && type === 'PostUnconfirmed',
  );
  const waits = open?.status === 'AwaitingApproval';
  const [step] = stepsFor(order, found ?? null);
  return (
    <>
      {found !== undefined && found.kind !== null && (
        <CandidateNumbers
          order={order}
          found={found}
          isNarrow
          onLink={open === undefined ? null : setLinking}
          blocked={waits ? 'A proposal awaits a second person.' : null}
        />
      )}
      <p>
        <b>Next:</b> {step}{' '}
        {waits ? (
          <Link to="/approvals">See the proposal that waits</Link>
        ) : (
          <Link to="/not-proven">All steps</Link>
        )}
      </p>
      {linking !== null && open !== undefined && (
        <LinkNumber breakId={open.id} orderNumber={linking} onClose={() => setLinking(null)} />
      )}
    </>
  );
}
