import type { Unit } from '../database/units/unit-of-work.js';
import { PersonRow } from './person.entity.js';
import { rolesIn, scopesOfRoles } from './role.js';
import { grantsAny, type Scope } from './scope.js';

export interface Proposed {
  readonly proposedBy: string;
  readonly proposedOnBehalfOf: string | null;
}

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
