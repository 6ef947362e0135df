import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Activity, Tracing } from '../observability/tracing.js';
import { ROUTINE } from './access-log.js';
import { onceClosed } from './closed-responses.js';

const SERVER_ERROR = 500;

/**
 * A span for each request, named by its route, below that of the caller's `traceparent`. Of the first hook, so that
 * all others run in it.
 */
export function traceRequests(fastify: FastifyInstance, tracing: Tracing): void {
  if (!tracing.isOn) return;
  const activities = new WeakMap<FastifyRequest, Activity>();
  fastify.addHook('onRequest', (request, { raw }, done) => {
    const activity = begun(request, tracing);
    if (activity === null) {
      done();
      return;
    }
    activities.set(request, activity);
    onceClosed(raw, () => {
      const { statusCode, headersSent } = raw;
      const status = headersSent ? { 'http.response.status_code': statusCode } : {};
      tracing.end(activity, status, statusCode >= SERVER_ERROR);
    });
    tracing.within(activity, done);
  });
  // The end of the body comes from the connection, which is outside of the request's span.
  fastify.addHook('preValidation', (request, _reply, done) => {
    tracing.within(activities.get(request) ?? null, done);
  });
}

function begun(request: FastifyRequest, tracing: Tracing): Activity | null {
  const { method, headers, id: requestId, is404, routeOptions } = request;
  const route = is404 ? null : (routeOptions.url ?? null);
  if (ROUTINE.has(route)) return null;
  const name = route === null ? method : `${method} ${route}`;
  const attributes = {
    'http.request.method': method,
    ...(route === null ? {} : { 'http.route': route }),
  };
  const { traceparent, tracestate } = headers;
  return tracing.begin(
    { name, kind: 'server', attributes, requestId },
    { traceparent: textOf(traceparent), tracestate: textOf(tracestate) },
  );
}

/** A header that comes twice says nothing. */
function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
