import 'reflect-metadata';
import { type Simulator, startSimulator, type SimulatorOptions } from '../../simulator/server.js';
import type { Clock } from '../../src/infra/clock.js';
import { type Config, readConfig } from '../../src/infra/config.js';
import { startService, type Service } from '../../src/service.js';
import { type Engine, freshDatabase, temporaryFolder } from './databases.js';

export const ADMIN_KEY = 'test-admin-key-0123456789-0123456789';

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface OrderBody {
  readonly id: string;
  readonly status: string;
  readonly orderNumber: string | null;
  readonly orderRef: string;
  readonly exchangeStatus: string | null;
  readonly reason: string | null;
  readonly units: string;
  readonly price: string;
  readonly matchedUnits: string;
  readonly pendingUnits: string;
  readonly averagePrice: string | null;
  readonly version: number;
  readonly openBreaks: number;
  readonly tradingDate: string;
  readonly pending: {
    readonly kind: string;
    readonly state: string;
    readonly notBefore: string | null;
  } | null;
  readonly evidence: { readonly grade: string | null; readonly certain: boolean };
}

export interface ListBody<T> {
  readonly data: readonly T[];
  readonly page: {
    readonly limit: number;
    readonly nextCursor: string | null;
    readonly hasMore: boolean;
  };
}

/** The whole application over real HTTP, with a simulated exchange and a database of its own. */
export class Desk {
  private orders = 0;

  private constructor(
    readonly exchange: Simulator,
    readonly service: Service,
    readonly config: Config,
  ) {}

  static async open(
    engine: Engine,
    options: {
      simulator?: SimulatorOptions;
      env?: Record<string, string>;
      databaseUrl?: string;
      exchange?: Simulator;
      clock?: Clock;
    } = {},
  ): Promise<Desk> {
    const exchange =
      options.exchange ??
      (await startSimulator({ seed: 'desk', market: 'off', ...options.simulator }));
    const config = readConfig({
      PORT: '0',
      DATABASE_URL: options.databaseUrl ?? (await freshDatabase(engine)),
      EXCHANGE_BASE_URL: exchange.url,
      EXCHANGE_API_KEYS: 'sk_test_simulator',
      BROKER_CODE: 'MARINA',
      TRADING_SESSION: 'always',
      RECONCILE_INTERVAL_MS: '300',
      EXCHANGE_TIMEOUT_MS: '1500',
      EXCHANGE_QUIET_MS: '400',
      MARINA_ADMIN_KEY: ADMIN_KEY,
      MARINA_KEY_PEPPER: 'test-pepper-0123456789-0123456789',
      LOG_LEVEL: 'silent',
      MARINA_CHECKPOINT_DIR: temporaryFolder(),
      ...options.env,
    });
    return new Desk(exchange, await startService(config, options.clock), config);
  }

  async close(): Promise<void> {
    await this.service.app.close();
    await this.exchange.close();
  }

  /** A call of the API; `key` null sends none. */
  async call<T = Record<string, unknown>>(
    method: string,
    path: string,
    options: {
      body?: unknown;
      raw?: string;
      headers?: Record<string, string>;
      key?: string | null;
    } = {},
  ): Promise<Answer<T>> {
    const body =
      options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const key = options.key === undefined ? ADMIN_KEY : options.key;
    const response = await fetch(`${this.service.address}${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : text) as T,
    };
  }

  terms(changes: Record<string, unknown> = {}): Record<string, unknown> {
    this.orders += 1;
    return {
      clientOrderId: `web-${this.orders}`,
      side: 'BUY',
      security: 'SD11PLC',
      units: '1000',
      price: '12.50',
      timeInForce: 'Day Order (DO)',
      accountNumber: 'C0012345',
      clientName: 'Ada Obi',
      ...changes,
    };
  }

  post(changes: Record<string, unknown> = {}, wait = 5): Promise<Answer<OrderBody>> {
    return this.call<OrderBody>('POST', '/v1/orders', {
      body: this.terms(changes),
      headers: { prefer: `wait=${wait}` },
    });
  }

  edit(
    id: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<OrderBody>> {
    return this.call<OrderBody>('PATCH', `/v1/orders/${id}`, {
      body,
      headers: { prefer: 'wait=5', ...headers },
    });
  }

  cancel(id: string, body: unknown = {}, wait = 5): Promise<Answer<OrderBody>> {
    return this.call<OrderBody>('POST', `/v1/orders/${id}/cancel`, {
      body,
      headers: { prefer: `wait=${wait}` },
    });
  }

  async order(id: string): Promise<OrderBody> {
    return (await this.call<OrderBody>('GET', `/v1/orders/${id}`)).body;
  }

  async list<T>(path: string): Promise<readonly T[]> {
    return (await this.call<ListBody<T>>('GET', path)).body.data;
  }

  /** The order once the condition holds; fails with the order as it is when the time is over. */
  async until(
    id: string,
    holds: (order: OrderBody) => boolean,
    withinMs = 8_000,
  ): Promise<OrderBody> {
    const end = Date.now() + withinMs;
    for (;;) {
      const order = await this.order(id);
      if (holds(order)) return order;
      if (Date.now() > end) throw new Error(`The order never got there: ${JSON.stringify(order)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** The newest open break that fits the filter, as soon as there is one. */
  async openBreak<T>(filter: string, withinMs = 15_000): Promise<T> {
    const end = Date.now() + withinMs;
    for (;;) {
      const [found] = await this.list<T>(`/v1/breaks?open=true&${filter}`);
      if (found !== undefined) return found;
      if (Date.now() > end) throw new Error(`There was no break: ${filter}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** A reconciliation pass now. */
  async reconcile(): Promise<void> {
    await this.call('POST', '/v1/reconciliation/runs');
  }
}
