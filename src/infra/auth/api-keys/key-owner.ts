import { identityOf } from '../../audit/actor.js';
import { ApiKeyRow } from './api-key.entity.js';
import type { Unit } from '../../database/units/unit-of-work.js';
import { PersonRow } from '../person.entity.js';
import { rolesIn, scopesOfRoles } from '../role.js';
import { grants, type Scope } from '../scope.js';

interface Asked {
  readonly name?: string;
  readonly personId?: string;
  readonly scopes?: readonly Scope[];
}

/** Why a key cannot be made for its owner. */
export type OwnerRefusal = 'unknown-person' | 'disabled-person' | 'beyond-roles' | 'name-of-person';

/**
 * Until the unit ends, no other one adds a person, or a key of a system: each looks whether the other has the name, and
 * neither sees what is not committed. The row is the first that `allKeysLocked` locks. What is read after this is new.
 */
export async function namesLocked(unit: Unit): Promise<void> {
  await unit.find(ApiKeyRow, `1 = 1 ORDER BY id LIMIT 1${unit.rowLock}`);
}

/** Whom a new key is to belong to; null: a system, which must not be taken for a person. */
export async function ownerOf(
  unit: Unit,
  { name = '', personId, scopes = [] }: Asked,
): Promise<PersonRow | null | OwnerRefusal> {
  if (personId === undefined) {
    await namesLocked(unit);
    const [person] = await unit.find(PersonRow, 'identity = ?', [identityOf(name)]);
    return person === undefined ? null : 'name-of-person';
  }
  const [person] = await unit.find(PersonRow, 'id = ?', [personId]);
  if (person === undefined) return 'unknown-person';
  if (person.disabledAt !== null) return 'disabled-person';
  const ofRoles = scopesOfRoles(rolesIn(person.roles));
  return scopes.every((scope) => grants(ofRoles, scope)) ? person : 'beyond-roles';
}
