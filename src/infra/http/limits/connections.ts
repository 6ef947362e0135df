import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
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

/**
 * Keeps room for new connections. When too many are open, one that waits for its caller ends: first those that have
 * sent no whole request, then those that do not read their answer; of these, the longest open one of the network that
 * has most. A connection whose request we are working on never ends for another one.
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
    response.once('close', () => {
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
  for (const waits of [waitsForRequest, waitsForReader]) {
    const victim = longestOfMost(waitingIn(open, waits));
    if (victim === null) continue;
    open.delete(victim);
    victim.destroy();
    return true;
  }
  return false;
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

function waitsForRequest({ request }: Connection): boolean {
  return request === null || !request.complete;
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
