import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Clock } from '../../../src/infra/clock.js';
import { readConfig } from '../../../src/infra/config.js';
import { Database } from '../../../src/infra/database/database.js';
import type { CallJournal, CallWish } from '../../../src/infra/exchange/call-journal.js';
import { ENDPOINTS, type EndpointName } from '../../../src/infra/exchange/endpoints.js';
import { EnquiryApi } from '../../../src/infra/exchange/enquiry-api.js';
import type { WireReply } from '../../../src/infra/exchange/exchange-transport.js';
import { acknowledgementOf } from '../../../src/infra/exchange/trading-api.js';
import { settleReply } from '../../../src/orders/domain/settling.js';
import { SCHEMA } from '../../../src/schema.js';
import { aNewOrder, aRequest, aState, after, at, QUIET_MS } from '../../support/builders.js';
import { callJournal, exchangeKeys } from '../../support/journal.js';
import { anyReply } from './any-reply.js';

const REPLIES = 10_000;

/** Minutes pass between calls, so that neither the budget nor a rested key is in the way. */
class PassingClock extends Clock {
  private time = Date.UTC(2026, 10, 20, 10);

  override now(): number {
    return this.time;
  }

  override steady(): number {
    return this.time;
  }

  pass(ms: number): void {
    this.time += ms;
  }
}

/** What the text says to a reader who knows nothing of our code. */
function plainly(reply: WireReply): Record<string, unknown> | null {
  if (reply.kind !== 'Reply') return null;
  try {
    const body: unknown = JSON.parse(reply.body);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

describe(`${REPLIES} replies that may say anything`, () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const replies = fc.sample(anyReply, { numRuns: REPLIES, seed });
  const clock = new PassingClock();
  const unhandled: unknown[] = [];
  const noteUnhandled = (reason: unknown): void => void unhandled.push(reason);
  let next: WireReply;
  let database: Database;
  let journal: CallJournal;
  let enquiries: EnquiryApi;

  beforeAll(async () => {
    process.on('unhandledRejection', noteUnhandled);
    const config = readConfig({
      DATABASE_URL: 'sqlite::memory:',
      EXCHANGE_BASE_URL: 'http://127.0.0.1:9',
      EXCHANGE_API_KEYS: 'sk_test_fuzz',
      BROKER_CODE: 'MRNA',
    });
    database = await Database.open(config.databaseUrl, SCHEMA, clock);
    const ground = { config, database, clock };
    const keys = exchangeKeys(ground);
    await keys.register();
    journal = callJournal(ground, { send: () => Promise.resolve(next) }, keys);
    enquiries = new EnquiryApi(journal);
  });

  afterAll(async () => {
    process.off('unhandledRejection', noteUnhandled);
    await database.close();
  });

  const each = async (look: (reply: WireReply, index: number) => Promise<void>): Promise<void> => {
    for (const [index, reply] of replies.entries()) {
      next = reply;
      clock.pass(70_000);
      try {
        await look(reply, index);
      } catch (error) {
        const shown = JSON.stringify(reply).slice(0, 2_000);
        throw new Error(`Seed ${seed}, reply ${index}: ${shown}`, { cause: error });
      }
    }
    expect(unhandled).toEqual([]);
  };

  it('to a post make it Posted only when they say so in every documented word', async () => {
    let posted = 0;
    let unknown = 0;
    await each(async (reply) => {
      const wish: CallWish = { endpoint: 'order/post', lane: 'cancel', body: '{}', operator: null };
      const call = await journal.read(wish);
      if ('why' in call) throw new Error(call.why);
      const { outcome } = call;
      const said = {
        ...acknowledgementOf(outcome),
        class: outcome.class,
        message: outcome.message,
      };
      const post = aRequest({ state: 'Sent' });
      const before = aState({ order: aNewOrder(), requests: [post] });
      const settled = { ...said, numberTaken: false };
      const change = settleReply(before, post, post.epoch, settled, at(), { quietMs: QUIET_MS });
      const { order, requests } = after(before, change);
      expect(['New', 'Posted']).toContain(order.status);
      if (order.status === 'New') {
        if (requests[0]?.state === 'Unknown') unknown += 1;
        expect(requests).toHaveLength(1);
        return;
      }
      posted += 1;
      const body = plainly(reply);
      const data = body?.['data'] as Record<string, unknown>;
      expect(reply.kind === 'Reply' && reply.status >= 200 && reply.status < 300).toBe(true);
      expect(body?.['success']).toBe(true);
      expect(String(data['Status']).trim().toLowerCase()).toBe('posted');
      expect(String(data['OrderRef']).trim()).toBe('TAAAAAAAAAAAAAAAAAAA');
      expect(order.orderNumber).toMatch(/^\d{1,60}$/);
      expect(Number(order.orderNumber)).toBe(Number(data['OrderNo']));
    });
    // The run is no proof unless both happen often.
    expect(posted).toBeGreaterThan(100);
    expect(unknown).toBeGreaterThan(1_000);
  }, 120_000);

  it('to an enquiry or a list become rows only of what is written there', async () => {
    let rows = 0;
    await each(async (reply, index) => {
      const options = { lane: 'cancel' } as const;
      const ask = [
        () => enquiries.order('700001', options),
        () => enquiries.broker('MRNA', options),
        () => enquiries.account('CDS-1', options),
        () => enquiries.trades('2026-11-20', options),
      ];
      const answer = await ask[index % ask.length]?.();
      if (answer?.kind !== 'Answer') return;
      const body = plainly(reply);
      expect(body?.['success']).toBe(true);
      const data = body?.['data'];
      const given = (Array.isArray(data) ? data : [data]) as unknown[];
      expect(answer.rows.length + answer.odd).toBe(given.length);
      rows += answer.rows.length;
      const written = given
        .map((row) => (row as Record<string, unknown> | null)?.['OrderNo'])
        .map((token) => (typeof token === 'object' ? NaN : Number(token)));
      for (const row of answer.rows) {
        expect(written).toContain(Number(row.orderNumber));
        expect(row.units === null || /^-?\d+(\.\d+)?$/.test(row.units)).toBe(true);
      }
    });
    expect(rows).toBeGreaterThan(1_000);
  }, 120_000);

  it('to any of the 20 endpoints are stored as received, and nothing is polluted', async () => {
    const endpoints = Object.keys(ENDPOINTS) as EndpointName[];
    await each(async (_reply, index) => {
      const endpoint = endpoints[index % endpoints.length] ?? 'sectors';
      const call = await journal.read({ endpoint, lane: 'cancel', body: '{}', operator: null });
      expect(call).toHaveProperty('outcome');
    });
    expect(({} as Record<string, unknown>)['OrderNo']).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
    const [stored] = await database.reading.query<{ calls: number }>(
      'SELECT count(*) AS calls FROM exchange_calls WHERE completed_at IS NOT NULL',
    );
    expect(stored?.calls).toBe(3 * REPLIES);
    const [shapes] = await database.reading.query<{ kinds: number }>(
      'SELECT count(*) AS kinds FROM exchange_shapes',
    );
    expect(shapes?.kinds).toBeGreaterThan(500);
    expect(shapes?.kinds).toBeLessThanOrEqual(2_000);
  }, 120_000);
});
