/*
 * The exchange on a socket. Wire faults are applied here: a connection that is closed or reset, a body
 * that is cut, drips or never ends, a wait before or after the effect. The effect takes place even if
 * the caller has disconnected.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { isControlPath } from './control/control-paths.js';
import {
  createExchange,
  type Exchange,
  type ExchangeClock,
  type ExchangeReply,
} from './exchange.js';
import type { Diary } from './diary.js';
import type { VenueOptions } from './venue.js';

export interface SimulatorOptions extends VenueOptions {
  /** 0, the default, picks a free port. */
  readonly port?: number;
  readonly host?: string;
  readonly clock?: ExchangeClock;
  /** Records what changes the exchange, and restores it after a restart. */
  readonly diary?: Diary;
}

export interface Simulator {
  readonly url: string;
  readonly port: number;
  readonly exchange: Exchange;
  close(): Promise<void>;
}

const ADVANCE_EVERY_MS = 500;
const LARGEST_BODY = 4 * 1024 * 1024;
const DRIPS = 20;
const ENDLESS_CHUNK = ' '.repeat(16 * 1024);

type After = (delayMs: number, action: () => void) => () => void;

const systemTimer: After = (delayMs, action) => {
  const timer = setTimeout(action, delayMs).unref();
  return () => clearTimeout(timer);
};
const SYSTEM_CLOCK: ExchangeClock = { now: () => Date.now() };

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > LARGEST_BODY) throw new Error('The body is too large');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function headersOf(request: IncomingMessage): Record<string, string | undefined> {
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

type Wait = (ms: number) => Promise<void>;

function waiter(after: After): Wait {
  return (ms) => (ms <= 0 ? Promise.resolve() : new Promise((done) => void after(ms, done)));
}

interface Slowly {
  readonly overMs: number;
  readonly wait: Wait;
}

async function drip(
  response: ServerResponse,
  body: Buffer,
  { overMs, wait }: Slowly,
): Promise<void> {
  const step = Math.max(1, Math.ceil(body.length / DRIPS));
  for (let place = 0; place < body.length && !response.destroyed; place += step) {
    response.write(body.subarray(place, place + step));
    await wait(overMs / DRIPS);
  }
  response.end();
}

async function flood(
  response: ServerResponse,
  bytes: number,
  { overMs, wait }: Slowly,
): Promise<void> {
  const chunks = Math.max(1, Math.ceil(bytes / ENDLESS_CHUNK.length));
  for (let sent = 0; sent < chunks && !response.destroyed; sent += 1) {
    response.write(ENDLESS_CHUNK);
    await wait(overMs / chunks);
  }
  response.destroy();
}

async function send(response: ServerResponse, reply: ExchangeReply, wait: Wait): Promise<void> {
  const { wire } = reply;
  await wait(wire.waitAfterMs);
  const socket: Socket | null = response.socket;
  if (wire.ending === 'closed') return void socket?.destroy();
  if (wire.ending === 'reset') return void socket?.resetAndDestroy();
  const body = Buffer.from(reply.body, 'utf8');
  if (wire.ending === 'endless') {
    response.writeHead(reply.status, reply.headers);
    return flood(response, wire.bytes, { overMs: wire.overMs, wait });
  }
  response.writeHead(reply.status, { ...reply.headers, 'content-length': String(body.length) });
  if (wire.ending === 'drip') return drip(response, body, { overMs: wire.overMs, wait });
  if (wire.ending === 'cut') {
    response.flushHeaders();
    response.write(body.subarray(0, wire.bytes), () => socket?.destroy());
    return;
  }
  response.end(body);
}

/** While the exchange is frozen, calls wait in a queue, even if the caller has disconnected. */
async function unfrozen(exchange: Exchange, wait: Wait): Promise<void> {
  while (exchange.unreadMs > 0) await wait(exchange.unreadMs);
}

async function serve(
  { exchange, diary, wait, clock }: Served,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readText(request);
  const received = {
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers: headersOf(request),
    body,
  };
  if (!isControlPath(received.path)) await unfrozen(exchange, wait);
  diary?.note(received, exchange.arrivalTime);
  const delivery = exchange.receive(received);
  await wait(delivery.waitBeforeMs);
  response.setHeader('date', new Date(clock.now()).toUTCString());
  await send(response, delivery.answer(), wait);
}

interface Served {
  readonly exchange: Exchange;
  readonly diary: Diary | null;
  readonly wait: Wait;
  readonly clock: ExchangeClock;
}

/** Rebuilds an exchange from its diary; from then on it follows the clock. */
function restore(venue: VenueOptions, clock: ExchangeClock, diary: Diary): Exchange {
  let then: number | null = diary.startedAt;
  const exchange = createExchange({ ...venue, clock: { now: () => then ?? clock.now() } });
  for (const { at, request } of diary.entries) {
    then = at;
    exchange.handle(request);
  }
  then = null;
  return exchange;
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((listening, failed) => {
    server.once('error', failed);
    server.listen(port, host, () => listening((server.address() as AddressInfo).port));
  });
}

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { port: wantedPort = 0, host = '127.0.0.1', clock = SYSTEM_CLOCK, ...rest } = options;
  const { diary = null, ...venue } = rest;
  const exchange =
    diary === null ? createExchange({ ...venue, clock }) : restore(venue, clock, diary);
  const after: After = (delayMs, action) =>
    clock.after === undefined ? systemTimer(delayMs, action) : clock.after(delayMs, action);
  const served = { exchange, diary, wait: waiter(after), clock };
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    serve(served, request, response).catch((error: unknown) => {
      if (response.headersSent) return response.destroy();
      response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(`The simulator failed: ${String(error)}`);
    });
  });
  const port = await listen(server, wantedPort, host);
  let stopPulse = (): void => undefined;
  const pulse = (): void => {
    exchange.advance();
    stopPulse = after(ADVANCE_EVERY_MS, pulse);
  };
  stopPulse = after(ADVANCE_EVERY_MS, pulse);
  return {
    url: `http://${host}:${port}`,
    port,
    exchange,
    close: () =>
      new Promise((closed) => {
        stopPulse();
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
