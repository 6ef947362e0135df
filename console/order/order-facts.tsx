import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Break, Order, Page } from '../api/answers.js';
import { read } from '../api/call.js';
import { may, useSession } from '../api/session.js';
import { Action } from '../parts/action.js';
import { Facts } from '../parts/facts.js';
import {
  NOTHING,
  filledPercent,
  grouped,
  money,
  naira,
  unitsOrNothing,
  valueOf,
} from '../parts/figures.js';
import { withFigures } from '../parts/figures-in-text.js';
import { Mark, Side } from '../parts/mark.js';
import { Severity, spaced } from '../parts/severity.js';
import { Failed, Loading } from '../parts/states.js';
import { Time } from '../parts/times.js';
import { breaksAsOf } from './as-of.js';
import { isPostUnknown, numberWords } from './outcome.js';
import { ShowClient } from './show-client.js';

export function FillBar({ order }: { readonly order: Order }): ReactNode {
  const percent = filledPercent(order.matchedUnits, order.units);
  return (
    <div className="fill-line">
      <svg className="fill" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="4" className="fill-track" />
        <rect width={percent} height="4" className="fill-bar" />
      </svg>
      <span>
        {isPostUnknown(order) ? (
          <>
            Matched: <b>not known</b>, of {grouped(order.units)}
          </>
        ) : (
          <>
            <b>{order.matchedUnits === '0' ? 'None' : grouped(order.matchedUnits)}</b> of{' '}
            {grouped(order.units)} matched
          </>
        )}
        {order.averagePrice === null ? '' : `, average ${naira(order.averagePrice)}`}
      </span>
    </div>
  );
}

export function Terms({ order }: { readonly order: Order }): ReactNode {
  const navigate = useNavigate();
  return (
    <>
      <Facts
        of={[
          ['Side', <Side key="s" side={order.side} />],
          ['Security', order.security],
          ['Units', grouped(order.units)],
          ['Limit', `₦${money(order.price)}`],
          [
            'Limit is',
            order.evidence.price === null ? NOTHING : order.evidence.price.toLowerCase(),
          ],
          ['Value', naira(valueOf(order.units, order.price))],
          ['Matched', isPostUnknown(order) ? 'not known' : unitsOrNothing(order.matchedUnits)],
          [
            'Still pending',
            isPostUnknown(order) ? 'not known' : unitsOrNothing(order.pendingUnits),
          ],
          ['Time in force', order.timeInForce],
          ['Account', order.accountNumber],
          [
            'Client',
            <span key="c">
              <bdi>{order.clientName}</bdi> <ShowClient key={order.id} order={order} />
            </span>,
          ],
          [
            'Order number',
            `${order.orderNumber ?? NOTHING} (${numberWords(order.evidence.number)})`,
          ],
          ['Exchange says', order.exchangeStatus ?? NOTHING],
          ['Our reference', order.orderRef],
          ["Client's id", order.clientOrderId],
          ['Trading day', order.tradingDate],
          ['Entered by', order.onBehalfOf ?? order.createdBy.replace(/^key:/, '')],
          ['Entered', <Time key="t" at={order.createdAt} />],
          ['Last change', <Time key="u" at={order.updatedAt} />],
          ['Version', String(order.version)],
          ['Id', <code key="i">{order.id}</code>],
        ]}
      />
      <div className="actions">
        <Action
          needs="audit:export"
          onAct={() =>
            void navigate({
              to: '/settings',
              search: { section: 'legal-holds', hold: order.id },
            })
          }
        >
          Legal hold…
        </Action>
      </div>
    </>
  );
}

export function Breaks({
  order,
  asOf,
}: {
  readonly order: Order;
  readonly asOf: string | null;
}): ReactNode {
  const session = useSession();
  const { data, error } = useQuery({
    queryKey: ['order', order.id, 'breaks', order.version],
    enabled: may(session, 'recon:read'),
    queryFn: () => read<Page<Break>>('/v1/breaks', { orderId: order.id }),
  });
  if (!may(session, 'recon:read')) {
    return (
      <p className="hint">
        Breaks are for operations and compliance. This order has {order.openBreaks} open.
      </p>
    );
  }
  if (error !== null && data === undefined) return <Failed error={error} />;
  if (data === undefined) return <Loading rows={2} />;
  const breaks = breaksAsOf(data.data, asOf);
  if (breaks.length === 0)
    return (
      <p className="hint">
        {asOf === null
          ? 'There were never any breaks about this order.'
          : 'No break about it was known then.'}
      </p>
    );
  return (
    <ul className="plain">
      {breaks.map((one) => (
        <li key={one.id}>
          {one.closedAt === null ? (
            <Severity of={one.severity} />
          ) : (
            <Mark shape="tick" tone="muted">
              Closed
            </Mark>
          )}{' '}
          <Link to="/breaks" search={{ break: one.id }}>
            <b>{spaced(one.type)}</b>
          </Link>{' '}
          <span>{withFigures(one.detail)}</span> <Time at={one.openedAt} />
          {one.outcome !== null && <span className="hint"> Ended: {withFigures(one.outcome)}</span>}
        </li>
      ))}
    </ul>
  );
}
