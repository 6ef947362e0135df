import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../http/problem.js';
import { RateLimits } from '../http/rate-limits.js';
import { sourceAddress } from '../http/source-address.js';
import type { Actor } from '../audit/actor.js';
import { ApiKeys, type Caller } from './api-keys.js';
import { onBehalfOf } from './on-behalf-of.js';
import { grants, grantsAny, PUBLIC, SCOPE_METADATA, type Scope } from './scope.js';

export interface AuthenticatedRequest extends FastifyRequest {
  actor?: Actor;
  scopes?: ReadonlySet<Scope>;
}

/** Denies by default: every route declares a scope, and the caller's key must have it. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly keys: ApiKeys,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const needed = this.reflector.getAllAndOverride<readonly Scope[] | typeof PUBLIC | undefined>(
      SCOPE_METADATA,
      [context.getHandler(), context.getClass()],
    );
    if (needed === PUBLIC) return true;
    const http = context.switchToHttp();
    const request = http.getRequest<AuthenticatedRequest>();
    const reply = http.getResponse<FastifyReply>();
    const caller = await this.callerOf(request, reply);
    const actor: Actor = {
      name: `key:${caller.name}`,
      keyId: caller.keyId,
      sourceAddress: sourceAddress(request),
      requestId: request.id,
    };
    // Refusals name the caller too.
    request.actor = actor;
    const tooMany = await this.limits.ofKey(request, reply, caller.keyId);
    if (tooMany !== null) throw tooMany;
    if (needed === undefined || !grantsAny(caller.scopes, needed)) {
      const detail =
        needed === undefined
          ? 'No key can use this route, because it declares no scope.'
          : `This route needs a key with the scope ${needed.join(' or ')}.`;
      throw problem('scope-missing', detail);
    }
    const person = onBehalfOf(request, caller.delegates);
    if (person !== null) request.actor = { ...actor, onBehalfOf: person };
    request.scopes = caller.scopes;
    return true;
  }

  /** Throws unless the key is valid. */
  private async callerOf(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const secret = bearerOf(request.headers.authorization);
    const caller = secret === null ? null : await this.keys.callerOf(secret);
    if (caller !== null) return caller;
    // Without a key nobody guesses one.
    const refusal = secret === null ? null : await this.limits.ofWrongKey(request, reply);
    throw refusal ?? problem('unauthenticated', 'Send a valid key as Authorization: Bearer <key>.');
  }
}

export function bearerOf(header: string | undefined): string | null {
  const match = /^Bearer ([\x21-\x7e]{1,256})$/i.exec(header ?? '');
  return match?.[1] ?? null;
}

/** The caller; only for routes that are not public. */
export function actorOf(request: AuthenticatedRequest): Actor {
  if (request.actor === undefined) throw new Error('A public route has no authenticated caller');
  return request.actor;
}

/** Null for a caller without a valid key. */
export function keyIdOf(request: AuthenticatedRequest): string | null {
  return request.actor?.keyId ?? null;
}

/** For what a route shows only to some of its callers. */
export function isAllowed({ scopes }: AuthenticatedRequest, needed: Scope): boolean {
  return scopes !== undefined && grants(scopes, needed);
}
