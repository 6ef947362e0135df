import { spaced } from '../parts/spaced.js';

/** Filters of the queue that only links set: no view shows them. */
export const LINKED = ['type', 'orderId', 'orderNumber', 'assignee'] as const;

/** What the queue is narrowed to by a link, in words. */
export function linkedWords(
  name: (typeof LINKED)[number],
  value: string,
  order: string | null,
): string {
  switch (name) {
    case 'type':
      return `Type: ${spaced(value)}`;
    case 'orderId':
      return `Order: ${order ?? value}`;
    case 'orderNumber':
      return `Exch. no.: ${value}`;
    case 'assignee':
      return `Owner: ${value.replace(/^key:/, '')}`;
  }
}
