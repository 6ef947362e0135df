import type { Decision, Resolution } from '../../breaks/resolution.js';

/** What two proposals are compared by. */
export interface Proposed extends Pick<Decision, 'resolution' | 'orderNumber'> {
  /** The order of ours that it changes; null: none. */
  readonly orderId: string | null;
}

/** They say whose an order number is. */
const OF_NUMBER: readonly Resolution[] = ['link-number', 'link', 'accept', 'adopt'];
/** They say what became of an order whose number is not known, or not proven. */
export const OF_POST: readonly Resolution[] = [
  'link-number', 'link', 'not-at-exchange', 'number-is-right',
]; // prettier-ignore

/** Whether at most one of two proposals can be right, or both are the same: the first has to be decided first. Pure. */
export function contradicts(waiting: Proposed, next: Proposed): boolean {
  const both = (some: readonly Resolution[]): boolean =>
    some.includes(waiting.resolution) && some.includes(next.resolution);
  if (both(OF_POST) && waiting.orderId !== null && waiting.orderId === next.orderId) return true;
  if (waiting.orderNumber === null || waiting.orderNumber !== next.orderNumber) return false;
  // Another desk's order may have several breaks.
  return both(OF_NUMBER) && !(waiting.resolution === 'accept' && next.resolution === 'accept');
}
