import { Injectable } from '@nestjs/common';
import type { Actor } from '../../audit/actor.js';
import { AuditLog } from '../../audit/audit-log.js';
import { Database } from '../../database/database.js';
import { PersonRow } from '../person.entity.js';
import { Sessions } from '../sessions/sessions.js';
import { personOf, type Decision, type Identity } from './person-of-identity.js';

/** Persons and the accounts at the identity provider that they are linked to. */
@Injectable()
export class LinkedPersons {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly sessions: Sessions,
  ) {}

  /**
   * Who somebody is here; links the account if it is new, which ends the sessions of an account that was linked before.
   * `by`: from where.
   */
  async personOf(
    identity: Identity,
    by: (person: PersonRow) => Actor,
  ): Promise<Decision<PersonRow>> {
    const decided = await this.database.units.run(async (unit): Promise<Decision<PersonRow>> => {
      // Two accounts that come at once must not both find the person without a link.
      const persons = await unit.find(PersonRow, `1 = 1 ORDER BY id${unit.rowLock}`);
      const found = personOf(identity, persons);
      if ('refusal' in found || !found.isNew) return found;
      const { issuer, subject } = identity;
      const set = { oidcIssuer: issuer, oidcSubject: subject };
      const person = { ...found.person, ...set };
      await unit.update(PersonRow, { id: person.id }, set);
      // A session of the account before must not open through the new link.
      await this.sessions.endFederatedOf(unit, person.id);
      const body = { person: person.id, name: person.name, issuer };
      await this.audit.append(unit, 'persons', by(person), [{ type: 'PERSON_LINKED', body }]);
      return { person, isNew: true };
    });
    if ('isNew' in decided && decided.isNew) this.sessions.forget();
    return decided;
  }
}
