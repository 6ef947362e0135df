import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Break, Order, Page } from '../api/answers.js';
import { read } from '../api/call.js';
import { Action } from '../parts/action.js';
import { refusalOf } from '../parts/refusal.js';
import { Mark } from '../parts/mark.js';
import { Loading } from '../parts/states.js';
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
}

/** What may be the other side, each with why and why not. Null where a break has no other side to look for. */
export function Candidates({ of, order, onChoose }: ListProps): ReactNode {
  const [asked, setAsked] = useState(false);
  const offers = offersFor(of.type).map(({ resolution }) => resolution);
  const resolution = offers.includes('link-number') ? 'link-number' : 'link';
  const { data, error } = useQuery({
    queryKey: ['break', of.id, 'candidates', of.version],
    enabled: asked,
    staleTime: Infinity,
    retry: false,
    queryFn: () =>
      resolution === 'link-number' && order !== null ? atExchange(order) : ofOurs(of),
  });
  if (of.closedAt !== null || !offers.includes(resolution)) return null;
  if (resolution === 'link-number' && order === null) return null;
  return (
    <section aria-label="Candidates">
      <h3>Candidates</h3>
      {!asked && (
        <Action
          needs={resolution === 'link-number' ? 'exchange:read' : 'orders:read'}
          onAct={() => setAsked(true)}
        >
          {resolution === 'link-number'
            ? 'Look through the orders of the account (1 call)'
            : 'Look through our orders that are not proven'}
        </Action>
      )}
      {asked && error === null && data === undefined && <Loading rows={3} />}
      {error !== null && <p className="hint tone-bad">{refusalOf(error)}</p>}
      {data?.length === 0 && <p className="hint">None among the first 200 that were looked at.</p>}
      {data !== undefined && data.length > 0 && (
        <ul className="candidates" tabIndex={0} aria-label="Candidates, the likeliest first">
          {data.map((one) => (
            <Row key={one.id} of={one} onChoose={() => onChoose({ resolution, value: one.id })} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({
  of,
  onChoose,
}: {
  readonly of: Candidate;
  readonly onChoose: () => void;
}): ReactNode {
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
      <Action needs="recon:write" onAct={onChoose}>
        Choose…
      </Action>
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

async function ofOurs(of: Break): Promise<readonly Candidate[]> {
  const security = of.shown?.security;
  const { data } = await read<Page<Order>>('/v1/orders', { certain: false, security, limit: 200 });
  return ordersFor(of, data);
}
