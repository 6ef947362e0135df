import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Approval, Order } from '../api/answers.js';
import { read } from '../api/call.js';
import { may, useSession } from '../api/session.js';
import { reasonWords } from '../breaks/resolutions.js';
import { NumberEvidence } from '../candidates/number-evidence.js';
import { sentenceOf } from '../order/outcome.js';
import { Facts } from '../parts/facts.js';
import { grouped, money } from '../parts/figures.js';
import { Left, Time } from '../parts/times.js';
import { acceptedWords, effectWords, otherWords } from './proposal-words.js';

/** All that a proposal decides about: our order, the number, what the exchange shows of it, why, and who. */
export function ProposalFacts({ of }: { readonly of: Approval }): ReactNode {
  const session = useSession();
  const { payload, orderId } = of;
  const isOurs = orderId !== null && payload.resolution !== 'adopt';
  const { data: order } = useQuery({
    queryKey: ['order', orderId],
    enabled: isOurs && may(session, 'orders:read'),
    queryFn: () => read<Order>(`/v1/orders/${orderId ?? ''}`),
  });
  return (
    <>
      {order !== undefined && (
        <p>
          Our order <b>{sentenceOf(order)}</b>, for <bdi>{order.clientName}</bdi>, our reference{' '}
          {order.orderRef}.{' '}
          <Link to="/orders" search={{ order: order.id }}>
            Open the order
          </Link>
        </p>
      )}
      {payload.orderNumber !== null && <NumberEvidence orderNumber={payload.orderNumber} />}
      {(payload.differences ?? []).length > 0 && (
        <p className="outcome is-doubt">{acceptedWords(payload)}</p>
      )}
      <Others of={of} />
      <Facts
        of={[
          ...(payload.orderNumber === null ? [] : [['Number', payload.orderNumber] as const]),
          ...shownFact(of),
          ...Object.entries(payload.terms ?? {}).map(
            ([name, value]) =>
              [TERMS[name] ?? name, name === 'price' ? money(value) : value] as const,
          ),
          ['Reason', reasonWords(payload.reasonCode)],
          ['Why', <bdi key="w">{payload.text}</bdi>],
          [
            'Proposed',
            <span key="p">
              by {of.proposedBy.replace(/^key:/, '')} <Time at={of.proposedAt} />
            </span>,
          ],
          ...(of.state === 'Pending'
            ? [['Expires', <Left key="e" until={of.expiresAt} />] as const]
            : []),
        ]}
      />
    </>
  );
}

/** The other numbers that may be our order, and what becomes of it. */
function Others({ of: { payload, others, state } }: { readonly of: Approval }): ReactNode {
  const effect = state === 'Pending' ? effectWords(payload, others) : null;
  return (
    <>
      {others.map((one) => (
        <p key={one.orderNumber} className="outcome is-doubt">
          {otherWords(one, payload)}{' '}
          {one.breakId !== null && (
            <Link to="/breaks" search={{ break: one.breakId }}>
              Its break
            </Link>
          )}
        </p>
      ))}
      {effect !== null && <p>{effect}</p>}
    </>
  );
}

const TERMS: Readonly<Record<string, string>> = {
  accountNumber: 'Account',
  clientName: 'Client',
  price: 'Limit ₦',
  timeInForce: 'Time in force',
};

function shownFact({ payload: { shown } }: Approval): readonly (readonly [string, string])[] {
  if (shown === null) return [];
  const { side, units, security, statusWord } = shown;
  return [['As proposed', `${side} ${grouped(units)} ${security}, ${statusWord}`]];
}
