import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { Agent, type Dispatcher } from 'undici';
import { listedTermsOf } from './order-rows.js';

/**
 * One attack of the benchmark `abuse`, in a process of its own, from addresses of its own. It runs at the lowest
 * priority: an attacker has machines of his own, and here takes what the service and its honest callers leave.
 */
export interface Attack {
  readonly kind: 'idle' | 'slow headers' | 'slow bodies' | 'requests' | 'streams';
  readonly url: string;
  readonly connections: number;
  /** In turn; without any, each request has another wrong one. */
  readonly keys?: readonly string[];
  /** No request has a key. */
  readonly keyless?: boolean;
  /** For `requests`. */
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly path?: string;
  /** A new order in each request. */
  readonly posts?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string;
  /** It closes the connection that soon, mostly before the answer. */
  readonly leavesAfterMs?: number;
}

/** What the attacker has seen so far: answers by status, connections that ended. */
export type AttackCounts = Readonly<Record<string, number>>;

const ADDRESSES = 64;
const FIRST_ADDRESS = 10;
const REOPEN_AFTER_MS = 100;
const SLOW_MS = 1_000;
const BODY_BYTES = 10_000;

const counts: Record<string, number> = {};

function count(what: string | number): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

function addressOf(index: number): string {
  return `127.0.0.${FIRST_ADDRESS + (index % ADDRESSES)}`;
}

function start(attack: Attack): void {
  for (let index = 0; index < attack.connections; index += 1) {
    if (attack.kind === 'requests') void keepAsking(attack, index);
    else keepOpen(attack, index);
  }
}

/** Opens the connection again whenever the service closes it. */
function keepOpen(attack: Attack, index: number): void {
  const { hostname, port } = new URL(attack.url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: addressOf(index) });
  let timer: NodeJS.Timeout | null = null;
  socket.on('connect', () => {
    count('opened');
    socket.write(openingOf(attack, index));
    if (attack.kind.startsWith('slow')) timer = drip(attack, socket);
  });
  socket.on('data', (data: Buffer) => {
    if (attack.kind !== 'streams' || data.subarray(0, 9).toString() === 'HTTP/1.1 ')
      count(data.subarray(9, 12).toString());
  });
  socket.on('error', ({ message }) => count(message.split(' ')[1] ?? message));
  socket.on('close', () => {
    if (timer !== null) clearInterval(timer);
    count('closed');
    setTimeout(() => keepOpen(attack, index), REOPEN_AFTER_MS);
  });
}

function openingOf({ kind, keys = [] }: Attack, index: number): string {
  const authorization = `authorization: Bearer ${keys[index % Math.max(1, keys.length)] ?? ''}\r\n`;
  switch (kind) {
    case 'slow headers':
      return 'POST /v1/orders HTTP/1.1\r\nhost: marina\r\n';
    case 'slow bodies':
      return `POST /v1/orders HTTP/1.1\r\nhost: marina\r\n${authorization}content-type: application/json\r\ncontent-length: ${BODY_BYTES}\r\n\r\n{`;
    case 'streams':
      return `GET /v1/stream HTTP/1.1\r\nhost: marina\r\n${authorization}\r\n`;
    default:
      return '';
  }
}

function drip({ kind }: Attack, socket: Socket): NodeJS.Timeout {
  return setInterval(() => socket.write(kind === 'slow headers' ? 'x' : ' '), SLOW_MS);
}

/** One request after the other, without a pause. */
async function keepAsking(attack: Attack, index: number): Promise<never> {
  const agent = new Agent({
    connections: 1,
    connect: { localAddress: addressOf(index) },
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
  });
  for (let turn = index; ; turn += attack.connections) {
    try {
      const { statusCode, body } = await agent.request(requestOf(attack, turn));
      // Read to its end, however long.
      for await (const _ of body) continue;
      count(statusCode);
    } catch (error) {
      count(error instanceof Error ? error.name : String(error));
      if (attack.leavesAfterMs !== undefined) continue;
      await new Promise((resolve) => setTimeout(resolve, REOPEN_AFTER_MS));
    }
  }
}

function requestOf(attack: Attack, turn: number): Dispatcher.RequestOptions {
  const { url, method = 'GET', path = '/', posts = false, leavesAfterMs, body } = attack;
  const signal = leavesAfterMs === undefined ? null : AbortSignal.timeout(leavesAfterMs);
  const headers = { ...attack.headers, ...authorizationOf(attack, turn) };
  const ofJson = { ...headers, 'content-type': 'application/json' };
  if (body !== undefined) return { origin: url, path, method, signal, headers: ofJson, body };
  if (!posts) return { origin: url, path, method, signal, headers };
  const terms = { ...listedTermsOf(turn), clientOrderId: `attack-${process.pid}-${turn}` };
  return {
    origin: url,
    path: '/v1/orders',
    method: 'POST',
    headers: ofJson,
    body: JSON.stringify(terms),
  };
}

function authorizationOf({ keys, keyless = false }: Attack, turn: number): Record<string, string> {
  if (keyless) return {};
  const given = keys === undefined ? randomBytes(24).toString('hex') : keys[turn % keys.length];
  return { authorization: `Bearer ${given ?? ''}` };
}

setPriority(constants.priority.PRIORITY_LOW);
process.on('message', (attack) => {
  start(attack as Attack);
  process.send?.('started');
});
process.on('disconnect', () => process.exit(0));
// What is told when nobody listens any more is lost.
setInterval(() => process.send?.(counts, undefined, undefined, () => undefined), 500);
