import type { Terms } from '../findings.js';
import { sameNumber } from '../../infra/exchange/schema/wire.js';

/**
 * The orders that this run posted. Each is noted before it is sent, so that a run that ends during the
 * call knows that the order may be working at the exchange.
 */
export interface OwnOrder {
  readonly terms: Terms;
  readonly purpose: string;
  /** All its numbers at the exchange, the latest last. */
  readonly orderNumbers: string[];
  /**
   * `Sent`: no reply, or none that proves anything. `NotMade`: refused, and never seen. `Working` until
   * proven `Closed`.
   */
  fate: 'Sent' | 'NotMade' | 'Working' | 'Closed';
}

export class OwnOrders {
  readonly all: OwnOrder[] = [];

  note(terms: Terms, purpose: string): OwnOrder {
    const order: OwnOrder = { terms, purpose, orderNumbers: [], fate: 'Sent' };
    this.all.push(order);
    return order;
  }

  made(order: OwnOrder, orderNumber: string): void {
    order.orderNumbers.push(orderNumber);
    order.fate = 'Working';
  }

  byRef(orderRef: string): OwnOrder | null {
    return this.all.find(({ terms }) => terms.orderRef === orderRef) ?? null;
  }

  byNumber(orderNumber: string): OwnOrder | null {
    const has = (order: OwnOrder): boolean =>
      order.orderNumbers.some((number) => sameNumber(number, orderNumber));
    return this.all.find(has) ?? null;
  }

  owns(orderNumber: string): boolean {
    return this.byNumber(orderNumber) !== null;
  }

  /** Neither closed nor provably never made. */
  get unsettled(): readonly OwnOrder[] {
    return this.all.filter(({ fate }) => fate === 'Sent' || fate === 'Working');
  }
}
