import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FormerCandidacy, Order, WholeBreak } from '../api/answers.js';
import { read } from '../api/call.js';
import { may, useSession } from '../api/session.js';
import { sentenceOf } from '../order/outcome.js';
import { decidedOtherwise } from './was-candidate-words.js';

/** The orders of ours that the number of a break might have been, until two people decided otherwise. */
export function WasCandidate({ of }: { readonly of: WholeBreak }): ReactNode {
  return of.wasCandidateOf.map((one) => (
    <One key={`${one.orderId} ${one.decidedAt}`} of={one} orderNumber={of.orderNumber} />
  ));
}

interface OneProps {
  readonly of: FormerCandidacy;
  readonly orderNumber: string | null;
}

function One({ of, orderNumber }: OneProps): ReactNode {
  const session = useSession();
  const { data: order } = useQuery({
    queryKey: ['order', of.orderId],
    enabled: may(session, 'orders:read'),
    queryFn: () => read<Order>(`/v1/orders/${of.orderId}`),
  });
  const ours = order === undefined ? `order ${of.orderId}` : sentenceOf(order);
  return (
    <p>
      {orderNumber} was a candidate of our {ours}. {decidedOtherwise(of)}{' '}
      <Link to="/orders" search={{ order: of.orderId }}>
        Open the order
      </Link>
    </p>
  );
}
