import type { Ids } from '../../infra/runtime/ids.js';
import { cancelBody, editBody, postBody } from '../../infra/exchange/api/trading-api.js';
import {
  decimalField,
  bareNumber,
  orderNumberField,
  textField,
  type WireRecord,
} from '../../infra/exchange/schema/wire.js';
import type { Call, Courier } from '../courier.js';
import type { Posted, Sighting, Terms } from '../findings.js';
import { OwnOrders } from './own-orders.js';
import { ackOf, formOf, madeOrder, recordOf, rowsOf } from '../replies.js';

/** Posts, edits, cancels and enquires for the probes, and keeps track of what was posted. */
export interface Party {
  readonly brokerCode: string;
  readonly accountNumber: string;
  readonly clientName: string;
  readonly timeInForce: string;
}

/** Pauses before the questions of a sighting: fifteen seconds in all. */
const PAUSES_MS = [0, 1_000, 2_000, 4_000, 8_000] as const;
const REF_LENGTH = 19;

export class ProbeDesk {
  readonly own = new OwnOrders();
  /** Numbers from before our first post: never touched, whatever a reply says. */
  private readonly others = new Set<string>();

  constructor(
    readonly courier: Courier,
    readonly party: Party,
    private readonly ids: Ids,
  ) {}

  /** Short and plain upper case: the characters allowed in a reference are not documented. */
  newRef(): string {
    return `K${this.ids.next('').slice(-REF_LENGTH)}`;
  }

  async post(terms: Terms, purpose: string): Promise<Call> {
    const order = this.own.note(terms, purpose);
    const call = await this.courier.ask('order/post', {
      body: postBody({ ...this.party, ...terms }),
    });
    const orderNumber = this.ours(madeOrder(call));
    const echo = ackOf(call).orderRef;
    // A reply about another order proves nothing about this one.
    if (echo !== null && echo !== terms.orderRef) return call;
    if (orderNumber !== null && !this.own.owns(orderNumber)) this.own.made(order, orderNumber);
    else if (isClearRefusal(call) || orderNumber !== null) order.fate = 'NotMade';
    return call;
  }

  /** Call with lists from before our first post. */
  protect(list: Call): void {
    for (const row of rowsOf(list) ?? []) {
      const number = orderNumberField(row, 'OrderNo');
      if (number !== null) this.others.add(bareNumber(number));
    }
  }

  private ours(orderNumber: string | null): string | null {
    const foreign = orderNumber !== null && this.others.has(bareNumber(orderNumber));
    return foreign ? null : orderNumber;
  }

  /** Null when the reply names no order that can be this one. */
  async placed(terms: Terms, purpose: string): Promise<Posted | null> {
    const call = await this.post(terms, purpose);
    const orderNumber = this.own.byRef(terms.orderRef)?.orderNumbers[0];
    return orderNumber === undefined ? null : { terms, call, orderNumber };
  }

  async edit(orderNumber: string, units: string, price: string): Promise<Call> {
    const { brokerCode } = this.party;
    const call = await this.courier.ask('order/edit', {
      body: editBody({ orderNumber, brokerCode, units, price }),
    });
    const order = this.own.byNumber(orderNumber);
    const now = this.ours(madeOrder(call));
    if (order !== null && now !== null && !this.own.owns(now)) this.own.made(order, now);
    return call;
  }

  /** An edit may have changed the number. */
  currentNumber({ terms, orderNumber }: Posted): string {
    return this.own.byRef(terms.orderRef)?.orderNumbers.at(-1) ?? orderNumber;
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

  /** Asks until the reply shows it, with growing pauses. */
  async until(
    ask: () => Promise<Call>,
    shows: (call: Call) => boolean,
    since: Call,
  ): Promise<Sighting> {
    const [sighting] = await this.untilAll([{ ask, shows }], since);
    if (sighting === undefined) throw new Error('One question has one sighting');
    return sighting;
  }

  /** Several questions in turns, so that none waits for another to succeed. */
  async untilAll(watches: readonly Watch[], since: Call): Promise<readonly Sighting[]> {
    const seen = watches.map((): { calls: Call[]; found: Call | null } => ({
      calls: [],
      found: null,
    }));
    for (const pause of PAUSES_MS) {
      if (seen.every(({ found }) => found !== null)) break;
      await this.courier.pause(pause);
      for (const [index, watch] of watches.entries()) {
        const one = seen[index];
        if (one === undefined || one.found !== null) continue;
        const call = await watch.ask();
        one.calls.push(call);
        if (watch.shows(call)) one.found = call;
      }
    }
    return seen.map(({ calls, found }) => ({
      calls,
      found,
      askedAfterMs: (calls[0]?.startedAt ?? since.completedAt) - since.completedAt,
      afterMs: found === null ? null : found.completedAt - since.completedAt,
    }));
  }
}

interface Watch {
  readonly ask: () => Promise<Call>;
  readonly shows: (call: Call) => boolean;
}

export function nothingPending(call: Call): boolean {
  const record = recordOf(call);
  return record !== null && decimalField(record, 'PendingQuantity') === '0';
}

/** False for a record of another security or side. */
export function couldBe(record: WireRecord, { security, side }: Terms): boolean {
  const company = textField(record, 'Company')?.toUpperCase();
  const letter = textField(record, 'OrderType')?.toUpperCase().charAt(0);
  return company === security.toUpperCase() && letter === side.charAt(0);
}

/** A refusal that names no order. Anything less clear leaves the order in doubt. */
function isClearRefusal(call: Call): boolean {
  const form = formOf(call);
  if (form === 'error-envelope' || form === 'success-false') return true;
  if (['ScopeRefused', 'NotSent'].includes(call.outcome.class)) return true;
  return form === 'success-with-record' && /reject/i.test(ackOf(call).statusWord ?? '');
}
