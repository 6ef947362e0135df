import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimits } from './limits/rate-limits.js';
import { problem } from './problems/problem.js';
import { sendProblem } from './problems/problem.filter.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes a body without a key. */
    open?: boolean;
  }
}

/** For `@RouteConfig` of a public route that has a body, which may then be `OPEN_BODY_BYTES_MAX` long. */
export const OPEN = { open: true } as const;

/** Throws unless the caller has a valid key or session. */
export type Identify = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Whoever has no key may have only so much parsed. */
const OPEN_BODY_BYTES_MAX = 1_024;
/** Of routes that take no turn. A reason of a thousand characters, each escaped, has room. */
const URGENT_BODY_BYTES_MAX = 8 * 1_024;
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Looks at the key of a request before its body is read: to parse a long one takes as long as several orders, and nobody
 * without a key may have the service do that. A body for no route is not read either. Before any route is registered.
 */
export function askForKeyFirst(
  fastify: FastifyInstance,
  identify: Identify,
  { bodyBytesMax, limits }: { readonly bodyBytesMax: number; readonly limits: RateLimits },
): void {
  fastify.addHook('onRoute', (route) => {
    if (route.config?.open === true) route.bodyLimit = OPEN_BODY_BYTES_MAX;
    if (route.config?.urgent === true) route.bodyLimit = URGENT_BODY_BYTES_MAX;
  });
  fastify.addHook('onRequest', async (request, reply) => {
    const { method, is404, routeOptions } = request;
    if (is404) {
      endUnreadBody(request, reply, bodyBytesMax);
      await limits.ofKeyless(request);
      return sendProblem(request, reply, problem('not-found', `Cannot ${method} ${request.url}`));
    }
    if (WITHOUT_BODY.has(method) || routeOptions.config.open === true) return;
    await identify(request, reply).catch((refusal: unknown) => {
      endUnreadBody(request, reply, bodyBytesMax);
      throw refusal;
    });
  });
}

/** Node.js reads an unread body to its end, however long, before the next request of the connection. */
export function endUnreadBody(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  most: number,
): void {
  const isChunked = headers['transfer-encoding'] !== undefined;
  if (isChunked || Number(headers['content-length'] ?? 0) > most)
    void reply.header('connection', 'close');
}
