import { useState, type ReactNode } from 'react';
import type { Order } from '../api/answers.js';
import {
  NOTHING,
  filledPercent,
  grouped,
  money,
  unitsOrNothing,
  valueOf,
} from '../parts/figures.js';
import type { Column } from '../parts/grid.js';
import { Side } from '../parts/mark.js';
import { proofWord } from '../order/outcome.js';
import { OrderMark } from '../parts/order-mark.js';
import { Age, Time } from '../parts/times.js';

/** The columns of the blotter, in the order that dealers expect. */
export const COLUMNS: readonly Column<Order>[] = [
  { id: 'status', head: 'Status', width: 128, cell: (order) => <OrderMark order={order} /> },
  { id: 'time', head: 'Time', width: 72, right: true, cell: (order) => <Time at={order.createdAt} /> },
  { id: 'side', head: 'Side', width: 60, cell: (order) => <Side side={order.side} /> },
  { id: 'security', head: 'Security', width: 104, cell: (order) => <b>{order.security}</b> },
  { id: 'units', head: 'Units', width: 84, right: true, cell: (order) => grouped(order.units) },
  { id: 'limit', head: 'Limit ₦', width: 78, right: true, cell: (order) => money(order.price) },
  { id: 'matched', head: 'Matched', width: 132, right: true, cell: (order) => <Matched order={order} /> },
  { id: 'average', head: 'Avg ₦', width: 76, right: true, spare: 2, cell: (order) => money(order.averagePrice) },
  {
    id: 'value', head: 'Value ₦', width: 118, right: true, spare: 2,
    cell: (order) => money(valueOf(order.units, order.price)),
  },
  { id: 'account', head: 'Account', width: 84, spare: 2, cell: (order) => order.accountNumber },
  { id: 'client', head: 'Client', width: 140, grow: true, spare: 3, cell: (order) => <bdi>{order.clientName}</bdi> },
  { id: 'number', head: 'Exch. no.', width: 76, right: true, cell: (order) => order.orderNumber ?? NOTHING },
  { id: 'proven', head: 'Evidence', width: 112, right: true, spare: 1, cell: (order) => <Proof of={order} /> },
  { id: 'breaks', head: 'Breaks', width: 52, right: true, cell: (order) => <Breaks count={order.openBreaks} /> },
]; // prettier-ignore

/** Those that the URL names, however narrow the window is; without any the usual ones. */
export function columnsOf(named: string | undefined): readonly Column<Order>[] {
  const ids = named?.split(',') ?? [];
  const chosen = COLUMNS.filter(({ id }) => ids.includes(id));
  if (chosen.length === 0) return COLUMNS;
  return chosen.map(({ spare: _, ...column }) => column);
}

export function Matched({ order }: { readonly order: Order }): ReactNode {
  const percent = filledPercent(order.matchedUnits, order.units);
  // Only what changes while it is seen lights up, not what is drawn for the first time.
  const [first] = useState(order.matchedUnits);
  return (
    <span className="matched" title={`${String(percent)} % of ${grouped(order.units)}`}>
      <svg className="fill" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="4" className="fill-track" />
        <rect width={percent} height="4" className="fill-bar" />
      </svg>
      <span key={order.matchedUnits} className={order.matchedUnits === first ? '' : 'flash'}>
        {unitsOrNothing(order.matchedUnits)}
      </span>
    </span>
  );
}

/** How long ago, and in which way, the state became known. Only what the exchange shows is called proven. */
function Proof({ of: order }: { readonly of: Order }): ReactNode {
  if (order.evidence.at === null) return NOTHING;
  return (
    <>
      <span className="hint">{proofWord(order)}</span> <Age since={order.evidence.at} />
    </>
  );
}

function Breaks({ count }: { readonly count: number }): ReactNode {
  return count === 0 ? NOTHING : <b className="tone-bad">{count}</b>;
}
