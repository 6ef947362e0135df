import type { ReactNode } from 'react';
import type { Order } from '../api/answers.js';
import { Mark, type Shape, type Tone } from './mark.js';

const MARKS: Readonly<Record<Order['status'], readonly [Shape, Tone]>> = {
  New: ['ring', 'muted'],
  Posted: ['half-ring', 'muted'],
  Open: ['disc', 'accent'],
  Amended: ['half-disc', 'accent'],
  Filled: ['tick', 'good'],
  Cancelled: ['dash', 'muted'],
  Rejected: ['cross', 'bad'],
  Expired: ['clock', 'muted'],
};

/** The status of an order. While it is not certain, that is what counts. */
export function OrderMark({ order }: { readonly order: Order }): ReactNode {
  if (!order.evidence.certain) {
    return (
      <Mark shape="triangle" tone="doubt">
        Not proven
      </Mark>
    );
  }
  const [shape, tone] = MARKS[order.status];
  return (
    <Mark shape={shape} tone={tone}>
      {order.status}
      {order.pending !== null && order.pending.kind !== 'Post' && (
        <span className="hint"> · {order.pending.kind.toLowerCase()}</span>
      )}
    </Mark>
  );
}
