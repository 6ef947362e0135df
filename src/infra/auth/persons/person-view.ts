import { instant } from '../../runtime/clock.js';
import { rolesIn, scopesOfRoles, type Role } from '../role.js';
import type { Scope } from '../scope.js';
import type { PersonRow } from './person.entity.js';

/** A person as administrators see it. */
export interface PersonView {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly roles: readonly Role[];
  /** Of the roles together. */
  readonly scopes: readonly Scope[];
  readonly disabled: boolean;
  readonly disabledAt: string | null;
  readonly createdBy: string;
  readonly createdAt: string;
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
    createdBy,
    createdAt: instant(row.createdAt),
  };
}
