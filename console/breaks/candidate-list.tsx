import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Break, Order, Page } from '../api/answers.js';
import { ASKED, read } from '../api/call.js';
import { CandidateNumbers, useCandidates } from '../candidates/candidate-numbers.js';
import { Action } from '../parts/action.js';
import { refusalOf } from '../parts/refusal.js';
import { Mark } from '../parts/mark.js';
import { Loading } from '../parts/states.js';
import { Age } from '../parts/times.js';
import { numbersFor, ordersFor, type Candidate, type ListedOrder } from './candidates.js';
import { offersFor } from './resolutions.js';

/** What a resolution is about, chosen among the candidates. */
export interface Chosen {
  readonly resolution: 'link-number' | 'link';
  readonly value: string;
}

interface ListProps {
  readonly of: Break;
  /** The order of ours that it is about; null: none. */
  readonly order: Order | null;
  readonly onChoose: (chosen: Chosen) => void;
  /** A proposal awaits a second person. */
  readonly waits: boolean;
}

/** What may be the other side, each with why and why not. Null where a break has no other side to look for. */
export function Candidates({ of, order, onChoose, waits }: ListProps): ReactNode {
  const offers = offersFor(of.type).map(({ resolution }) => resolution);
  const resolution = offers.includes('link-number') ? 'link-number' : 'link';
  if (of.closedAt !== null || !offers.includes(resolution)) return null;
  const choose = (value: string): void => onChoose({ resolution, value });
  const blocked = waits ? 'A proposal awaits a second person.' : null;
  if (resolution === 'link') return <OurOrders of={of} onChoose={choose} blocked={blocked} />;
  return order === null ? null : (
    <Numbers of={of} order={order} onChoose={choose} blocked={blocked} />
  );
}

interface NumbersProps {
  readonly of: Break;
  readonly order: Order;
  readonly onChoose: (value: string) => void;
  readonly blocked: string | null;
}

/** The numbers that the search has named; and what else the account has at the exchange, if somebody asks. */
function Numbers({ of, order, onChoose, blocked }: NumbersProps): ReactNode {
  const [asked, setAsked] = useState(false);
  const { data: found } = useCandidates(order);
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery({
    // Not of a version: a change of the break must neither move the list under the pointer nor cost another call.
    queryKey: [ASKED, 'candidates', of.id],
    enabled: asked,
    staleTime: Infinity,
    retry: false,
    queryFn: () => atExchange(order),
  });
  return (
    <section aria-label="Candidates">
      <h3>Candidates</h3>
      {found !== undefined && found.kind !== null && (
        <CandidateNumbers
          order={order}
          found={found}
          onLink={onChoose}
          blocked={blocked}
          isNarrow
        />
      )}
      {!asked && (
        <Action needs="exchange:read" onAct={() => setAsked(true)}>
          Look through the working orders of the account (1 call)
        </Action>
      )}
      {asked && error === null && data === undefined && <Loading rows={3} />}
      {error !== null && <p className="hint tone-bad">{refusalOf(error)}</p>}
      {asked && (error !== null || data !== undefined) && (
        <p className="looked-at">
          {data !== undefined && (
            <span className="hint">
              {data.length} looked at <Age since={new Date(dataUpdatedAt).toISOString()} /> ago
            </span>
          )}
          <Action
            needs="exchange:read"
            blocked={isFetching ? 'It is being asked for.' : null}
            onAct={() => void refetch()}
          >
            Look again (1 call)
          </Action>
        </p>
      )}
      {data?.length === 0 && (
        <p className="hint">
          The exchange lists no working order of the account. A filled order is not in that list, so
          this does not show that the order is not there.
        </p>
      )}
      {data !== undefined && data.length > 0 && (
        <List rows={data} onChoose={onChoose} blocked={blocked} />
      )}
    </section>
  );
}

interface OurOrdersProps {
  readonly of: Break;
  readonly onChoose: (value: string) => void;
  readonly blocked: string | null;
}

/** Our orders that an order or trade of the exchange may be: those whose search has named it first. */
function OurOrders({ of, onChoose, blocked }: OurOrdersProps): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['break', of.id, 'ours', of.version, of.mayBeOf.join()],
    queryFn: () => read<Page<Order>>('/v1/orders', { certain: false, limit: 200 }),
  });
  if (error !== null) return <p className="hint tone-bad">{refusalOf(error)}</p>;
  if (data === undefined) return <Loading rows={2} />;
  const rows = ordersFor(of, data.data);
  const possible = rows.filter(({ impossible }) => !impossible);
  return (
    <section aria-label="Candidates">
      <h3>Which of our orders it may be</h3>
      {rows.length === 0 && <p className="hint">None: every order of ours has a known outcome.</p>}
      {rows.length > 0 && possible.length === 0 && (
        <p className="hint">
          None: {rows.length === 1 ? 'the one order' : `none of the ${String(rows.length)} orders`}{' '}
          of ours without a known outcome {rows.length === 1 ? 'does not fit' : 'fits'}.
        </p>
      )}
      {rows.length > 0 && <List rows={rows} onChoose={onChoose} blocked={blocked} />}
    </section>
  );
}

interface RowsProps {
  readonly rows: readonly Candidate[];
  readonly onChoose: (value: string) => void;
  readonly blocked: string | null;
}

function List({ rows, onChoose, blocked }: RowsProps): ReactNode {
  return (
    <ul className="candidates" tabIndex={0} aria-label="Candidates, the likeliest first">
      {rows.map((one) => (
        <Row key={one.id} of={one} blocked={blocked} onChoose={() => onChoose(one.id)} />
      ))}
    </ul>
  );
}

interface RowProps {
  readonly of: Candidate;
  readonly blocked: string | null;
  readonly onChoose: () => void;
}

function Row({ of, blocked, onChoose }: RowProps): ReactNode {
  const why = of.impossible ? `It cannot be this one: ${of.differs.join('; ')}.` : blocked;
  return (
    <li>
      <div>
        <b>
          <bdi>{of.name}</bdi>
        </b>
        {of.fits.length > 0 && (
          <Mark shape="tick" tone="good">
            fits: {of.fits.join(', ')}
          </Mark>
        )}
        {of.differs.length > 0 && (
          <Mark shape="cross" tone="bad">
            not: {of.differs.join('; ')}
          </Mark>
        )}
      </div>
      <div className="actions">
        {of.orderId !== null && (
          <Link className="button is-link" to="/orders" search={{ order: of.orderId }}>
            Open
          </Link>
        )}
        <Action needs="recon:write" blocked={why} onAct={onChoose}>
          Choose…
        </Action>
      </div>
    </li>
  );
}

async function atExchange(order: Order): Promise<readonly Candidate[]> {
  const account = encodeURIComponent(order.accountNumber);
  const [listed, ours] = await Promise.all([
    read<Page<ListedOrder>>(`/v1/exchange/accounts/${account}/orders`, { limit: 200 }),
    read<Page<Order>>('/v1/orders', {
      accountNumber: order.accountNumber,
      limit: 200,
    }),
  ]);
  const held = new Map(
    ours.data.flatMap((one) => (one.orderNumber === null ? [] : [[one.orderNumber, one] as const])),
  );
  return numbersFor(order, listed.data, held);
}
