import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { onceClosed } from '../closed-responses.js';
import { endWith } from '../problems/client-errors.js';
import { problem } from '../problems/problem.js';
import { networkOf } from '../source-address.js';

const CONNECTIONS_MAX = 10_000;
const OPEN_FILES_ASSUMED = 1_024;
const RETRY_AFTER_S = 1;
/** Looked at to make room, those that have rested longest first: with thousands open, a look at all costs too much. */
const LOOKED_AT_MAX = 500;

export interface Connections {
  /** Ends those that have sent no whole request: a server that closes looks at their time no more. */
  endWaiting(): void;
}

interface Connection {
  /** Of the caller or its proxy; see `networkOf`. */
  readonly network: string;
  request: IncomingMessage | null;
  response: ServerResponse | null;
}

const answeredLate = new WeakSet<IncomingMessage>();
const waitingCallers = new WeakMap<IncomingMessage, AbortController>();

/** The request waits because there were too many without a key: meanwhile its connection is the first to end for another one. */
export async function answerLate(request: IncomingMessage, wait: Promise<void>): Promise<void> {
  answeredLate.add(request);
  try {
    await wait;
  } finally {
    // It is worked on from here on, and must not end with half of its answer sent.
    answeredLate.delete(request);
  }
}

/** The caller would like to wait. Aborted when its connection is needed: then it must be answered, which ends that. */
export function untilNeeded(request: IncomingMessage): AbortSignal {
  const needed = new AbortController();
  waitingCallers.set(request, needed);
  return needed.signal;
}

/**
 * Keeps room for new connections. When too many are open, one that waits ends: first those that are answered late, then
 * those that have sent no whole request or whose callers would like to wait, then those that do not read their answer;
 * of these, the longest open one of the network that has most. A connection whose request we are working on never ends
 * for another one.
 */
export function limitConnections(server: Server, most: number): Connections {
  /** Those that have rested longest come first. */
  const open = new Map<Socket, Connection>();

  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    if (open.size >= most && !makeRoom(open)) {
      const detail = 'Every connection is in use. Try again in a moment.';
      endWith(socket, problem('overloaded', detail, { retryAfterSeconds: RETRY_AFTER_S }));
      return;
    }
    open.set(socket, { network, request: null, response: null });
    socket.once('close', () => open.delete(socket));
  });

  server.on('request', (request, response) => {
    const { socket } = request;
    const connection = open.get(socket);
    if (connection === undefined) return;
    Object.assign(connection, { request, response });
    onceClosed(response, () => {
      if (connection.request !== request || !open.delete(socket)) return;
      Object.assign(connection, { request: null, response: null });
      if (!socket.destroyed) open.set(socket, connection);
    });
  });
  return {
    endWaiting: () => {
      for (const [socket, connection] of open) if (waitsForRequest(connection)) socket.destroy();
    },
  };
}

/** False if every connection is being served. */
function makeRoom(open: Map<Socket, Connection>): boolean {
  for (const waits of [isAnsweredLate, isIdle, waitsForReader]) {
    const victim = longestOfMost(waitingIn(open, waits));
    if (victim === null) continue;
    const connection = open.get(victim);
    open.delete(victim);
    if (connection === undefined || !answersNow(connection)) victim.destroy();
    return true;
  }
  return false;
}

/** False if its caller is not one that would like to wait. */
function answersNow({ request, response }: Connection): boolean {
  const needed = request === null ? undefined : waitingCallers.get(request);
  if (needed === undefined || response === null) return false;
  response.shouldKeepAlive = false;
  needed.abort();
  return true;
}

function waitingIn(
  open: ReadonlyMap<Socket, Connection>,
  waits: (connection: Connection) => boolean,
): readonly (readonly [Socket, Connection])[] {
  const found: (readonly [Socket, Connection])[] = [];
  for (const [socket, connection] of open) {
    if (waits(connection)) found.push([socket, connection]);
    if (found.length >= LOOKED_AT_MAX) break;
  }
  return found;
}

function isAnsweredLate({ request }: Connection): boolean {
  return request !== null && answeredLate.has(request);
}

function waitsForRequest({ request }: Connection): boolean {
  return request === null || !request.complete;
}

function isIdle(connection: Connection): boolean {
  const { request, response } = connection;
  if (request === null || waitsForRequest(connection)) return true;
  return waitingCallers.has(request) && response?.headersSent === false;
}

function waitsForReader({ response }: Connection): boolean {
  return response !== null && response.writableLength > 0;
}

function longestOfMost(candidates: readonly (readonly [Socket, Connection])[]): Socket | null {
  const counts = new Map<string, number>();
  for (const [, { network }] of candidates) counts.set(network, (counts.get(network) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  const found = candidates.find(([, { network }]) => counts.get(network) === most);
  return found?.[0] ?? null;
}

/** Three quarters of the files that the process may open: the others are for the database and the exchange. */
export function connectionsThatFit(limits = processLimits()): number {
  const files = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? OPEN_FILES_ASSUMED);
  return Math.min(CONNECTIONS_MAX, Math.floor((files * 3) / 4));
}

/** Empty where the system does not say. */
function processLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
