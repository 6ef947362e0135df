import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { problem, type Problem } from '../http/problems/problem.js';
import { problemBody } from '../http/problems/problem.filter.js';
import { namesClient, withMaskedClients } from './client-mask.js';
import { ROLES_WITH_CLIENTS, type Role } from './role.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of answers that are no JSON: none in it, or masked by the route. `shown`: its purpose is to show one. */
    clients?: 'absent' | 'masked' | 'shown';
    /** Besides its query, this of the request may ask for an account. */
    clientFilter?: 'body' | 'path';
    /** Why it is closed to those who do not see clients. */
    needsClients?: string;
  }
  interface FastifyRequest {
    /** Undefined before the caller is known, and on public routes, which have no clients to show. */
    masksClients?: boolean;
  }
}

/** For `@RouteConfig`: the text or file that is answered names no client. */
export const NO_CLIENTS = { clients: 'absent' } as const;
/** For `@RouteConfig`: the route itself masks the text or JSON that it writes; its problems are masked as any. */
export const MASKS_CLIENTS = { clients: 'masked' } as const;
/** For `@RouteConfig`: it shows a client, and leaves a trace of it. */
export const SHOWS_CLIENT = { clients: 'shown' } as const;
/** For `@RouteConfig`: fields of the body, at any depth, may ask for an account. */
export const FILTERS_IN_BODY = { clientFilter: 'body' } as const;
/** For `@RouteConfig`: the path asks for an account. */
export const FILTERS_IN_PATH = { clientFilter: 'path' } as const;

/** For `@RouteConfig`: closed to those who do not see clients. `why`: a sentence for them. */
export function needsClients(why: string): { readonly needsClients: string } {
  return { needsClients: why };
}

/** For `@RouteConfig`: what is as it was hashed has the hashes that are masked elsewhere, and cannot leave them out. */
export const AS_HASHED = needsClients(
  'You do not see clients, and the trail as it was hashed has hashes with which guesses of them could be compared.',
);

/** Persons see clients if a role of theirs needs it; systems do. */
export function seesClients({
  person,
}: {
  readonly person: { readonly roles: readonly Role[] } | null;
}): boolean {
  return person === null || person.roles.some((role) => ROLES_WITH_CLIENTS.has(role));
}

/** Why somebody who does not see clients may not ask this: by guessing, filters would tell the account of an order. */
export function flawOfMasked(request: FastifyRequest): Problem | null {
  const { clientFilter, needsClients: why } = request.routeOptions.config;
  if (why !== undefined) return clientsMasked(why);
  const asksFor =
    clientFilter === 'path' ||
    hasClientField(request.query) ||
    (clientFilter === 'body' && hasClientField(request.body));
  return asksFor ? clientsMasked('You do not see clients, so you cannot search by account.') : null;
}

/** Masks all that routes answer to callers who do not see clients, whatever made it; what it cannot read it refuses. */
export function maskClients(fastify: FastifyInstance): void {
  const done = new WeakSet<FastifyRequest>();
  fastify.addHook('preSerialization', (request, _reply, payload: unknown, next) => {
    if (!isMasked(request)) {
      next(null, payload);
      return;
    }
    done.add(request);
    next(null, withMaskedClients(payload));
  });
  fastify.addHook('onSend', (request, reply, payload: unknown, next) => {
    const isReady = !isMasked(request) || done.has(request) || isEmpty(payload);
    next(null, isReady ? payload : maskedBody(request, reply, payload));
  });
}

function isMasked({ masksClients, routeOptions }: FastifyRequest): boolean {
  return masksClients === true && routeOptions.config.clients !== 'shown';
}

/** JSON that a route has written itself, a text or a file. */
function maskedBody(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (request.routeOptions.config.clients === 'masked' && reply.statusCode < 400) return payload;
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
  if (isText && /^application\/(\w+\+)?json\b/.test(String(reply.getHeader('content-type')))) {
    void reply.removeHeader('content-length');
    return JSON.stringify(withMaskedClients(JSON.parse(String(payload))));
  }
  if (request.routeOptions.config.clients !== undefined) return payload;
  if (payload instanceof Readable) payload.destroy();
  const refusal = clientsMasked(
    'You do not see clients, and they cannot be masked in this text or file.',
  );
  for (const name of ['content-length', 'content-disposition', 'etag']) reply.removeHeader(name);
  void reply.status(refusal.getStatus()).header('content-type', 'application/problem+json');
  const where = { instance: request.url.split('?')[0] ?? '', requestId: request.id };
  return JSON.stringify(problemBody(refusal, where));
}

function isEmpty(payload: unknown): boolean {
  return payload === null || payload === undefined || payload === '';
}

function hasClientField(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false;
  return Object.entries(given).some(([name, value]) => namesClient(name) || hasClientField(value));
}

/** `detail`: why it needs somebody who sees clients, a sentence. */
export function clientsMasked(detail: string): Problem {
  return problem('clients-masked', detail);
}
