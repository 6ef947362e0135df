import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problem } from '../problems/problem.js';
import { sendProblem } from '../problems/problem.filter.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Refused last when the service is overloaded. */
    urgent?: boolean;
  }
}

/** For `@RouteConfig`: what lowers the firm's risk, such as a cancel. */
export const URGENT = { urgent: true } as const;

const RETRY_AFTER_S = 1;
/** Whoever watches over the service has to reach it. */
const ALWAYS: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/metrics']);
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Refuses requests while the event loop is late, before they cost anything: reads first, from `limitMs`, then
 * writes, and what is urgent last.
 */
export function shedLoad(fastify: FastifyInstance, delayMs: () => number, limitMs: number): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (delayMs() < limitMs * timesLimit(request)) {
      done();
      return;
    }
    const detail = 'The service is overloaded. Try again in a moment.';
    sendProblem(
      request,
      reply,
      problem('overloaded', detail, { retryAfterSeconds: RETRY_AFTER_S }),
    );
  });
}

function timesLimit({ method, routeOptions }: FastifyRequest): number {
  if (ALWAYS.has(routeOptions.url ?? '')) return Infinity;
  if (routeOptions.config.urgent === true) return 4;
  return READS.has(method) ? 1 : 2;
}
