import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem, type Problem } from '../http/problems/problem.js';
import { RateLimits } from '../http/limits/rate-limits.js';
import { sourceAddress } from '../http/source-address.js';
import type { Actor } from '../audit/actor.js';
import { ApiKeys } from './api-keys/api-keys.js';
import type { AuthenticatedRequest, CallerNow } from './authenticated-request.js';
import type { Caller } from './caller.js';
import { seesClients } from './client-masking.js';
import { forgetCached, SessionCookie } from './sessions/session-cookie.js';
import { Sessions, type Session } from './sessions/sessions.js';

export interface Identity {
  readonly caller: Caller;
  /** Null for a caller with an API key. */
  readonly session: Session | null;
  readonly callerNow: CallerNow;
}

/**
 * Who makes a request. Asked before its body is read, and again by the guard: the body may arrive for half a minute, and
 * the key may be revoked meanwhile.
 */
@Injectable()
export class Identification {
  constructor(
    private readonly keys: ApiKeys,
    private readonly sessions: Sessions,
    private readonly cookies: SessionCookie,
    private readonly limits: RateLimits,
  ) {}

  /** By the key in the header, without one by the session in the cookie. Throws unless that is valid. */
  async of(request: AuthenticatedRequest, reply: FastifyReply): Promise<Identity> {
    const identity = await this.identify(request, reply);
    const { caller } = identity;
    // Refusals name the caller too.
    request.actor = actorFrom(caller, request);
    request.masksClients = !seesClients(caller);
    return identity;
  }

  private async identify(request: AuthenticatedRequest, reply: FastifyReply): Promise<Identity> {
    const { authorization } = request.headers;
    const secret = bearerOf(authorization);
    if (secret !== null) {
      const callerNow: CallerNow = (how) => this.keys.callerOf(secret, how);
      const caller = await callerNow();
      if (caller !== null) return { caller, session: null, callerNow };
      throw (await this.limits.ofWrongKey(request, reply)) ?? unauthenticated();
    }
    const token = authorization === undefined ? this.cookies.tokenIn(request) : null;
    request.isOfNobody = token === null && authorization === undefined;
    if (token === null) {
      await this.limits.ofKeyless(request);
      throw unauthenticated();
    }
    const session = await this.sessions.of(token);
    if (session === null) {
      const tooMany = await this.limits.ofWrongKey(request, reply);
      if (tooMany !== null) throw tooMany;
      forgetCached(reply);
      throw unauthenticated(SESSION_ENDED);
    }
    const callerNow: CallerNow = async (how) =>
      (await this.sessions.of(token, how))?.caller ?? null;
    return { caller: session.caller, session, callerNow };
  }
}

export function unauthenticated(detail = SEND_A_KEY): Problem {
  return problem('unauthenticated', detail);
}

export const SESSION_ENDED = 'The session has ended. Sign in again.';
export const SEND_A_KEY = 'Send a valid key as Authorization: Bearer <key>, or sign in.';

export function actorFrom({ name, keyId, person }: Caller, request: FastifyRequest): Actor {
  return {
    name: `key:${name}`,
    ...(keyId === null ? {} : { keyId }),
    ...(person === null ? {} : { personId: person.id }),
    sourceAddress: sourceAddress(request),
    requestId: request.id,
  };
}

function bearerOf(header: string | undefined): string | null {
  const match = /^Bearer ([\x21-\x7e]{1,256})$/i.exec(header ?? '');
  return match?.[1] ?? null;
}
