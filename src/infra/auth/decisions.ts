import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { Actor } from '../audit/actor.js';
import type { Unit } from '../database/units/unit-of-work.js';
import { problem, type Problem } from '../http/problems/problem.js';
import { ApiKeyRow } from './api-keys/api-key.entity.js';
import { PersonRow } from './person.entity.js';
import { rolesIn, scopesOfRoles } from './role.js';
import { grantsAny, type Scope } from './scope.js';

/** Whether a request, by its body as it was sent, is about a decision. */
export type IsDecision = (body: unknown) => boolean;

export const DECISION_METADATA = 'marina:decision';

/**
 * The route decides something that needs two people, or proposes it. A key that delegates may do so only for a person
 * whom the service knows: two free texts do not say whether they mean one person or two. A key of a system that does
 * not delegate may where `DECISIONS_BY` says so: two of them may be in one hand.
 */
export function Decides(isDecision: IsDecision = () => true): CustomDecorator {
  return SetMetadata(DECISION_METADATA, isDecision);
}

/** Null when the person may decide it; `person` null: nobody has exactly the name that the caller gave. */
export function flawOfDecider(
  name: string | null,
  person: PersonRow | null,
  needed: readonly Scope[],
): Problem | null {
  if (name === null) {
    return refusal('A key that delegates must name the person who decides, in On-Behalf-Of.');
  }
  if (person === null || person.disabledAt !== null) {
    return refusal('On-Behalf-Of must be the exact name of a person who is not disabled.');
  }
  if (grantsAny(scopesOfRoles(rolesIn(person.roles)), needed)) return null;
  return refusal(`The roles of the person must allow ${needed.join(' or ')}.`);
}

/** The caller is a system that acts for nobody; null unless only persons may decide. */
export function flawOfSystem(decisionsBy: 'persons' | 'keys'): Problem | null {
  if (decisionsBy === 'keys') return null;
  return problem('person-required', 'The key belongs to no person, and names none.');
}

/** What the second person needs. */
const DECIDES: readonly Scope[] = ['recon:approve'];

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

function refusal(detail: string): Problem {
  return problem('delegation-not-allowed', detail);
}
