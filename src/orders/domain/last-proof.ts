import type { Order } from './order.js';

/**
 * When what is held of an order was last proven. A list proves at once every order that it shows as it
 * is held; written to each of them that would be a large book every few seconds. So it is written down
 * once, as the listing, and of single orders only that they are on it: until a list shows them otherwise,
 * and until anything of them is written.
 */
export interface Listing {
  readonly brokerCode: string;
  /** When the list was asked for, in database time. */
  readonly askedAt: number;
  /** When it was booked, by the wall clock. */
  readonly seenAt: number;
}

/** The last proof of an order alone, and whether the last list is a later one. */
export type Provable = Pick<Order, 'brokerCode' | 'provenAt' | 'askedAt'> & {
  readonly listed: number;
};

/** `listings`: one of each broker, read in the order's own unit, or before it. */
export function withLastProof<T extends Provable>(order: T, listings: readonly Listing[]): T {
  if (order.listed === 0) return order;
  const listing = listings.find(({ brokerCode }) => brokerCode === order.brokerCode);
  if (listing === undefined) return order;
  return { ...order, provenAt: listing.seenAt, askedAt: listing.askedAt };
}
