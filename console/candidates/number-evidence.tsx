import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Break, Order, Page } from '../api/answers.js';
import { read } from '../api/call.js';
import { may, useSession } from '../api/session.js';
import { sentenceOf } from '../order/outcome.js';
import { shownOf, termsWords, tradedWords } from './words.js';

const NUMBER = /^\d{1,40}$/;

/** What the exchange has shown of a number that none of our orders had, by the breaks about it. */
export function NumberEvidence({ orderNumber }: { readonly orderNumber: string }): ReactNode {
  const session = useSession();
  const isNumber = NUMBER.test(orderNumber.trim());
  const { data } = useQuery({
    queryKey: ['break', 'of-number', orderNumber.trim()],
    enabled: isNumber,
    queryFn: () => read<Page<Break>>('/v1/breaks', { orderNumber: orderNumber.trim() }),
  });
  const { data: held } = useQuery({
    queryKey: ['order', 'of-number', orderNumber.trim()],
    enabled: isNumber && may(session, 'orders:read'),
    queryFn: () => read<Page<Order>>('/v1/orders', { orderNumber: orderNumber.trim() }),
  });
  if (!isNumber || data === undefined) return null;
  const about = data.data.filter(({ orderId }) => orderId === null);
  const shown = shownOf(about);
  const [newest] = about;
  const ours = held?.data[0];
  const owned = ours !== undefined && (
    <p className="evidence">
      {orderNumber} is our order <b>{sentenceOf(ours)}</b>, {ours.clientOrderId}.{' '}
      <Link to="/orders" search={{ order: ours.id }}>
        Open the order
      </Link>
    </p>
  );
  if (shown === null || newest === undefined) {
    return owned !== false ? (
      owned
    ) : (
      <p className="hint">
        {data.data.length > 0
          ? `${orderNumber} belongs to another order of ours.`
          : `Nothing that the exchange has shown of ${orderNumber} is known here.`}
      </p>
    );
  }
  return (
    <>
      {owned}
      <p className="evidence">
        The exchange shows {orderNumber} as <b>{termsWords(shown)}</b>
        {shown.statusWord === null ? '' : `, ${shown.statusWord}`}; traded:{' '}
        {tradedWords(shown) ?? 'nothing known'}.{' '}
        <Link to="/breaks" search={{ break: newest.id }}>
          Its break
        </Link>
      </p>
    </>
  );
}
