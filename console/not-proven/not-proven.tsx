import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { AuditEvent, Order, OrderCandidates } from '../api/answers.js';
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
import { CandidateNumbers, useCandidates } from '../candidates/candidate-numbers.js';
import { LinkNumber } from '../candidates/link-number.js';
import { useBreakOf, type Linking } from '../candidates/use-break-of.js';
import { searchWords, stepsFor } from '../candidates/words.js';

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
          Something was sent, and what became of it is not proven. Do not send any of it again: it
          may be at the exchange.
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
          <Empty>
            Of everything that was sent the outcome is known, or two people have decided it.
          </Empty>
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

/** A search or an enquiry that a person asks for, and what came of it. */
function useAsk(order: Order): { readonly outcome: Outcome | null; readonly ask: () => void } {
  const queries = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const search = async (): Promise<string> => {
    await call('POST', '/v1/reconciliation/runs', { body: {} });
    const now = await read<Order>(`/v1/orders/${order.id}`);
    void queries.invalidateQueries({ queryKey: ['order', order.id] });
    if (now.evidence.certain) return `Searched. It is proven now: ${now.status}.`;
    return `Searched. ${searchWords(await read<OrderCandidates>(`/v1/orders/${order.id}/candidates`))}`;
  };
  const enquire = async (): Promise<string> => {
    const { data } = await call<Order>('POST', `/v1/orders/${order.id}/enquire`);
    return `The exchange has answered: ${data.exchangeStatus ?? data.status}.`;
  };
  const ask = (): void => {
    setOutcome({ tone: 'info', text: 'Asking the exchange…' });
    (order.orderNumber === null ? search() : enquire()).then(
      (text) => setOutcome({ tone: 'info', text }),
      (error: unknown) => setOutcome(refusedAs(error)),
    );
  };
  return { outcome, ask };
}

function Unproven({ order }: { readonly order: Order }): ReactNode {
  const session = useSession();
  const { outcome, ask } = useAsk(order);
  // The break is the one that was open when somebody began: another one must not take its place.
  const [linking, setLinking] = useState<Linking | null>(null);
  const { data: found } = useCandidates(order);
  const { open, linkable, blocked, again } = useBreakOf(order);
  const { certain } = order.evidence;
  const isNamed = found !== undefined && found.numbers.length > 0;
  return (
    <article className={`card${certain ? ' is-settled' : ''}`}>
      <What of={order} />
      {found !== undefined && found.kind !== null && (
        <CandidateNumbers
          order={order}
          found={found}
          onLink={
            linkable === undefined
              ? null
              : (orderNumber) => setLinking({ breakId: linkable.id, orderNumber })
          }
          blocked={blocked}
        />
      )}
      <h3>What to do</h3>
      <ol className="steps">
        {stepsFor(order, found ?? null, may(session, 'recon:write')).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className="actions">
        {blocked !== null && (
          <Link className="button is-link" to="/approvals">
            See the proposal
          </Link>
        )}
        <Action
          needs={order.orderNumber === null ? 'recon:write' : 'orders:write'}
          tone={isNamed ? 'plain' : 'main'}
          blocked={certain ? 'It is settled.' : null}
          onAct={ask}
        >
          {order.orderNumber !== null
            ? 'Ask the exchange'
            : isNamed
              ? 'Search again'
              : 'Search now'}
        </Action>
        <Link className="button is-link" to="/orders" search={{ order: order.id }}>
          Open the order
        </Link>
        {open !== undefined && (
          <Link className="button is-link" to="/breaks" search={{ break: open.id }}>
            Open the break
          </Link>
        )}
      </div>
      <OutcomeLine outcome={outcome} />
      {linking !== null && (
        <LinkNumber
          {...linking}
          onClose={() => {
            setLinking(null);
            again();
          }}
        />
      )}
    </article>
  );
}

/** What was sent, for whom and when, and what is not known of it. */
function What({ of: order }: { readonly of: Order }): ReactNode {
  const { certain } = order.evidence;
  return (
    <>
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
        <Time at={order.createdAt} /> by {order.onBehalfOf ?? order.createdBy.replace('key:', '')},
        our reference {order.orderRef}
        {order.evidence.at !== null && (
          <>
            ; last proof <Age since={order.evidence.at} /> ago
          </>
        )}
      </p>
    </>
  );
}
