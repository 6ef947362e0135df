import type { ActorName, Id, Instant, PersonName } from '../../formats.js';
import { instant } from '../../runtime/clock.js';
import { rolesIn, scopesOfRoles, type Role } from '../role.js';
import type { Scope } from '../scope.js';
import type { PersonRow } from '../person.entity.js';

/** A person as administrators see it. */
export interface PersonView {
  readonly id: Id;
  readonly name: PersonName;
  /**
   * Null: none.
   * @example "ada.obi@example.com"
   */
  readonly email: string | null;
  /** What the person does here. */
  readonly roles: readonly Role[];
  /** Of the roles together. */
  readonly scopes: readonly Scope[];
  /** It can do nothing, and its keys open nothing. */
  readonly disabled: boolean;
  readonly disabledAt: Instant | null;
  /** An account at the identity provider signs in as this person. The first sign-in links it. */
  readonly signInLinked: boolean;
  readonly createdBy: ActorName;
  readonly createdAt: Instant;
}

export function personView(row: PersonRow): PersonView {
  const { id, name, email, disabledAt, createdBy } = row;
  const roles = rolesIn(row.roles);
  return {
    id,
    name,
    email,
    roles,
    scopes: [...scopesOfRoles(roles)],
    disabled: disabledAt !== null,
    disabledAt: disabledAt === null ? null : instant(disabledAt),
    signInLinked: row.oidcSubject !== null,
    createdBy,
    createdAt: instant(row.createdAt),
  };
}
