import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Break, Page } from '../api/answers.js';
import { read } from '../api/call.js';
import { shownOf, termsWords, tradedWords } from './words.js';

const NUMBER = /^\d{1,40}$/;

/** What the exchange has shown of a number that none of our orders had, by the breaks about it. */
export function NumberEvidence({ orderNumber }: { readonly orderNumber: string }): ReactNode {
  const isNumber = NUMBER.test(orderNumber.trim());
  const { data } = useQuery({
    queryKey: ['break', 'of-number', orderNumber.trim()],
    enabled: isNumber,
    queryFn: () => read<Page<Break>>('/v1/breaks', { orderNumber: orderNumber.trim() }),
  });
  if (!isNumber || data === undefined) return null;
  const about = data.data.filter(({ orderId }) => orderId === null);
  const shown = shownOf(about);
  const [newest] = about;
  if (shown === null || newest === undefined) {
    return <p className="hint">The exchange has shown nothing of {orderNumber} that is kept here as another desk&apos;s order.</p>; // prettier-ignore
  }
  return (
    <p className="evidence">
      The exchange shows {orderNumber} as <b>{termsWords(shown)}</b>
      {shown.statusWord === null ? '' : `, ${shown.statusWord}`}; traded:{' '}
      {tradedWords(shown) ?? 'nothing known'}.{' '}
      <Link to="/breaks" search={{ break: newest.id }}>
        Its break
      </Link>
    </p>
  );
}
