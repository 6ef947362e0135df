import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const REQUEST_ID = /^[A-Za-z0-9._:-]{1,80}$/;

/** The caller's `X-Request-Id`, or a new one if it has none that can be logged as it is. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : newRequestId();
}

/** For requests that were never read. */
export function newRequestId(): string {
  return randomUUID();
}
