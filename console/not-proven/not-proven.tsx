import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { AuditEvent, Break, Order, Page } from '../api/answers.js';
import { call, read } from '../api/call.js';
import { lacking, may, useSession } from '../api/session.js';
import { useSteadyList } from '../live/use-steady-list.js';
import { evidenceWords, sentenceOf } from '../order/outcome.js';
import { Action } from '../parts/action.js';
import { OutcomeLine } from '../parts/dialog.js';
import { refusedAs } from '../parts/refusal.js';
import { Mark } from '../parts/mark.js';
import type { Outcome } from '../parts/outcome.js';
import { Empty, Failed, Forbidden, Loading } from '../parts/states.js';
import { Age, Time } from '../parts/times.js';
import { stepsFor } from './steps.js';

const idOf = (order: Order): string => order.id;
const rereadOn = ({ type }: AuditEvent): boolean => /_UNKNOWN$|DOUBT/.test(type);
const rowOf = ({ orderId }: AuditEvent): string | null => orderId;
const CERTAIN = { certain: 'false' };

/** Orders of which something was sent whose outcome is not known, with the safe next steps in order. */
export function NotProven(): ReactNode {
  const session = useSession();
  const why = lacking(session, 'orders:read');
  const orders = useSteadyList<Order>({
    path: '/v1/orders',
    query: CERTAIN,
    idOf,
    rereadOn,
    rowOf,
    enabled: why === null,
  });
  if (why !== null) return <Forbidden>{why}</Forbidden>;
  const certain = orders.rows.filter(({ evidence }) => evidence.certain).length;
  return (
    <div className="list">
      <div className="toolbar">
        <h1>Not proven</h1>
        <span className="hint">
          Something was sent, and what became of it is not known. Never send it again: Marina
          searches, and resends only what two searches could not find.
        </span>
        {(orders.waiting > 0 || certain > 0) && (
          <button type="button" className="pill" onClick={() => void orders.list.open()}>
            {orders.waiting > 0
              ? `${String(orders.waiting)} new, show`
              : `${String(certain)} settled, clear`}
          </button>
        )}
      </div>
      <div className="page" tabIndex={0} role="region" aria-label="Orders that are not proven">
        {orders.phase === 'loading' && <Loading rows={6} />}
        {orders.phase === 'failed' && (
          <Failed error={orders.error} onRetry={() => void orders.list.open()} />
        )}
        {orders.phase === 'ready' && orders.rows.length === 0 && (
          <Empty>Everything that was sent is proven. Nothing to do here.</Empty>
        )}
        <div className="cards">
          {orders.rows.map((order) => (
            <Unproven key={order.id} order={order} />
          ))}
        </div>
      </div>
    </div>
  );
}

function Unproven({ order }: { readonly order: Order }): ReactNode {
  const session = useSession();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { data: breaks } = useQuery({
    queryKey: ['order', order.id, 'breaks', order.version],
    enabled: may(session, 'recon:read'),
    queryFn: () => read<Page<Break>>('/v1/breaks', { orderId: order.id, open: true }),
  });
  const open = breaks?.data[0];
  const ask = (): void => {
    setOutcome({ tone: 'info', text: 'Asking the exchange…' });
    const asked =
      order.orderNumber === null
        ? call('POST', '/v1/reconciliation/runs', { body: {} }).then(
            () => 'A run over the lists and trades is done; what it proved is shown here.',
          )
        : call<Order>('POST', `/v1/orders/${order.id}/enquire`).then(
            ({ data }) => `The exchange has answered: ${data.exchangeStatus ?? data.status}.`,
          );
    asked.then(
      (text) => setOutcome({ tone: 'good', text }),
      (error: unknown) => setOutcome(refusedAs(error)),
    );
  };
  const { certain } = order.evidence;
  return (
    <article className={`card${certain ? ' is-settled' : ''}`}>
      <header className="card-head">
        <h2>{sentenceOf(order)}</h2>
        {certain ? (
          <Mark shape="tick" tone="good">
            Settled: {order.status}
          </Mark>
        ) : (
          <Mark shape="triangle" tone="doubt">
            Not proven for <Age since={order.pending?.since ?? order.updatedAt} />
          </Mark>
        )}
      </header>
      <p>{evidenceWords(order)}</p>
      <p className="hint">
        for <bdi>{order.clientName}</bdi>, account {order.accountNumber}, entered{' '}
        <Time at={order.createdAt} /> by {order.onBehalfOf ?? order.createdBy.replace('key:', '')};
        last proof <Age since={order.evidence.at} />
      </p>
      <ol className="steps">
        {stepsFor(order).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className="actions">
        <Action
          needs={order.orderNumber === null ? 'recon:write' : 'orders:write'}
          tone="main"
          blocked={certain ? 'It is settled.' : null}
          onAct={ask}
        >
          {order.orderNumber === null ? 'Search now' : 'Ask the exchange'}
        </Action>
        <Link className="button is-link" to="/orders" search={{ order: order.id }}>
          Open the order
        </Link>
        {open !== undefined && (
          <Link className="button is-link" to="/breaks" search={{ break: open.id }}>
            Resolve the break
          </Link>
        )}
      </div>
      <OutcomeLine outcome={outcome} />
    </article>
  );
}
