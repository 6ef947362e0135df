import { setMaxListeners } from 'node:events';
import { Agent, fetch, type Headers } from 'undici';
import { key } from './processes.js';

/**
 * A quiet, ordinary day that never ends: dealers who post, edit and cancel, and people who read. With the reconciler
 * it takes about two thirds of the exchange's 100 calls a minute.
 */
const POST_EVERY_MS = 5_000;
const SECURITIES = ['SD11PLC', 'SDZARFOOD', 'SDLAGTRST', 'SDNORCEMT'];
/** So far from the last price nobody fills an order, and it is still inside the exchange's band. */
const FAR = 0.06;
const EDIT_AFTER_MS = 20_000;
const CANCEL_AFTER_MS = 40_000;
/** What the market has not filled by then is cancelled: the working orders do not become more. */
const GIVE_UP_AFTER_MS = 120_000;
const STREAM_OPEN_MS = 25_000;
const EXPORT_DONE_MS = 60_000;
/** However long answers take, callers keep no more open: a busy machine must not look like a service that leaks. */
const CONNECTIONS = 8;
const WRONG_KEY = 'wrong-key-0123456789-0123456789-0123456789';

export type Counts = Record<string, number>;

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

export class SoakLoad {
  /** How often each thing was done; with the status if it was not 2xx: 409 where an order had ended. */
  readonly done: Counts = {};
  private readonly stopping = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  private posted = 0;
  private latestOrder = '';
  private readonly callers = new Agent({ connections: CONNECTIONS });
  /** Each stream has a connection to itself. */
  private readonly listeners = new Agent();

  constructor(private readonly url: string) {}

  start(): void {
    // One for each order that waits for its cancel.
    setMaxListeners(0, this.stopping.signal);
    this.every(POST_EVERY_MS, () => this.liveOrder());
    this.every(2_000, () => this.read('list', '/v1/orders?limit=50'));
    this.every(5_000, () => this.read('order', `/v1/orders/${this.latestOrder}`));
    this.every(5_000, () => this.read('events', `/v1/orders/${this.latestOrder}/events`));
    this.every(10_000, () => this.read('status', '/v1/ops/status'));
    this.every(10_000, () => this.read('breaks', '/v1/breaks'));
    this.every(10_000, () => this.listen());
    this.every(15_000, () => this.knock());
    this.every(60_000, () => this.signInAndOut());
    this.every(120_000, () => this.export());
    this.every(180_000, () => this.verify());
    this.every(300_000, () => this.reportOfDay());
  }

  /** Resolves when what was begun has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.underWay);
    await Promise.all([this.callers.close(), this.listeners.destroy()]);
  }

  private every(ms: number, act: () => Promise<void>): void {
    const timer = setInterval(() => {
      const begun: Promise<void> = act()
        .catch((error: unknown) => {
          if (!this.stopping.signal.aborted) this.count(`failed: ${String(error)}`);
        })
        .finally(() => this.underWay.delete(begun));
      this.underWay.add(begun);
    }, ms);
    this.stopping.signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  }

  /** Half of the orders are near the last price, and filled; of the others half are edited; whatever is left is cancelled. */
  private async liveOrder(): Promise<void> {
    const number = (this.posted += 1);
    const security = SECURITIES[number % SECURITIES.length] ?? '';
    const isFar = number % 8 >= 4;
    const side = number % 3 === 0 ? 'SELL' : 'BUY';
    const { body: quote } = await this.ask('GET', `/v1/market/quotes/${security}`);
    const { lastPrice } = (quote['data'] ?? {}) as { readonly lastPrice?: string };
    if (lastPrice === undefined) return this.count('no quote');
    const away = !isFar ? 0 : side === 'BUY' ? -FAR : FAR;
    const price = (Number(lastPrice) * (1 + away)).toFixed(2);
    const posted = await this.ask('POST', '/v1/orders', {
      clientOrderId: `soak-${number}`,
      side,
      security,
      units: String(1_000 + number),
      price,
      timeInForce: 'Day Order (DO)',
      accountNumber: `C${number % 50}`,
      clientName: 'Ada Obi',
    });
    this.countAnswer('post', posted);
    const id = String(posted.body['id']);
    this.latestOrder = id;
    if (isFar && number % 2 === 0) {
      await this.pause(EDIT_AFTER_MS);
      this.countAnswer('edit', await this.ask('PATCH', `/v1/orders/${id}`, { units: '900' }));
    }
    await this.pause(isFar ? CANCEL_AFTER_MS : GIVE_UP_AFTER_MS);
    const { body: order } = await this.ask('GET', `/v1/orders/${id}`);
    if (order['status'] === 'Filled') return this.count('filled');
    this.countAnswer('cancel', await this.ask('POST', `/v1/orders/${id}/cancel`, {}));
  }

  private async read(what: string, path: string): Promise<void> {
    if (this.latestOrder === '') return;
    this.countAnswer(what, await this.ask('GET', path));
  }

  private async listen(): Promise<void> {
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${key}` };
    const stream = await fetch(`${this.url}/v1/stream`, {
      headers,
      signal: leaving.signal,
      dispatcher: this.listeners,
    });
    this.count(stream.ok ? 'stream' : `stream ${stream.status}`);
    const heard = stream.text().catch(() => undefined);
    await this.pause(STREAM_OPEN_MS).finally(() => leaving.abort());
    await heard;
  }

  /** With a key that nobody has. */
  private async knock(): Promise<void> {
    const { status } = await this.ask('GET', '/v1/orders', undefined, {
      authorization: `Bearer ${WRONG_KEY}`,
    });
    this.count(status === 401 ? 'wrong key' : `wrong key ${status}`);
  }

  private async signInAndOut(): Promise<void> {
    const signedIn = await this.ask('POST', '/v1/session', { key }, {});
    this.countAnswer('sign-in', signedIn);
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const session = { cookie, 'x-csrf-token': String(signedIn.body['csrfToken']) };
    this.countAnswer('sign-out', await this.ask('DELETE', '/v1/session', undefined, session));
  }

  /** Asks for a file of the whole trail, waits for it, reads it and removes it. */
  private async export(): Promise<void> {
    const { body } = await this.ask('POST', '/v1/audit/exports', { format: 'ndjson' });
    const path = `/v1/audit/exports/${String(body['id'])}`;
    const until = Date.now() + EXPORT_DONE_MS;
    for (let state = body['state']; state !== 'Done' && Date.now() < until;) {
      await this.pause(1_000);
      state = (await this.ask('GET', path)).body['state'];
    }
    this.countAnswer('export', await this.ask('GET', `${path}/file`));
    this.countAnswer('export removed', await this.ask('DELETE', path));
  }

  private async verify(): Promise<void> {
    const answer = await this.ask('POST', '/v1/audit/verifications');
    this.count(answer.body['valid'] === true ? 'verification' : 'INVALID');
  }

  private async reportOfDay(): Promise<void> {
    const days = await this.ask('GET', '/v1/trading-days');
    const [day] = days.body['data'] as { readonly tradingDate: string }[];
    const path = `/v1/trading-days/${day?.tradingDate ?? ''}/report?format=html`;
    this.countAnswer('report', await this.ask('GET', path));
  }

  private countAnswer(what: string, { status }: Answer): void {
    const isDone = status >= 200 && status < 300;
    this.count(isDone ? what : `${what} ${status}`);
  }

  private count(what: string): void {
    this.done[what] = (this.done[what] ?? 0) + 1;
  }

  private async ask(
    method: string,
    path: string,
    body?: object,
    who: Record<string, string> = { authorization: `Bearer ${key}` },
  ): Promise<Answer> {
    const question = {
      method,
      dispatcher: this.callers,
      headers: { ...who, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const asked = (): ReturnType<typeof fetch> => fetch(`${this.url}${path}`, question);
    // A kept connection may be closed at the moment it is used again.
    const response = await asked().catch(asked);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const isRecord = isJson && text.startsWith('{') && !path.endsWith('/file');
    const parsed = isRecord ? (JSON.parse(text) as Answer['body']) : {};
    return { status: response.status, body: parsed, headers: response.headers };
  }

  private async pause(ms: number): Promise<void> {
    const { signal } = this.stopping;
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        reject(new Error('The soak is over'));
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', leave);
        resolve();
      }, ms);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
