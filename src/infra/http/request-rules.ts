import type { FastifyRequest } from 'fastify';
import { problem, type Problem } from './problems/problem.js';

/** Letters and digits, which nobody has to encode. */
const ENCODED_PLAIN = /%(3\d|[46][1-9a-f]|[57][0-9a])/i;

/** What is wrong with the head of a request, where Node.js would let it pass or answer without a problem body. */
export function flawOfHead({ raw, headers }: FastifyRequest): Problem | null {
  const hosts = named('host', raw.rawHeaders);
  // RFC 9112, section 3.2: proxies might route by one of two hosts, and we by the other.
  if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) {
    return problem('malformed-request', 'The request must have exactly one Host header.');
  }
  if (named('authorization', raw.rawHeaders) > 1) {
    return problem('malformed-request', 'The request must have one Authorization header at most.');
  }
  // `/%6detrics` is `/metrics` to us, but not to a proxy that keeps `/metrics` inside.
  if (ENCODED_PLAIN.test(raw.url?.split('?')[0] ?? '')) {
    return problem(
      'malformed-request',
      'The path must not have letters or digits percent-encoded.',
    );
  }
  // Each chunk of a byte costs as much as a short request, and nobody knows how many there will be.
  if (headers['transfer-encoding'] !== undefined) {
    return problem('length-required', 'Send the body with a Content-Length, and not in chunks.');
  }
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    return problem('unsupported-media-type', 'Send the body without a Content-Encoding.');
  }
  return null;
}

function named(header: string, rawHeaders: readonly string[]): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === header).length;
}
