import { describe, expect, it } from '@jest/globals';
import { type Simulator, startSimulator } from '../../simulator/server.js';
import { type Engine, freshDatabase } from '../support/databases.js';
import { ServiceProcess } from '../support/process.js';

/**
 * kill -9 of the built service under load, again and again on the same data. The exchange checks
 * no duplicates here, so whatever is sent twice is doubled and seen.
 */
const KEYS = ['sk_test_a', 'sk_test_b', 'sk_test_c', 'sk_test_d', 'sk_test_e', 'sk_test_f'];
const ADMIN = 'kill-test-admin-key-0123456789-0123456789';
const PLANS: readonly { engine: Engine; kills: number }[] = [
  { engine: 'sqlite', kills: 50 },
  { engine: 'postgres', kills: 10 },
];

interface Accepted {
  readonly clientOrderId: string;
  readonly id: string;
}

/** Dealers that post, edit and cancel without pause until the service is gone. */
class Load {
  readonly accepted: Accepted[] = [];
  private count = 0;

  async run(address: string, isOver: () => boolean): Promise<void> {
    const dealer = async (): Promise<void> => {
      while (!isOver()) await this.act(address).catch(() => undefined);
    };
    await Promise.all([dealer(), dealer(), dealer(), dealer()]);
  }

  /** Resolves when so many more orders have been acknowledged. */
  async accepting(more: number): Promise<void> {
    const wanted = this.accepted.length + more;
    while (this.accepted.length < wanted) await pause(5);
  }

  private async act(address: string): Promise<void> {
    this.count += 1;
    const clientOrderId = `kill-${this.count}`;
    const posted = await call(address, 'POST', '/v1/orders', {
      clientOrderId,
      side: this.count % 2 === 0 ? 'BUY' : 'SELL',
      security: 'SD11PLC',
      units: String(100 + this.count),
      price: this.count % 2 === 0 ? '11.50' : '13.50',
      timeInForce: 'Day Order (DO)',
      accountNumber: `C${this.count % 7}`,
      clientName: 'Ada Obi',
    });
    if (posted.status !== 202 && posted.status !== 200) return;
    const id = String(posted.body['id']);
    this.accepted.push({ clientOrderId, id });
    const earlier = this.accepted[this.count % this.accepted.length];
    if (earlier === undefined) return;
    if (this.count % 3 === 0) await call(address, 'POST', `/v1/orders/${earlier.id}/cancel`, {});
    if (this.count % 5 === 0) {
      await call(address, 'PATCH', `/v1/orders/${earlier.id}`, { units: String(900 + this.count) });
    }
    await pause(20);
  }
}

describe.each(PLANS)('kill -9, $kills times on $engine', ({ engine, kills }) => {
  it('loses no acknowledged order, doubles none at the exchange, and the audit chain holds', async () => {
    const exchange = await startSimulator({
      seed: 'kill',
      keys: Object.fromEntries(KEYS.map((key) => [key, ['all']])),
      parameters: { duplicateCheck: 'off' },
    });
    const env = await environment(engine, exchange);
    const load = new Load();
    for (let round = 0; round < kills; round += 1) {
      const service = await ServiceProcess.start(env);
      let over = false;
      const running = load.run(service.address, () => over);
      await load.accepting(1 + ((round * 7) % 23));
      await pause((round * 13) % 60);
      await service.end('SIGKILL');
      over = true;
      await running;
    }
    const service = await ServiceProcess.start(env);
    await expectNothingLost(service.address, load.accepted);
    expectNothingDoubled(exchange);
    expect(await service.end('SIGTERM')).toBe(0);
    expect(exchange.exchange.control.worstMinute).toBeLessThanOrEqual(100);
    await exchange.close();
  }, 400_000);
});

async function expectNothingLost(address: string, accepted: readonly Accepted[]): Promise<void> {
  expect(accepted.length).toBeGreaterThan(40);
  const verdict = await call(address, 'POST', '/v1/audit/verifications');
  expect(verdict.body).toMatchObject({ valid: true, firstBadSequence: null });
  for (const { clientOrderId, id } of accepted) {
    const { body } = await call(address, 'GET', `/v1/orders/${id}`);
    expect(body).toMatchObject({ id, clientOrderId });
  }
}

function expectNothingDoubled(exchange: Simulator): void {
  const references = exchange.exchange.control.orders().map((order) => order.orderRef);
  expect(references.length).toBeGreaterThan(10);
  expect(new Set(references).size).toBe(references.length);
}

async function environment(engine: Engine, exchange: Simulator): Promise<Record<string, string>> {
  return {
    DATABASE_URL: await freshDatabase(engine),
    EXCHANGE_BASE_URL: exchange.url,
    EXCHANGE_API_KEYS: KEYS.join(','),
    BROKER_CODE: 'MARINA',
    TRADING_SESSION: 'always',
    RECONCILE_INTERVAL_MS: '1000',
    EXCHANGE_TIMEOUT_MS: '1000',
    EXCHANGE_QUIET_MS: '1000',
    MARINA_ADMIN_KEY: ADMIN,
    MARINA_KEY_PEPPER: 'kill-test-pepper-0123456789-0123456789',
  };
}

async function call(
  address: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${ADMIN}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
