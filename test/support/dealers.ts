import type { Simulator } from '../../simulator/server.js';

export const KILL_ADMIN = 'kill-test-admin-key-0123456789-0123456789';

/** Of a desk that sends, asks and resends as fast as it may, and can be started again by the same key. */
export function killSettings(exchangeUrl: string, keys: readonly string[]): Record<string, string> {
  return {
    EXCHANGE_BASE_URL: exchangeUrl,
    EXCHANGE_API_KEYS: keys.join(','),
    BROKER_CODE: 'MARINA',
    TRADING_SESSION: 'always',
    RECONCILE_INTERVAL_MS: '1000',
    EXCHANGE_TIMEOUT_MS: '1000',
    EXCHANGE_QUIET_MS: '1000',
    EXCHANGE_TAKES_LATE_MS: '0',
    MARINA_ADMIN_KEY: KILL_ADMIN,
    MARINA_KEY_PEPPER: 'kill-test-pepper-0123456789-0123456789',
  };
}

/** A day order of one of the firm's clients. */
export const DAY_ORDER = {
  side: 'BUY',
  security: 'SD11PLC',
  units: '10',
  price: '11.50',
  timeInForce: 'Day Order (DO)',
  accountNumber: 'C1',
  clientName: 'Ada Obi',
} as const;

export interface Accepted {
  readonly clientOrderId: string;
  readonly id: string;
}

/** How long an order waited for its acknowledgement, by the wall clock. */
export interface Wait {
  readonly from: number;
  readonly until: number;
}

/**
 * Dealers who post, edit and cancel without pause until the service is gone. `elsewhere`: where a post without an answer is
 * repeated; null: nowhere.
 */
export class Dealers {
  readonly accepted: Accepted[] = [];
  readonly waits: Wait[] = [];
  private count = 0;

  constructor(
    private readonly people: number,
    private readonly restMs: number,
    private readonly elsewhere: () => string | null = () => null,
  ) {}

  async run(address: string, isOver: () => boolean): Promise<void> {
    const dealer = async (): Promise<void> => {
      while (!isOver()) {
        await this.act(address).catch(() => undefined);
        await pause(this.restMs);
      }
    };
    await Promise.all(Array.from({ length: this.people }, dealer));
  }

  /** Resolves when that many more orders have been acknowledged. */
  async accepting(more: number): Promise<void> {
    const wanted = this.accepted.length + more;
    while (this.accepted.length < wanted) await pause(5);
  }

  private async act(address: string): Promise<void> {
    this.count += 1;
    const clientOrderId = `kill-${this.count}`;
    const id = await this.acknowledged(address, {
      ...DAY_ORDER,
      clientOrderId,
      side: this.count % 2 === 0 ? 'BUY' : 'SELL',
      units: String(100 + this.count),
      price: this.count % 2 === 0 ? '11.50' : '13.50',
      accountNumber: `C${this.count % 7}`,
    });
    if (id === null) return;
    this.accepted.push({ clientOrderId, id });
    const earlier = this.accepted[this.count % this.accepted.length];
    if (earlier === undefined) return;
    if (this.count % 3 === 0) await call(address, 'POST', `/v1/orders/${earlier.id}/cancel`, {});
    if (this.count % 5 === 0) {
      await call(address, 'PATCH', `/v1/orders/${earlier.id}`, { units: String(900 + this.count) });
    }
  }

  /** The id of the order; null: it was refused, or there is nobody else to ask. */
  private async acknowledged(first: string, order: object): Promise<string | null> {
    const from = wallTime();
    for (let address: string | null = first; address !== null; address = this.elsewhere()) {
      const posted = await call(address, 'POST', '/v1/orders', order).catch(() => null);
      if (posted?.status === 202 || posted?.status === 200) {
        this.waits.push({ from, until: wallTime() });
        return String(posted.body['id']);
      }
      if (posted !== null && posted.status < 500) return null;
      await pause(50);
    }
    return null;
  }
}

/** Other brokers who now and then take some of what the dealers' orders offer. */
export async function trade(exchange: Simulator, isOver: () => boolean): Promise<void> {
  const { control } = exchange.exchange;
  while (!isOver()) {
    for (const { orderNumber } of control.orders().slice(-3)) {
      try {
        control.fill({ orderNumber, units: 1 });
      } catch {
        // The order is closed by now and cannot trade.
      }
    }
    await pause(150);
  }
}

/** Posts a {@link DAY_ORDER}; returns its id. */
export async function postOrder(address: string, clientOrderId: string): Promise<string> {
  const { body } = await call(address, 'POST', '/v1/orders', { ...DAY_ORDER, clientOrderId });
  return String(body['id']);
}

export async function call(
  address: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const asked = (): Promise<Response> =>
    fetch(`${address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${KILL_ADMIN}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  // A kept-alive connection may be closed at the moment it is used again.
  const response = await asked().catch((error: unknown) => {
    if (method === 'GET' && wasReset(error)) return asked();
    throw error;
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

function wasReset(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNRESET';
}

export function wallTime(): number {
  return Date.now();
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
