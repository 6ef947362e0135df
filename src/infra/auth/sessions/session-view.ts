import type { Id, Instant, PersonName } from '../../formats.js';
import type { Config } from '../../config/config.js';
import { instant } from '../../runtime/clock.js';
import { grants, SCOPES, type Scope } from '../scope.js';
import { seesClients } from '../client-masking.js';
import type { BoundAccounts } from '../api-keys/bound-keys.js';
import type { Session } from './sessions.js';

/** A session as its own pages see it. */
export interface SessionView {
  /** Who is signed in. */
  readonly person: {
    /** Null for the key of a system. */
    readonly id: Id | null;
    readonly name: PersonName;
    /**
     * Null: none.
     * @example "ada.obi@example.com"
     */
    readonly email: string | null;
    /**
     * What the person does here; empty for the key of a system.
     * @example ["dealer"]
     */
    readonly roles: readonly string[];
  };
  /** All that it may do: with `admin` every scope. */
  readonly scopes: readonly Scope[];
  /** The accounts whose orders it is for; null: the whole firm. */
  readonly accounts: BoundAccounts;
  /** Whether names of clients and account numbers are masked for this person. */
  readonly masksClients: boolean;
  /**
   * For the header `X-CSRF-Token` of calls other than GET and HEAD.
   * @example "kqfZ0c2l9u0JX1rMZ3p6gA"
   */
  readonly csrfToken: string;
  /** Whether orders are real. */
  readonly environment: 'test' | 'live';
  /**
   * Our broker code.
   * @example "MRNA"
   */
  readonly firm: string;
  readonly startedAt: Instant;
  /** It ends then, unless it is used. */
  readonly idleUntil: Instant;
  /** It ends then at the latest. */
  readonly endsAt: Instant;
}

export function sessionView(
  { caller, csrfToken, startedAt, idleUntil, endsAt }: Session,
  { environment, brokerCode }: Pick<Config, 'environment' | 'brokerCode'>,
): SessionView {
  return {
    person: { id: null, email: null, roles: [], ...caller.person, name: caller.name },
    scopes: SCOPES.filter((scope) => grants(caller.scopes, scope)),
    accounts: caller.accounts,
    masksClients: !seesClients(caller),
    csrfToken,
    environment,
    firm: brokerCode,
    startedAt: instant(startedAt),
    idleUntil: instant(idleUntil),
    endsAt: instant(endsAt),
  };
}
