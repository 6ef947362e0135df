import type { Config } from '../../config/config.js';
import { instant } from '../../runtime/clock.js';
import { grants, SCOPES, type Scope } from '../scope.js';
import type { BoundAccounts } from '../bound-keys.js';
import type { Session } from './sessions.js';

/** A session as its own pages see it. */
export interface SessionView {
  readonly person: {
    readonly id: string | null;
    readonly name: string;
    readonly email: string | null;
    readonly roles: readonly string[];
  };
  /** All that it may do: with `admin` every scope. */
  readonly scopes: readonly Scope[];
  /** The accounts whose orders it is for; null: the whole firm. */
  readonly accounts: BoundAccounts;
  readonly csrfToken: string;
  readonly environment: 'test' | 'live';
  /** Our broker code. */
  readonly firm: string;
  readonly startedAt: string;
  readonly idleUntil: string;
  readonly endsAt: string;
}

export function sessionView(
  { caller, csrfToken, startedAt, idleUntil, endsAt }: Session,
  { environment, brokerCode }: Pick<Config, 'environment' | 'brokerCode'>,
): SessionView {
  return {
    person: { id: null, email: null, roles: [], ...caller.person, name: caller.name },
    scopes: SCOPES.filter((scope) => grants(caller.scopes, scope)),
    accounts: caller.accounts,
    csrfToken,
    environment,
    firm: brokerCode,
    startedAt: instant(startedAt),
    idleUntil: instant(idleUntil),
    endsAt: instant(endsAt),
  };
}
