import type { Order } from './order.js';

/**
 * When an order was last proven. The broker's list proves every order that it shows as we hold it, and
 * writing that to each order would rewrite the whole book every few seconds. So the list is stored once,
 * as a watermark, and each order stores only the version at which the list confirmed it. That lapses
 * when a list shows the order differently, and when anything is written to the order.
 */
export interface ListWatermark {
  readonly brokerCode: string;
  /** Database time. */
  readonly askedAt: number;
  /** Wall clock. */
  readonly seenAt: number;
}

export interface Listable {
  readonly version: number;
  /** The version that a list has confirmed; 0: none. */
  readonly listedVersion: number;
}

export type Provable = Pick<Order, 'brokerCode' | 'provenAt' | 'askedAt' | 'shownWorkingAt'> &
  Listable;

/** Every write of a fact increments the version, so that a confirmation of the list lapses by itself. */
export function isConfirmedByList({ version, listedVersion }: Listable): boolean {
  return listedVersion === version;
}

/** `watermark` must be read in the same unit of work or statement as the order. */
export function withLastProof<T extends Provable>(order: T, watermark: ListWatermark | null): T {
  if (!isConfirmedByList(order) || watermark?.brokerCode !== order.brokerCode) return order;
  // The order itself may have been proven later without a fact.
  if (watermark.askedAt <= order.askedAt) return order;
  const { askedAt, seenAt: provenAt } = watermark;
  // Only working orders are on the watermark; under a word that says nothing, none has been shown working.
  const shownWorkingAt = order.shownWorkingAt === null ? null : askedAt;
  return { ...order, provenAt, askedAt, shownWorkingAt };
}
