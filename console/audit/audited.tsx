import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuditedOrder } from '../api/answers.js';
import { NOTHING, grouped, money } from '../parts/figures.js';
import { Side } from '../parts/mark.js';

/** The order that something in the trail is about, as a link to it. */
export function OrderLink({ order }: { readonly order: AuditedOrder | null }): ReactNode {
  if (order === null) return <span>{NOTHING}</span>;
  return (
    <Link to="/orders" search={{ order: order.id }}>
      {order.orderNumber !== null && <span className="hint">no. {order.orderNumber} </span>}
      <Side side={order.side} /> {grouped(order.units)} {order.security} at {money(order.price)}
    </Link>
  );
}

/** Its client, as far as the reader may see whose it is. */
export function ClientOf({
  order,
  accountNumber = null,
}: {
  readonly order: AuditedOrder | null;
  /** Of an entry about an account alone. */
  readonly accountNumber?: string | null;
}): ReactNode {
  if (order === null && accountNumber !== null)
    return <span className="hint">{accountNumber}</span>;
  if (order === null || order.clientName === null) return <span>{NOTHING}</span>;
  return (
    <>
      <bdi>{order.clientName}</bdi> <span className="hint">{order.accountNumber}</span>
    </>
  );
}
