import type { ConnectionError } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { AnsweredRequests } from '../answered-requests.js';
import { problemBody } from './problem.filter.js';
import { problem, type Problem, type ProblemCode } from './problem.js';
import { newRequestId } from '../request-id.js';

/**
 * Answers what the HTTP parser refuses, which no route, hook or filter ever sees. The connection ends with the
 * answer, because nobody knows where the next request would begin.
 */
export function clientErrors(
  answered: Pick<AnsweredRequests, 'refusedByParser'>,
): (error: ConnectionError, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    if (hasBegunToAnswer(socket)) {
      socket.destroy();
      return;
    }
    const refusal = refusalOf(error.code);
    answered.refusedByParser(endWith(socket, refusal), refusal.getStatus());
  };
}

/** Ends a connection with this problem; returns the request id in it. */
export function endWith(socket: Socket, found: Problem): string {
  const requestId = newRequestId();
  const body = JSON.stringify(problemBody(found, { instance: '', requestId }));
  const status = found.getStatus();
  const { retryAfterSeconds } = found.details;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'connection: close',
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    "content-security-policy: default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'strict-transport-security: max-age=31536000; includeSubDomains',
    'x-content-type-options: nosniff',
    `x-request-id: ${requestId}`,
    ...(retryAfterSeconds === undefined ? [] : [`retry-after: ${retryAfterSeconds}`]),
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
  return requestId;
}

const REFUSALS: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'The request line and headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['body-too-large', 'The extensions of a chunk are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'The request did not arrive in time.'],
};

function refusalOf(name = 'unknown'): Problem {
  const [code, detail] = REFUSALS[name] ?? [
    'malformed-request',
    `The request is not valid HTTP/1.1 (${name}).`,
  ];
  return problem(code, detail);
}

/** A second status line in the middle of an answer would be read as part of it. Node.js keeps the answer there. */
function hasBegunToAnswer(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as { _httpMessage?: { headersSent: boolean } | null };
  return answer?.headersSent ?? false;
}
