import type { ServerResponse } from 'node:http';

type Response = Pick<ServerResponse, 'once'>;

const WAITING = new WeakMap<Response, (() => void)[]>();

/**
 * Calls back once the response is closed, in the order of the calls. All share one listener: Node.js takes more than ten
 * of a response for a leak, and Nest and Fastify need seven of them to send a stream.
 */
export function onceClosed(response: Response, callback: () => void): void {
  const waiting = WAITING.get(response);
  if (waiting !== undefined) {
    waiting.push(callback);
    return;
  }
  const all = [callback];
  WAITING.set(response, all);
  response.once('close', () => {
    for (const one of all) one();
  });
}
