import { join } from 'node:path';
import { request } from 'undici';
import type { BundledExchange, SuggestedOrder } from './bundled-exchange.js';
import { secretFile } from './infra/auth/secrets.js';
import type { Config } from './infra/config/config.js';
import { divide, multiply } from './infra/decimal.js';
import { Clock } from './infra/runtime/clock.js';
import { Random } from './infra/runtime/ids.js';
import type { Service } from './service.js';

/**
 * What a new demo opens on, so that whoever looks at the console for the first time finds work there: orders that are
 * filled, filled in part, edited and cancelled; a post whose reply was lost, and another desk's order that looks like
 * it; an order and an execution that we have not sent; and a resolution that waits for a second person. All of it
 * comes about as it would for callers: by the API of the service and the control of the simulator.
 */
const ACCOUNTS = [
  ['C1000011', 'Ada Obi'],
  ['C1000012', 'Halima Bello'],
  ['C1000013', 'Dangana Pension Fund'],
] as const;

const ASKED_EVERY_MS = 500;
const PATIENCE_MS = 120_000;

interface Demo {
  readonly post: (path: string, body: object, headers?: Record<string, string>) => Promise<Answer>;
  readonly patch: (path: string, body: object) => Promise<Answer>;
  readonly get: (path: string) => Promise<Answer>;
  /** As a person of operations. */
  readonly propose: (path: string, body: object) => Promise<Answer>;
  /** What no caller can make happen. */
  readonly exchange: (action: string, body: object) => Promise<Answer>;
}

type Answer = Readonly<Record<string, unknown>>;

/** Nothing where there are orders already, or where a program has set it up, which counts its own. */
export async function makeDemoDay(
  service: Service,
  config: Config,
  { url, suggestion }: BundledExchange,
): Promise<void> {
  if (config.adminKey !== null) return;
  const keyOf = (role: string): string =>
    secretFile(join(config.dataFolder, `demo-key-${role}`), service.app.get(Random));
  const [dealer, operations] = [keyOf('dealer'), keyOf('operations')];
  const demo: Demo = {
    post: (path, body, headers) =>
      call(service.address, 'POST', path, { key: dealer, body, headers }),
    patch: (path, body) => call(service.address, 'PATCH', path, { key: dealer, body }),
    get: (path) => call(service.address, 'GET', path, { key: operations }),
    propose: (path, body) => call(service.address, 'POST', path, { key: operations, body }),
    exchange: (action, body) => call(url, 'POST', `/control/${action}`, { body }),
  };
  if (rowsOf(await demo.get('/v1/orders?limit=1')).length > 0) return;
  const [timeInForce = ''] = config.timesInForce;
  const firm = { timeInForce, brokerCode: config.brokerCode };
  const day = new DemoDay(demo, suggestion, firm, service.app.get(Clock));
  await day.ordinaryOrders();
  await day.lostReply();
  await day.ordersOfOthers();
}

interface Firm {
  readonly timeInForce: string;
  readonly brokerCode: string;
}

class DemoDay {
  private posted = 0;

  constructor(
    private readonly demo: Demo,
    private readonly suggestion: SuggestedOrder,
    private readonly firm: Firm,
    private readonly clock: Clock,
  ) {}

  async ordinaryOrders(): Promise<void> {
    const { demo } = this;
    const part = await this.order({ side: 'BUY', units: '10000', percent: '92' });
    await this.fill(part, 4_000);
    const whole = await this.order({ side: 'SELL', units: '2500', percent: '107' });
    await this.fill(whole, 2_500);
    const edited = await this.order({ side: 'BUY', units: '6000', percent: '91' });
    await demo.patch(`/v1/orders/${String(edited['id'])}`, { units: '4500' });
    const cancelled = await this.order({ side: 'SELL', units: '1500', percent: '108' });
    await demo.post(`/v1/orders/${String(cancelled['id'])}/cancel`, {
      reason: 'The client asked for it.',
    });
    await this.order({ side: 'BUY', units: '800', percent: '91' });
  }

  /** Two orders of the same terms are at the exchange then, and nothing tells which one is ours. */
  async lostReply(): Promise<void> {
    const lost = { side: 'BUY', units: '3170', percent: '93' } as const;
    // Of this post alone: somebody may be trying the desk already.
    const bodyContains = `"${lost.units}"`;
    await this.demo.exchange('faults', {
      endpoint: 'order/post',
      fault: 'lostReply',
      bodyContains,
    });
    await this.order(lost, 'wait=1');
    await this.placed(lost);
  }

  /**
   * One that works, with the proposal to leave it alone, and one that was executed before anybody saw it: at the price of
   * before, or the market would stay where our executions have moved it, and trade with all that is to wait here.
   */
  async ordersOfOthers(): Promise<void> {
    const { demo } = this;
    const executed = await this.placed({ side: 'BUY', units: '600', percent: '100' }, 1);
    await demo.exchange('fill', { orderNumber: executed });
    const working = await this.placed({ side: 'SELL', units: '1200', percent: '108' }, 1);
    const found = await this.eventually(`/v1/breaks?type=UnknownAtExchange&orderNumber=${working}`);
    if (found === null) return;
    await demo.propose(`/v1/breaks/${String(found['id'])}/resolve`, {
      resolution: 'accept',
      reasonCode: 'KnownExternal',
      text: 'The treasury desk has keyed it at the terminal.',
    });
  }

  private order(terms: Terms, prefer = 'wait=5'): Promise<Answer> {
    this.posted += 1;
    const [accountNumber, clientName] = ACCOUNTS[this.posted % ACCOUNTS.length] ?? ACCOUNTS[0];
    const { side, units } = terms;
    const body = {
      clientOrderId: `demo-day-${this.posted}`,
      side,
      security: this.suggestion.security,
      units,
      price: this.price(terms),
      timeInForce: this.firm.timeInForce,
      accountNumber,
      clientName,
    };
    return this.demo.post('/v1/orders', body, { prefer });
  }

  /** By another desk of the firm, for the client of the last order unless it is for another; its number. */
  private async placed(terms: Terms, client = this.posted): Promise<string> {
    const [accountNumber, clientName] = ACCOUNTS[client % ACCOUNTS.length] ?? ACCOUNTS[0];
    const { side, units } = terms;
    const { security } = this.suggestion;
    const { timeInForce, brokerCode } = this.firm;
    const price = Number(this.price(terms));
    const { orderNumber } = await this.demo.exchange('external/order', {
      side, security, units: Number(units), price, accountNumber, clientName, timeInForce, brokerCode,
    }); // prettier-ignore
    return String(orderNumber);
  }

  private async fill({ orderNumber }: Answer, units: number): Promise<void> {
    if (typeof orderNumber === 'string') await this.demo.exchange('fill', { orderNumber, units });
  }

  /** So far from the market that it does not trade by itself. */
  private price({ percent }: Terms): string {
    return divide(multiply(this.suggestion.price, percent), '100', 2);
  }

  private async eventually(path: string): Promise<Answer | null> {
    for (let waited = 0; waited < PATIENCE_MS; waited += ASKED_EVERY_MS) {
      const [row] = rowsOf(await this.demo.get(path));
      if (row !== undefined) return row;
      await this.clock.sleep(ASKED_EVERY_MS);
    }
    return null;
  }
}

interface Terms {
  readonly side: 'BUY' | 'SELL';
  readonly units: string;
  /** Of the last price. */
  readonly percent: string;
}

interface Call {
  readonly key?: string;
  readonly body?: object;
  readonly headers?: Record<string, string> | undefined;
}

async function call(
  base: string,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  { key, body, headers }: Call,
): Promise<Answer> {
  const { statusCode, body: answer } = await request(`${base}${path}`, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const answered = (await answer.json()) as Answer;
  if (statusCode > 299)
    throw new Error(`${method} ${path} answered ${statusCode}: ${JSON.stringify(answered)}`);
  return answered;
}

function rowsOf({ data }: Answer): readonly Answer[] {
  return Array.isArray(data) ? (data as readonly Answer[]) : [];
}
