import { accountsIn, type BoundAccounts } from './api-keys/bound-keys.js';
import { scopesOf, type HeldKey } from './api-keys/held-key.js';
import type { PersonRow } from './person.entity.js';
import { rolesIn, scopesOfRoles, type Role } from './role.js';
import type { Scope } from './scope.js';

/** Who calls: with a key, or with a session that was started with a key or at the identity provider. */
export interface Caller {
  /** Null for a person who has signed in at the identity provider. */
  readonly keyId: string | null;
  /** Of its key, else of its person: what a caller may do at once, and how often, is counted by it. */
  readonly quotaId: string;
  /** Of the person whose key it is, else of the key: records name the caller by it. */
  readonly name: string;
  /** Null for a system. */
  readonly person: CallerPerson | null;
  readonly scopes: ReadonlySet<Scope>;
  readonly accounts: BoundAccounts;
  /** Whether it may name the person it acts for. */
  readonly delegates: boolean;
}

export interface CallerPerson {
  readonly id: string;
  readonly email: string | null;
  readonly roles: readonly Role[];
}

export function callerWith(key: HeldKey): Caller {
  const { row, person } = key;
  return {
    keyId: row.id,
    quotaId: row.id,
    name: person?.name ?? row.name,
    person: person === null ? null : callerPerson(person),
    scopes: new Set(scopesOf(key)),
    accounts: accountsIn(row.accounts),
    delegates: row.delegates === 1,
  };
}

/** Somebody whom the identity provider has vouched for: may do all that the roles of the person allow. */
export function callerFor(person: PersonRow): Caller {
  return {
    keyId: null,
    quotaId: person.id,
    name: person.name,
    person: callerPerson(person),
    scopes: scopesOfRoles(rolesIn(person.roles)),
    accounts: null,
    delegates: false,
  };
}

function callerPerson({ id, email, roles }: PersonRow): CallerPerson {
  return { id, email, roles: rolesIn(roles) };
}
