import type { FastifyRequest } from 'fastify';
import { problem, type Problem } from './problems/problem.js';

/** What is wrong with the head of a request, where Node.js would let it pass or answer without a problem body. */
export function flawOfHead({ raw, headers }: FastifyRequest): Problem | null {
  const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  // RFC 9112, section 3.2: proxies might route by one of two hosts, and we by the other.
  if (hosts.length > 1 || (hosts.length === 0 && raw.httpVersion === '1.1')) {
    return problem('malformed-request', 'The request must have exactly one Host header.');
  }
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    return problem('unsupported-media-type', 'Send the body without a Content-Encoding.');
  }
  return null;
}
