import type { Order } from './order.js';

/**
 * When what is held of an order was last proven. A list proves at once every order that it shows as it
 * is held; written to each of them that would be a large book every few seconds. So it is written down
 * once, as the listing, and of single orders only at which version they are on it: until a list shows them
 * otherwise, and until anything of them is written, by whatever program.
 */
export interface Listing {
  readonly brokerCode: string;
  /** When the list was asked for, in database time. */
  readonly askedAt: number;
  /** When it was booked, by the wall clock. */
  readonly seenAt: number;
}

/** Whether an order is on the list. */
export interface Listable {
  readonly version: number;
  /** The version that a list has shown as it is held; 0: none. */
  readonly listedVersion: number;
}

/** The last proof of an order alone, and whether the last list is a later one. */
export type Provable = Pick<Order, 'brokerCode' | 'provenAt' | 'askedAt'> & Listable;

/** Whoever writes a fact of an order counts its version, also a program that knows of no list. */
export function isListed({ version, listedVersion }: Listable): boolean {
  return listedVersion === version;
}

/** `listing`: read in the order's own unit, or in one statement with it. */
export function withLastProof<T extends Provable>(order: T, listing: Listing | null): T {
  if (!isListed(order) || listing?.brokerCode !== order.brokerCode) return order;
  // Such a program may have used a later answer without a fact.
  if (listing.askedAt <= order.askedAt) return order;
  return { ...order, provenAt: listing.seenAt, askedAt: listing.askedAt };
}
