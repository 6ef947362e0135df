import type { CallSpec } from '../../../../src/infra/exchange/client/call-journal.js';
import type { EndpointName } from '../../../../src/infra/exchange/schema/endpoints.js';
import { acknowledgementOf } from '../../../../src/infra/exchange/api/trading-api.js';
import type { OrderRequest } from '../../../../src/orders/order/requests/order-request.js';
import type { Order, OrderState } from '../../../../src/orders/order/order.js';
import { classFor, applyReply } from '../../../../src/orders/dispatch/call-outcome.js';
import {
  aNewOrder,
  anOrder,
  aRequest,
  aState,
  after,
  at,
  QUIET_MS,
} from '../../../support/builders.js';
import { FuzzedExchange, isSuccess, plainly, REPLIES } from '../client/fuzzed-exchange.js';

/** A positive whole number, as a number or as a text: a possible order number. */
function isNumber(named: unknown): boolean {
  const plain = typeof named === 'number' || typeof named === 'string';
  return plain && Number.isInteger(Number(named)) && Number(named) > 0;
}

describe(`${REPLIES} replies to what may trade`, () => {
  let exchange: FuzzedExchange;

  beforeAll(async () => {
    exchange = await FuzzedExchange.open();
  });
  afterAll(() => exchange.close());

  /** Applies the next reply to the order, as the answer to this request. */
  const settle = async (
    endpoint: EndpointName,
    order: Order,
    request: OrderRequest,
  ): Promise<OrderState> => {
    const wish: CallSpec = { endpoint, lane: 'cancel', body: '{}', operator: null };
    const call = await exchange.journal.read(wish);
    if ('why' in call) throw new Error(call.why);
    const { outcome } = call;
    const ack = acknowledgementOf(outcome);
    const kind = classFor(outcome.class, request.kind, ack.orderRef, order.orderRef);
    const said = { ...ack, class: kind, message: outcome.message };
    const before = aState({ order, requests: [request] });
    const settled = { ...said, numberTaken: false };
    const change = applyReply(before, request, request.claimNumber, settled, at(), {
      quietMs: QUIET_MS,
    });
    return after(before, change);
  };

  it('to a post make it Posted only when they say so in every documented word', async () => {
    let posted = 0;
    let unknown = 0;
    await exchange.each(async (reply) => {
      const post = aRequest({ state: 'Sent' });
      const { order, requests } = await settle('order/post', aNewOrder(), post);
      expect(['New', 'Posted']).toContain(order.status);
      if (order.status === 'New') {
        if (requests[0]?.state === 'Unknown') unknown += 1;
        expect(requests).toHaveLength(1);
        return;
      }
      posted += 1;
      const body = plainly(reply);
      const data = body?.['data'] as Record<string, unknown>;
      expect(isSuccess(reply)).toBe(true);
      expect(String(body?.['success']).trim().toLowerCase()).toBe('true');
      expect(String(data['Status']).trim().toLowerCase()).toBe('posted');
      expect(String(data['OrderRef']).trim().toUpperCase()).toBe('TAAAAAAAAAAAAAAAAAAA');
      expect(order.orderNumber).toMatch(/^\d{1,60}$/);
      expect(Number(order.orderNumber)).toBe(Number(data['OrderNo']));
    });
    // The test proves nothing unless both happen often.
    expect(posted).toBeGreaterThan(REPLIES / 100);
    expect(unknown).toBeGreaterThan(REPLIES / 10);
  });

  it.each([
    ['order/edit', 'Amended', 'Edit', { units: '200', price: '13' }],
    ['order/cancel', 'Cancelled', 'Cancel', {}],
  ] as const)(
    'to %s make the order %s only when they say so, and of no other order',
    async (endpoint, word, kind, terms) => {
      let believed = 0;
      let unknown = 0;
      await exchange.each(async (reply, index) => {
        // Most replies name 700001, so every second one is about another order.
        const ours = index % 2 === 0 ? '700001' : '700002';
        const request = aRequest({ kind, state: 'Sent', ...terms });
        const { order, requests } = await settle(endpoint, anOrder({ orderNumber: ours }), request);
        if (order.status === 'Open') {
          if (requests[0]?.state === 'Unknown') unknown += 1;
          expect(requests).toHaveLength(1);
          expect([order.units, order.price]).toEqual(['100', '12.5']);
          expect(order.orderNumber).toBe(ours);
          return;
        }
        believed += 1;
        expect(order.status).toBe(word);
        const body = plainly(reply);
        const data = body?.['data'] as Record<string, unknown>;
        expect(isSuccess(reply)).toBe(true);
        expect(body?.['success']).toBe(true);
        expect(String(data['Status']).trim().toLowerCase()).toBe(word.toLowerCase());
        const named = data['OrderNo'];
        if (isNumber(named)) expect(Number(named)).toBe(Number(order.orderNumber));
        // An edit may replace the order by another; a cancel concerns this order or none.
        if (kind === 'Cancel') expect(order.orderNumber).toBe(ours);
      });
      expect(believed).toBeGreaterThan(REPLIES / 400);
      expect(unknown).toBeGreaterThan(REPLIES / 10);
    },
  );
});
