import { Injectable } from '@nestjs/common';
import { identityOf, type Actor } from '../../audit/actor.js';
import { AuditLog, type Fact } from '../../audit/audit-log.js';
import { Database } from '../../database/database.js';
import type { Unit } from '../../database/units/unit-of-work.js';
import { Clock, instant } from '../../runtime/clock.js';
import { Ids } from '../../runtime/ids.js';
import { ApiKeys } from '../api-keys/api-keys.js';
import { allKeysLocked } from '../api-keys/held-key.js';
import { namesLocked } from '../api-keys/key-owner.js';
import { leavesNoAdministrator } from '../api-keys/key-life.js';
import type { Role } from '../role.js';
import { Sessions } from '../sessions/sessions.js';
import { PersonRow } from '../person.entity.js';

export interface NewPerson {
  readonly name: string;
  readonly email?: string | null;
  readonly roles: readonly Role[];
}

export interface PersonChanges {
  readonly email?: string | null;
  readonly roles?: readonly Role[];
  readonly disabled?: boolean;
  /** Whether an account at the identity provider may still sign in as the person; only a sign-in links one. */
  readonly signInLinked?: false;
}

/** Why a person was not added, or was left as it is. */
export type PersonRefusal = 'unknown' | 'name-taken' | 'last-administrator';

/** Who works here, in which roles. Persons are never deleted, because the records name them. */
@Injectable()
export class Persons {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly keys: ApiKeys,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  list(): Promise<PersonRow[]> {
    return this.database.read((manager) => manager.find(PersonRow, { order: { id: 'ASC' } }));
  }

  get(id: string): Promise<PersonRow | null> {
    return this.database.read((manager) => manager.findOneBy(PersonRow, { id }));
  }

  /** With exactly this name. */
  named(name: string): Promise<PersonRow | null> {
    return this.database.read((manager) => manager.findOneBy(PersonRow, { name }));
  }

  create(person: NewPerson, actor: Actor): Promise<PersonRow | PersonRefusal> {
    return this.database.units.run(async (unit) => {
      await namesLocked(unit);
      const keys = await allKeysLocked(unit);
      const identity = identityOf(person.name);
      const isKey = keys.some(
        ({ row }) => row.personId === null && identityOf(row.name) === identity,
      );
      const [known] = await unit.find(PersonRow, 'identity = ?', [identity]);
      if (isKey || known !== undefined) return 'name-taken';
      return this.insert(unit, person, actor);
    });
  }

  /** The person with this name, added unless it exists. */
  ensure(person: NewPerson, actor: Actor): Promise<PersonRow> {
    return this.database.units.run(async (unit) => {
      await namesLocked(unit);
      const [known] = await unit.find(PersonRow, 'identity = ?', [identityOf(person.name)]);
      return known ?? this.insert(unit, person, actor);
    });
  }

  async change(
    id: string,
    changes: PersonChanges,
    actor: Actor,
  ): Promise<PersonRow | PersonRefusal> {
    const result = await this.database.units.run(async (unit) => {
      const keys = await allKeysLocked(unit);
      const [row] = await unit.find(PersonRow, 'id = ?', [id]);
      if (row === undefined) return 'unknown';
      const { set, body } = this.differences(row, changes);
      if (Object.keys(set).length === 0) return row;
      const changed = { ...row, ...set };
      const after = keys.map((key) => (key.person?.id === id ? { ...key, person: changed } : key));
      if (leavesNoAdministrator(keys, after)) return 'last-administrator';
      await unit.update(PersonRow, { id }, set);
      // Whoever is enabled again signs in again.
      if (changed.disabledAt !== null) await this.sessions.endAllOf(unit, id);
      if (set.oidcSubject === null) await this.sessions.endFederatedOf(unit, id);
      await this.record(unit, actor, { type: 'PERSON_CHANGED', body });
      return changed;
    });
    this.keys.forget();
    this.sessions.forget();
    return result;
  }

  /** What has to be set, and what the trail says of it: not the e-mail address, which can be deleted only outside it. */
  private differences(
    row: PersonRow,
    { email, roles, disabled, signInLinked }: PersonChanges,
  ): { readonly set: Partial<PersonRow>; readonly body: Fact['body'] } {
    const set: Partial<PersonRow> = {};
    const body: Record<string, string | boolean | string[]> = { person: row.id, name: row.name };
    if (email !== undefined && email !== row.email) {
      set.email = email;
      body['email'] = 'changed';
    }
    if (roles !== undefined && listed(roles) !== row.roles) {
      set.roles = listed(roles);
      body['roles'] = [...roles];
    }
    if (disabled !== undefined && disabled !== (row.disabledAt !== null)) {
      set.disabledAt = disabled ? this.clock.now() : null;
      body['disabled'] = disabled;
    }
    if (signInLinked === false && row.oidcSubject !== null) {
      set.oidcIssuer = null;
      set.oidcSubject = null;
      body['signInLinked'] = false;
    }
    return { set, body };
  }

  private async insert(unit: Unit, person: NewPerson, actor: Actor): Promise<PersonRow> {
    const { name, email = null, roles } = person;
    const createdAt = this.clock.now();
    const row: PersonRow = {
      id: this.ids.next('per'),
      name,
      identity: identityOf(name),
      email,
      roles: listed(roles),
      disabledAt: null,
      oidcIssuer: null,
      oidcSubject: null,
      createdBy: actor.name,
      createdAt,
    };
    await unit.insert(PersonRow, row);
    const body = { person: row.id, name, roles: [...roles], createdAt: instant(createdAt) };
    await this.record(unit, actor, { type: 'PERSON_CREATED', body });
    return row;
  }

  private record(unit: Unit, actor: Actor, fact: Fact): Promise<void> {
    return this.audit.append(unit, 'persons', actor, [fact]);
  }
}

function listed(roles: readonly Role[]): string {
  return [...roles].sort().join(' ');
}
