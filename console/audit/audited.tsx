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
      <Side side={order.side} /> {grouped(order.units)} {order.security} at {money(order.price)}
      {order.orderNumber !== null && <span className="hint"> no. {order.orderNumber}</span>}
    </Link>
  );
}

/** Its client, as far as the reader may see whose it is. */
export function ClientOf({ order }: { readonly order: AuditedOrder | null }): ReactNode {
  if (order === null || order.clientName === null) return <span>{NOTHING}</span>;
  return (
    <>
      <bdi>{order.clientName}</bdi> <span className="hint">{order.accountNumber}</span>
    </>
  );
}
