import type { Unit } from '../../database/units/unit-of-work.js';
import { ApiKeyRow } from './api-key.entity.js';
import { BOUND_SCOPES } from './bound-keys.js';
import { PersonRow } from '../person.entity.js';
import { rolesIn, scopesOfRoles } from '../role.js';
import { grants, isScope, type Scope } from '../scope.js';

/** A key and the person it belongs to; null: it is for a system. */
export interface HeldKey {
  readonly row: ApiKeyRow;
  readonly person: PersonRow | null;
}

/**
 * What a key may do. One of a person may do what the person's roles allow at present: all of it, or what it was made
 * for. One that is bound to accounts may do no more than such keys can.
 */
export function scopesOf(key: HeldKey): readonly Scope[] {
  const ofFirm = new Set(scopesInFirm(key));
  if (key.row.accounts === null) return [...ofFirm];
  return BOUND_SCOPES.filter((scope) => grants(ofFirm, scope));
}

function scopesInFirm({ row, person }: HeldKey): readonly Scope[] {
  const own = row.scopes.split(' ').filter(isScope);
  if (person === null) return own;
  if (person.disabledAt !== null) return [];
  const ofRoles = scopesOfRoles(rolesIn(person.roles));
  return own.length === 0 ? [...ofRoles] : own.filter((scope) => grants(ofRoles, scope));
}

/** All keys, locked in one order: who is the last administrator depends on all. */
export async function allKeysLocked(unit: Unit): Promise<readonly HeldKey[]> {
  const rows = await unit.find(ApiKeyRow, `1 = 1 ORDER BY id${unit.rowLock}`);
  const persons = await unit.find(PersonRow, `1 = 1 ORDER BY id${unit.rowLock}`);
  return heldBy(rows, persons);
}

export function heldBy(
  rows: readonly ApiKeyRow[],
  persons: readonly PersonRow[],
): readonly HeldKey[] {
  const byId = new Map(persons.map((person) => [person.id, person]));
  return rows.map((row) => ({ row, person: byId.get(row.personId ?? '') ?? null }));
}
