import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventView } from '../../src/orders/audit-trail/audit-events.js';
import { Desk } from '../support/desk.js';

describe('Callers', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open('sqlite');
  });

  afterAll(() => desk.close());

  it('are in the trail with key, address and request, and found by the request', async () => {
    const made = await desk.call('POST', '/v1/api-keys', {
      body: { name: 'web desk', scopes: ['orders:write'] },
    });
    const requests = ['req-1', 'req-12', 'q-1'];
    for (const requestId of requests) {
      const { status } = await desk.call('POST', '/v1/orders', {
        key: String(made.body['secret']),
        body: desk.terms(),
        headers: { 'x-request-id': requestId },
      });
      expect(status).toBe(202);
    }
    const ofRequest = (id: string) => desk.list<EventView>(`/v1/audit/events?requestId=${id}`);
    for (const requestId of requests) {
      expect(await ofRequest(requestId)).toMatchObject([
        {
          type: 'ORDER_RECEIVED',
          actor: 'key:web desk',
          keyId: made.body['id'],
          sourceAddress: '127.0.0.1',
          requestId,
        },
      ]);
    }
    expect(await ofRequest('127.0.0.1')).toEqual([]);
    const [first] = await desk.list<EventView>('/v1/audit/events');
    expect(first).toMatchObject({
      actor: 'system:marina',
      keyId: null,
      sourceAddress: null,
      requestId: null,
    });
  });
});
