import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { endWith } from './client-errors.js';
import { problem } from './problem.js';

const CONNECTIONS_MAX = 10_000;
const OPEN_FILES_ASSUMED = 1_024;
const RETRY_AFTER_S = 1;

interface Connection {
  readonly address: string;
  request: IncomingMessage | null;
  response: ServerResponse | null;
}

/**
 * Keeps room for new connections. When too many are open, one that waits for its caller ends: first those that have
 * sent no whole request, then those that do not read their answer; of these, the longest open one of the address that
 * has most. A connection whose request we are working on never ends for another one.
 */
export function limitConnections(server: Server, most: number): void {
  /** Those that have rested longest come first. */
  const open = new Map<Socket, Connection>();

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (open.size >= most && !makeRoom(open)) {
      const detail = 'Every connection is in use. Try again in a moment.';
      endWith(socket, problem('overloaded', detail, { retryAfterSeconds: RETRY_AFTER_S }));
      return;
    }
    open.set(socket, { address, request: null, response: null });
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
}

/** False if every connection is being served. */
function makeRoom(open: Map<Socket, Connection>): boolean {
  for (const waits of [waitsForRequest, waitsForReader]) {
    const victim = longestOfMost([...open].filter(([, connection]) => waits(connection)));
    if (victim === null) continue;
    open.delete(victim);
    victim.destroy();
    return true;
  }
  return false;
}

function waitsForRequest({ request }: Connection): boolean {
  return request === null || !request.complete;
}

function waitsForReader({ response }: Connection): boolean {
  return response !== null && response.writableLength > 0;
}

function longestOfMost(candidates: readonly (readonly [Socket, Connection])[]): Socket | null {
  const counts = new Map<string, number>();
  for (const [, { address }] of candidates) counts.set(address, (counts.get(address) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  const found = candidates.find(([, { address }]) => counts.get(address) === most);
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
