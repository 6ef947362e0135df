import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { onceClosed } from '../closed-responses.js';

/** Requests of one connection that may wait for their turn. Callers in the field send one at a time. */
const WAITING_MAX = 8;

type Exchange = readonly [IncomingMessage, ServerResponse];

/**
 * Works on one request of a connection at a time (pipelining, RFC 9112, section 9.3.2). Node.js hands over all that
 * arrive together, a thousand in one packet, and keeps what each opens until the answers before it are read. A
 * connection with more than `WAITING_MAX` in wait ends. Call it when all listeners for requests are there.
 */
export function answerInTurn(server: Server): void {
  const listeners = server.listeners('request') as RequestListener[];
  const waiting = new WeakMap<Socket, Exchange[]>();

  const begin = ([request, response]: Exchange): void => {
    onceClosed(response, () => next(request.socket));
    for (const listener of listeners) listener.call(server, request, response);
  };
  const next = (socket: Socket): void => {
    // One that is not writable has had its last answer.
    const first = socket.writable ? waiting.get(socket)?.shift() : undefined;
    if (first === undefined) waiting.delete(socket);
    else begin(first);
  };

  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const line = waiting.get(socket);
    if (line === undefined) {
      waiting.set(socket, []);
      begin([request, response]);
    } else if (line.length < WAITING_MAX) {
      line.push([request, response]);
    } else {
      socket.destroy();
    }
  });
}
