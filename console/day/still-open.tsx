import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { Break, Day, Order, Page } from '../api/answers.js';
import { read } from '../api/call.js';
import { may, useSession } from '../api/session.js';
import { sentenceOf } from '../order/outcome.js';
import { Facts } from '../parts/facts.js';
import { grouped } from '../parts/figures.js';
import { Severity, spaced } from '../parts/severity.js';
import { counted, externalText, lostReplies } from './day-of.js';

/** What stands in the way of signing, what signers vouch for, and the day in numbers. */
export function StillOpen({ day }: { readonly day: Day }): ReactNode {
  const { unsettled, breaks, facts } = day.report;
  return (
    <section className="panel is-wide" aria-label="Still open">
      <h2>Still open</h2>
      {unsettled.length + breaks.length === 0 && <p className="tone-good">Nothing.</p>}
      {facts.exchangeSaid !== undefined && (
        <p>
          The exchange gave no list of the day&apos;s trades; it answered: “
          <bdi>{facts.exchangeSaid}</bdi>”. Whoever signs says that there were no others than those
          that are booked.
        </p>
      )}
      <InferredNumbers report={day.report} />
      <ul className="plain">
        {unsettled.map((text) => (
          <li key={text}>{text.charAt(0).toUpperCase() + text.slice(1)}.</li>
        ))}
      </ul>
      <OpenBreaks breaks={breaks} />
      <DayInNumbers report={day.report} />
    </section>
  );
}

function InferredNumbers({ report }: { readonly report: Day['report'] }): ReactNode {
  const { inferredNumbers = [] } = report;
  if (inferredNumbers.length === 0) return null;
  return (
    <p>
      Executions count here under order numbers that were only inferred. Whoever signs says that
      these are ours:{' '}
      {inferredNumbers.map(({ orderId, orderNumber, units }) => (
        <Fragment key={orderId}>
          <Link to="/orders" search={{ order: orderId }}>
            {orderNumber}
          </Link>{' '}
          ({grouped(units)} units){' '}
        </Fragment>
      ))}
    </p>
  );
}

/** Each by what it is about: the order with its terms, or the number that is not ours. */
function OpenBreaks({ breaks }: { readonly breaks: Day['report']['breaks'] }): ReactNode {
  const session = useSession();
  const { data } = useQuery({
    queryKey: ['day', 'orders with breaks'],
    enabled: breaks.some(({ orderId }) => orderId !== null) && may(session, 'orders:read'),
    queryFn: () => read<Page<Order>>('/v1/orders', { hasBreaks: true, limit: 200 }),
  });
  const orders = new Map(data?.data.map((order) => [order.id, order]));
  return (
    <ul className="plain">
      {breaks.map((one) => {
        const order = orders.get(one.orderId ?? '');
        return (
          <li key={one.id} className="next">
            <Severity of={one.severity as Break['severity']} />
            <span className="next-text">
              <b>{spaced(one.type)}</b>
              {order !== undefined && `: ${sentenceOf(order)}`}
              {order === undefined && one.orderNumber !== null && `: no. ${one.orderNumber}`}
              <span className="hint"> · {one.assignee ?? 'nobody has taken it'}</span>
            </span>
            <Link to="/breaks" search={{ break: one.id }}>
              Open
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function DayInNumbers({ report }: { readonly report: Day['report'] }): ReactNode {
  const { runs, calls, answered } = report.service;
  const lost = lostReplies(report);
  const orders = Object.entries(report.facts.orders)
    .map(([status, count]) => `${spaced(status)} ${String(count)}`)
    .join(', ');
  return (
    <Facts
      of={[
        ['Orders by status', orders === '' ? 'none' : orders],
        [
          'Replies lost or unclear',
          lost.all === 0
            ? 'none'
            : `${counted(lost.all, 'post, edit or cancel', 'posts, edits and cancels')}, ${String(lost.open)} still not known`,
        ],
        [
          'Reconciliation',
          `${counted(runs, 'run', 'runs')} asked the exchange ${counted(calls, 'question', 'questions')}, ${
            calls === answered ? 'all' : String(answered)
          } answered; posts, edits and cancels are not among them`,
        ],
        ['Orders that are not ours', externalText(report)],
      ]}
    />
  );
}
