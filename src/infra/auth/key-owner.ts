import { identityOf } from '../audit/actor.js';
import type { Unit } from '../database/unit-of-work.js';
import { PersonRow } from './persons/person.entity.js';
import { rolesIn, scopesOfRoles } from './role.js';
import { grants, type Scope } from './scope.js';

interface Asked {
  readonly name?: string;
  readonly personId?: string;
  readonly scopes?: readonly Scope[];
}

/** Why a key cannot be made for its owner. */
export type OwnerRefusal = 'unknown-person' | 'disabled-person' | 'beyond-roles' | 'name-of-person';

/** Whom a new key is to belong to; null: a system, which must not be taken for a person. */
export async function ownerOf(
  unit: Unit,
  { name = '', personId, scopes = [] }: Asked,
): Promise<PersonRow | null | OwnerRefusal> {
  if (personId === undefined) {
    const [person] = await unit.find(PersonRow, 'identity = ?', [identityOf(name)]);
    return person === undefined ? null : 'name-of-person';
  }
  const [person] = await unit.find(PersonRow, 'id = ?', [personId]);
  if (person === undefined) return 'unknown-person';
  if (person.disabledAt !== null) return 'disabled-person';
  const ofRoles = scopesOfRoles(rolesIn(person.roles));
  return scopes.every((scope) => grants(ofRoles, scope)) ? person : 'beyond-roles';
}
