import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { problem, type Problem } from '../http/problems/problem.js';
import { RateLimits } from '../http/limits/rate-limits.js';
import type { CallerIds } from '../http/answered-requests.js';
import type { Actor } from '../audit/actor.js';
import { BOUND_KEYS_METADATA, type BoundAccounts } from './api-keys/bound-keys.js';
import type { Caller } from './caller.js';
import type { AuthenticatedRequest } from './authenticated-request.js';
import { withMaskedClients } from './client-mask.js';
import { flawOfMasked, seesClients } from './client-masking.js';
import { Config } from '../config/config.js';
import { DECISION_METADATA, flawOfDecider, flawOfSystem, type IsDecision } from './decisions.js';
import { Identification, SEND_A_KEY, SESSION_ENDED, unauthenticated } from './identification.js';
import { onBehalfOf } from './on-behalf-of.js';
import { Persons } from './persons/persons.js';
import { rolesIn, type Role } from './role.js';
import { grants, grantsAny, PUBLIC, SCOPE_METADATA, SESSION, type Scope } from './scope.js';
import { flawOfCsrf, flawOfOrigin } from './sessions/cross-site.js';
import { Sessions, type Session } from './sessions/sessions.js';

export type { AuthenticatedRequest } from './authenticated-request.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked by pages of their own accord: no sign that somebody is there. */
    background?: boolean;
    /** Pages ask it to learn whether somebody has signed in: to be told that nobody has is no refusal. */
    asksWhoIsThere?: boolean;
  }
}

/** For `@RouteConfig`: calls of this route do not keep a session from becoming idle. */
export const BACKGROUND = { background: true } as const;

/** For `@RouteConfig`: a call without any key or session is answered with 401, and does not stand in the trail. */
export const ASKS_WHO_IS_THERE = { asksWhoIsThere: true } as const;

const BACKGROUND_HEADER = 'x-background';

type Needed = readonly Scope[] | typeof PUBLIC | typeof SESSION | undefined;

/** Denies by default: every route declares a scope, and the caller's key or session must have it. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly identification: Identification,
    private readonly sessions: Sessions,
    private readonly persons: Persons,
    private readonly limits: RateLimits,
    private readonly config: Config,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const needed = this.declared(SCOPE_METADATA, context) as Needed;
    const http = context.switchToHttp();
    const request = http.getRequest<AuthenticatedRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (needed === PUBLIC) {
      const tooMany = await this.limits.ofOpenPage(request, reply);
      if (tooMany !== null) throw tooMany;
      return true;
    }
    const { caller: known, session, callerNow } = await this.identification.of(request, reply);
    const actor = actorOf(request);
    const tooMany = await this.limits.ofKey(request, reply, known.quotaId);
    if (tooMany !== null) throw tooMany;
    if (session !== null) this.useSession(session, request);
    checkScope(needed, known, session);
    const decides = this.decides(context, request);
    // It may have waited for its turn. Of who decides, another instance may have taken the right a moment ago.
    const caller = await callerNow({ isFresh: decides });
    if (caller === null) throw unauthenticated(session === null ? SEND_A_KEY : SESSION_ENDED);
    request.masksClients = !seesClients(caller);
    checkScope(needed, caller, session);
    const isOpenToBound = this.declared(BOUND_KEYS_METADATA, context) === true;
    if (caller.accounts !== null && !isOpenToBound) throw boundToAccounts();
    const flaw = request.masksClients ? flawOfMasked(request) : null;
    if (flaw !== null) throw flaw;
    const person = onBehalfOf(request, caller.delegates);
    if (decides && (caller.person === null || caller.delegates)) {
      const decider = await this.decider(context, caller, person);
      if (decider !== null && !seesClients({ person: decider })) maskForDecider(request);
    }
    if (person !== null) request.actor = { ...actor, onBehalfOf: person };
    const { scopes, accounts } = caller;
    Object.assign(request, { scopes, accounts, session, callerNow });
    return true;
  }

  /**
   * The person for whom a system decides. Throws when it decides for nobody and may not, or for a person whom the service
   * does not know or let decide.
   */
  private async decider(
    context: ExecutionContext,
    { delegates }: Caller,
    name: string | null,
  ): Promise<{ readonly roles: readonly Role[] } | null> {
    const needed = this.declared(SCOPE_METADATA, context) as readonly Scope[];
    const person = name === null ? null : await this.persons.named(name);
    const flaw = delegates
      ? flawOfDecider(name, person, needed)
      : flawOfSystem(this.config.decisionsBy);
    if (flaw !== null) throw flaw;
    return person === null ? null : { roles: rolesIn(person.roles) };
  }

  private decides(context: ExecutionContext, { body }: AuthenticatedRequest): boolean {
    const isDecision = this.declared(DECISION_METADATA, context) as IsDecision | undefined;
    return isDecision?.(body) === true;
  }

  private declared(metadata: string, context: ExecutionContext): unknown {
    const places = [context.getHandler(), context.getClass()];
    return this.reflector.getAllAndOverride<unknown>(metadata, places);
  }

  /** Throws when a page of another site may have made the request. */
  private useSession(session: Session, request: AuthenticatedRequest): void {
    const flaw = flawOfOrigin(request) ?? flawOfCsrf(request, session.csrfToken);
    if (flaw !== null) throw flaw;
    const isBackground =
      request.routeOptions.config.background === true ||
      request.headers[BACKGROUND_HEADER] === 'true';
    if (!isBackground) this.sessions.noteUse(session);
  }
}

/** What somebody may not see they do not decide about, whoever passes their decision on. */
function maskForDecider(request: AuthenticatedRequest): void {
  request.masksClients = true;
  const flaw = flawOfMasked(request);
  if (flaw !== null) throw flaw;
}

/** Throws unless the caller may use the route. */
function checkScope(needed: Needed, { scopes }: Caller, session: Session | null): void {
  if (needed === SESSION) {
    if (session === null) throw unauthenticated('This route is only for sessions. Sign in.');
    return;
  }
  if (needed !== undefined && needed !== PUBLIC && grantsAny(scopes, needed)) return;
  const detail =
    needed === undefined || needed === PUBLIC
      ? 'No key can use this route, because it declares no scope.'
      : `This route needs a key with the scope ${needed.join(' or ')}.`;
  throw problem('scope-missing', detail);
}

function boundToAccounts(): Problem {
  const detail = 'This route shows or changes more than orders of the accounts that the key is bound to.'; // prettier-ignore
  return problem('key-bound-to-accounts', detail);
}

/** The caller; only for routes that are not public. */
export function actorOf(request: AuthenticatedRequest): Actor {
  if (request.actor === undefined) throw new Error('A public route has no authenticated caller');
  return request.actor;
}

/** The session of a caller; only for routes that need one. */
export function sessionOf({ session }: AuthenticatedRequest): Session {
  if (session == null) throw new Error('A route without @NeedsSession has no session');
  return session;
}

/** For what goes on after its request was let in. */
export function callerNowOf({ callerNow }: AuthenticatedRequest): () => Promise<Caller | null> {
  if (callerNow === undefined) throw new Error('A public route has no authenticated caller');
  return callerNow;
}

/** The accounts whose orders the caller may see and touch; only for routes that are not public. */
export function boundAccountsOf({ accounts }: AuthenticatedRequest): BoundAccounts {
  if (accounts === undefined) throw new Error('A public route has no authenticated caller');
  return accounts;
}

/** Who has called, for the log, which has no names. */
export function callerIdsOf({ actor }: AuthenticatedRequest): CallerIds {
  return { keyId: actor?.keyId ?? null, personId: actor?.personId ?? null };
}

/** The answer as the caller may see it, for routes that make a text of it themselves. */
export function asSeenBy<T>({ masksClients }: AuthenticatedRequest, answer: T): T {
  return masksClients === true ? (withMaskedClients(answer) as T) : answer;
}

/** For what a route shows only to some of its callers. */
export function isAllowed({ scopes }: AuthenticatedRequest, needed: Scope): boolean {
  return scopes !== undefined && grants(scopes, needed);
}
