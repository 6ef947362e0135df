import type { Ids } from '../infra/ids.js';
import { cancelBody, editBody, postBody } from '../infra/exchange/trading-api.js';
import { decimalField } from '../infra/exchange/wire.js';
import type { Call, Courier } from './courier.js';
import type { Posted, Sighting, Terms } from './findings.js';
import { OwnOrders } from './own-orders.js';
import { ackOf, formOf, madeOrder, recordOf } from './replies.js';

/** Posts, edits, cancels and asks on behalf of the probes, and keeps account of what was posted. */
export interface Party {
  readonly brokerCode: string;
  readonly accountNumber: string;
  readonly clientName: string;
  readonly timeInForce: string;
}

/** Pauses before each question of a sighting: fifteen seconds in all. */
const PATIENCE_MS = [0, 1_000, 2_000, 4_000, 8_000] as const;
const REF_LENGTH = 19;

export class ProbeDesk {
  readonly own = new OwnOrders();

  constructor(
    readonly courier: Courier,
    readonly party: Party,
    private readonly ids: Ids,
  ) {}

  /** Short, upper case and plain: what a reference may hold is not documented. */
  newRef(): string {
    return `K${this.ids.next('').slice(-REF_LENGTH)}`;
  }

  async post(terms: Terms, purpose: string): Promise<Call> {
    const order = this.own.note(terms, purpose);
    const call = await this.courier.ask('order/post', {
      body: postBody({ ...this.party, ...terms }),
    });
    const orderNumber = madeOrder(call);
    if (orderNumber !== null && !this.own.owns(orderNumber)) this.own.made(order, orderNumber);
    else if (isPlainNo(call) || orderNumber !== null) order.fate = 'NotMade';
    return call;
  }

  /** Null when the reply names no order. */
  async placed(terms: Terms, purpose: string): Promise<Posted | null> {
    const call = await this.post(terms, purpose);
    const orderNumber = madeOrder(call);
    return orderNumber === null ? null : { terms, call, orderNumber };
  }

  async edit(orderNumber: string, units: string, price: string): Promise<Call> {
    const { brokerCode } = this.party;
    const call = await this.courier.ask('order/edit', {
      body: editBody({ orderNumber, brokerCode, units, price }),
    });
    const order = this.own.byNumber(orderNumber);
    const now = madeOrder(call);
    if (order !== null && now !== null && !this.own.owns(now)) this.own.made(order, now);
    return call;
  }

  cancel(orderNumber: string): Promise<Call> {
    return this.courier.ask('order/cancel', { body: cancelBody(orderNumber) });
  }

  async enquire(orderNumber: string): Promise<Call> {
    const call = await this.courier.ask('order/enquiry', { body: JSON.stringify({ orderNumber }) });
    const order = this.own.byNumber(orderNumber);
    if (order?.orderNumbers.length === 1 && nothingPending(call)) order.fate = 'Closed';
    return call;
  }

  brokerList(): Promise<Call> {
    const { brokerCode } = this.party;
    return this.courier.ask('broker/order/enquiry', { body: JSON.stringify({ brokerCode }) });
  }

  accountList(): Promise<Call> {
    const shareholderAccount = this.party.accountNumber;
    return this.courier.ask('shareholder/enquiry', {
      body: JSON.stringify({ shareholderAccount }),
    });
  }

  trades(tradeDate: string, orderStatus: string): Promise<Call> {
    return this.courier.ask('daily/trades', { body: JSON.stringify({ tradeDate, orderStatus }) });
  }

  /** Asks until the reply shows it, with longer and longer pauses. */
  async until(
    ask: () => Promise<Call>,
    shows: (call: Call) => boolean,
    since: Call,
  ): Promise<Sighting> {
    const calls: Call[] = [];
    for (const pause of PATIENCE_MS) {
      await this.courier.pause(pause);
      const call = await ask();
      calls.push(call);
      const afterMs = call.completedAt - since.completedAt;
      if (shows(call)) return { calls, found: call, afterMs };
    }
    return { calls, found: null, afterMs: null };
  }
}

/** The record says that nothing of the order is left to be done. */
export function nothingPending(call: Call): boolean {
  const record = recordOf(call);
  return record !== null && decimalField(record, 'PendingQuantity') === '0';
}

/** A no that names no order. Anything less clear leaves the order in doubt. */
function isPlainNo(call: Call): boolean {
  const form = formOf(call);
  if (form === 'error-envelope' || form === 'success-false') return true;
  if (['ScopeRefused', 'NotSent'].includes(call.outcome.class)) return true;
  return form === 'success-with-record' && /reject/i.test(ackOf(call).statusWord ?? '');
}
