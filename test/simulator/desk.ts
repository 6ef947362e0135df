import { createExchange, type Exchange, type ExchangeReply } from '../../simulator/exchange.js';
import type { VenueOptions } from '../../simulator/venue.js';

export const KEY = 'sk_test_desk';

/** Friday 20 November 2026, 12:00 in Lagos. */
export const NOON = Date.parse('2026-11-20T11:00:00.000Z');

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body; null when it is not JSON. */
  readonly json: Record<string, unknown> | null;
  readonly data: unknown;
}

/** A client of the simulator's core, with a clock that the test moves. */
export class Desk {
  readonly exchange: Exchange;
  now: number;
  key: string = KEY;
  private posted = 0;

  constructor(options: VenueOptions & { startAt?: number } = {}) {
    const { startAt = NOON, ...venue } = options;
    this.now = startAt;
    const clock = { now: (): number => this.now };
    this.exchange = createExchange({ keys: { [KEY]: ['all'] }, clock, ...venue });
  }

  get(path: string): Answer {
    return this.call('GET', path, '');
  }

  send(path: string, body: unknown): Answer {
    return this.call('POST', path, JSON.stringify(body));
  }

  post(fields: Record<string, unknown> = {}): Answer {
    this.posted += 1;
    return this.send('order/post', { ...postBody(`REF${this.posted}`), ...fields });
  }

  /** Posts an order and returns its order number. */
  posts(fields: Record<string, unknown> = {}): string {
    return numberIn(this.post(fields));
  }

  enquire(orderNumber: string): Record<string, unknown> {
    return recordOf(this.send('order/enquiry', { orderNumber }));
  }

  trades(tradeDate = this.exchange.control.state().tradingDate): Record<string, unknown>[] {
    return rowsOf(this.send('daily/trades', { tradeDate, orderStatus: 'Matched' }));
  }

  private call(method: string, path: string, body: string): Answer {
    return answerOf(
      this.exchange.handle({
        method,
        path: `/v2/vendor/${path}`,
        headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' },
        body,
      }),
    );
  }
}

export function postBody(orderRef: string): Record<string, unknown> {
  return {
    orderType: 'BUY',
    security: 'SD11PLC',
    timeInForce: 'Day Order (DO)',
    accountNumber: 'CDS0001',
    brokerCode: 'MRNA',
    units: '1000',
    price: '12.50',
    clientName: 'Ada Client',
    orderRef,
  };
}

function answerOf(reply: ExchangeReply): Answer {
  let json: Record<string, unknown> | null = null;
  try {
    json = JSON.parse(reply.body) as Record<string, unknown>;
  } catch {
    json = null;
  }
  return {
    status: reply.status,
    text: reply.body,
    headers: reply.headers,
    json,
    data: json?.['data'],
  };
}

/** The digits of OrderNo exactly as written in the text. */
export function numberIn(answer: Answer): string {
  const digits = /"OrderNo":"?(\d+)/.exec(answer.text)?.[1];
  if (digits === undefined) throw new Error(`No OrderNo in ${answer.text}`);
  return digits;
}

export function recordOf(answer: Answer): Record<string, unknown> {
  if (typeof answer.data !== 'object' || answer.data === null)
    throw new Error(`No record in ${answer.text}`);
  return answer.data as Record<string, unknown>;
}

export function rowsOf(answer: Answer): Record<string, unknown>[] {
  if (!Array.isArray(answer.data)) throw new Error(`No rows in ${answer.text}`);
  return answer.data as Record<string, unknown>[];
}
