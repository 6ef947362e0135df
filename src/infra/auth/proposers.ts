import type { Actor } from '../audit/actor.js';
import type { Unit } from '../database/units/unit-of-work.js';
import { problem } from '../http/problems/problem.js';
import { ApiKeyRow } from './api-keys/api-key.entity.js';
import { PersonRow } from './person.entity.js';
import { rolesIn, scopesOfRoles } from './role.js';
import { grantsAny, type Scope } from './scope.js';

/**
 * Throws when somebody who was let in may decide no more. To be asked in the unit of the decision, which may have waited for
 * another that took their right.
 */
export async function checkDecides(
  unit: Unit,
  { personId, keyId, onBehalfOf }: Actor,
): Promise<void> {
  const keys = keyId === undefined ? [] : await unit.find(ApiKeyRow, 'id = ?', [keyId]);
  const persons = [
    ...(personId === undefined ? [] : await unit.find(PersonRow, 'id = ?', [personId])),
    ...(onBehalfOf === undefined ? [] : await unit.find(PersonRow, 'name = ?', [onBehalfOf])),
  ];
  const named = [keyId, personId, onBehalfOf].filter((one) => one !== undefined);
  const isKnown = keys.length + persons.length === named.length;
  const mayAll = persons.every(
    ({ disabledAt, roles }) =>
      disabledAt === null && grantsAny(scopesOfRoles(rolesIn(roles)), DECIDES),
  );
  if (isKnown && mayAll && keys.every(({ revokedAt }) => revokedAt === null)) return;
  throw problem('scope-missing', 'The right to decide was taken from you meanwhile.');
}

export interface Proposed {
  readonly proposedBy: string;
  readonly proposedOnBehalfOf: string | null;
}

/** What the second person needs. */
const DECIDES: readonly Scope[] = ['recon:approve'];
/** What whoever proposes needs. */
const PROPOSES: readonly Scope[] = ['recon:write'];

/**
 * Why whoever proposed something counts no more as the first of two people; null: they do. A person has to be allowed to
 * propose it still. The key of a system counts unless only persons may decide, also for what it proposed before.
 */
export async function flawOfProposer(
  unit: Unit,
  { proposedBy, proposedOnBehalfOf }: Proposed,
  decisionsBy: 'persons' | 'keys',
): Promise<string | null> {
  const name = proposedOnBehalfOf ?? proposedBy.replace(/^key:/, '');
  const [person] = await unit.find(PersonRow, 'name = ?', [name]);
  if (person === undefined)
    return decisionsBy === 'keys' ? null : `${name}, who proposed it, is no person`;
  const mayPropose = grantsAny(scopesOfRoles(rolesIn(person.roles)), PROPOSES);
  return person.disabledAt === null && mayPropose
    ? null
    : `${name}, who proposed it, may propose nothing any more`;
}
