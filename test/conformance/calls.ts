import type { Call } from '../../src/conformance/courier.js';
import {
  type Findings,
  noFindings,
  type Posted,
  type Sighting,
} from '../../src/conformance/findings.js';
import type { EndpointName } from '../../src/infra/exchange/schema/endpoints.js';
import type { WireReply } from '../../src/infra/exchange/transport/exchange-transport.js';
import { outcomeOf } from '../../src/infra/exchange/transport/outcome.js';

/** Calls and findings as data; a test names only what it is about. */
let made = 0;

export function aCall(
  reply: WireReply,
  endpoint: EndpointName = 'order/enquiry',
  request = '',
): Call {
  made += 1;
  const outcome = outcomeOf(reply);
  return { id: `call-${made}`, endpoint, request, reply, outcome, startedAt: 0, completedAt: 0 };
}

export function replied(status: number, body: unknown): WireReply {
  return { kind: 'Reply', status, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

export const SILENCE: WireReply = { kind: 'NoReply', failure: 'UND_ERR_SOCKET: other side closed' };

/** A success of the standard envelope. */
export function ok(data: unknown, message = 'Done'): Call {
  return aCall(replied(200, { success: true, message, data }));
}

export function no(status: number, message: string): Call {
  return aCall(replied(status, { success: false, message }));
}

export const TERMS = {
  orderRef: 'KREF1',
  side: 'BUY',
  security: 'SD11PLC',
  units: '3',
  price: '11.85',
} as const;

/** An order that was accepted as 700001. */
export function aPost(changes: Partial<Posted> = {}): Posted {
  const ack = { OrderNo: 700001, Status: 'Posted', Message: 'ok', OrderRef: 'KREF1' };
  return { terms: TERMS, call: ok(ack), orderNumber: '700001', ...changes };
}

export function seen(...calls: readonly Call[]): Sighting {
  return { calls, found: calls.at(-1) ?? null, askedAfterMs: 0, afterMs: 0 };
}

export function notSeen(...calls: readonly Call[]): Sighting {
  return { calls, found: null, askedAfterMs: 0, afterMs: null };
}

/** The record of an order enquiry. */
export function aRecord(changes: Record<string, unknown> = {}): Call {
  return ok({
    OrderNo: 700001,
    Company: 'SD11PLC',
    OrderType: 'BUY',
    Quantity: 3,
    MatchedQuantity: 0,
    PendingQuantity: 3,
    BasePrice: 11.85,
    Status: 'Open',
    ...changes,
  });
}

type Resting = NonNullable<Findings['resting']>;

export function aResting(changes: Partial<Resting> = {}): Resting {
  const row = {
    OrderNo: 700001,
    Company: 'SD11PLC',
    OrderType: 'BUY',
    Quantity: 3,
    Status: 'Open',
  };
  return {
    post: aPost(),
    byEnquiry: seen(aRecord()),
    byBrokerList: seen(ok([{ ...row, Broker_Code: 'MARINA' }])),
    byAccountList: seen(ok([row])),
    duplicate: null,
    edit: null,
    cancel: null,
    cancelShown: null,
    editAfterCancel: null,
    cancelAfterCancel: null,
    brokerListAfter: null,
    accountListAfter: null,
    ...changes,
  };
}

export function findings(changes: Partial<Findings> = {}): Findings {
  return { ...noFindings({ brokerCode: 'MARINA', accountNumber: 'C0012345' }), ...changes };
}
