import type { FastifyRequest } from 'fastify';
import type { Actor } from '../audit/actor.js';
import type { BoundAccounts } from './api-keys/bound-keys.js';
import type { Caller } from './caller.js';
import type { Scope } from './scope.js';
import type { Session } from './sessions/sessions.js';

/** A request, and what is known of its caller once somebody has looked. */
export interface AuthenticatedRequest extends FastifyRequest {
  actor?: Actor;
  /** It has neither a key nor a session. */
  isOfNobody?: boolean;
  scopes?: ReadonlySet<Scope>;
  accounts?: BoundAccounts;
  /** Null for a caller with an API key. */
  session?: Session | null;
  /** Whom the key or the session still opens for, however long the request takes. */
  callerNow?: CallerNow;
}

/** `isFresh`: as the database has it now, whatever was read a moment ago. */
export type CallerNow = (how?: { readonly isFresh?: boolean }) => Promise<Caller | null>;
