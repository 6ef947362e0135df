import { Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import type { Id, Instant, PersonName } from '../../formats.js';
import { AuditLog, type Fact } from '../../audit/audit-log.js';
import { Clock, instant } from '../../runtime/clock.js';
import { Database } from '../../database/database.js';
import type { Unit } from '../../database/units/unit-of-work.js';
import { Ids, Random } from '../../runtime/ids.js';
import { SYSTEM, type Actor } from '../../audit/actor.js';
import { ApiKeyRow } from './api-key.entity.js';
import { accountsIn, BOUND_SCOPES, storedAccounts, type BoundAccounts } from './bound-keys.js';
import { callerWith, type Caller } from '../caller.js';
import { allKeysLocked, heldBy, scopesOf, type HeldKey } from './held-key.js';
import { ownerOf, type OwnerRefusal } from './key-owner.js';
import { isLastAdministrator, secretEnd, stateOf } from './key-life.js';
import { PersonRow } from '../person.entity.js';
import type { Scope } from '../scope.js';

/** The secret of the keyed digest, stored outside the database. */
export class KeyPepper {
  constructor(readonly value: string) {}
}

export interface NewKey {
  /** Without one that of the person. */
  readonly name?: string;
  readonly personId?: string;
  /** Without any, all that the roles of the person allow, as they change. */
  readonly scopes?: readonly Scope[];
  /** Binds it to the orders of these accounts, for ever. */
  readonly accounts?: readonly string[];
  readonly delegates?: boolean;
  readonly expiresAt?: number | null;
}

export interface IssuedKey {
  readonly id: Id;
  readonly name: PersonName;
  /** The person it belongs to; null: a system. */
  readonly personId: Id | null;
  /**
   * What it may do.
   * @example ["orders:read", "orders:write"]
   */
  readonly scopes: readonly string[];
  /** The accounts whose orders it is for; null: the whole firm. */
  readonly accounts: BoundAccounts;
  /** It may name the person whom it acts for, in `On-Behalf-Of`. */
  readonly delegates: boolean;
  /** Null: never. */
  readonly expiresAt: Instant | null;
  /**
   * Not shown again.
   * @example "mk_0123456789abcdefghijklmnopqrstuv"
   */
  readonly secret: string;
}

/** Why a key was not made, or was left as it is. */
export type KeyRefusal =
  | 'unknown' | 'ended' | 'last-administrator' | 'beyond-accounts' | OwnerRefusal; // prettier-ignore

/** Cached keys are looked up again after this time, because another instance may have revoked them. */
const CACHE_MS = 2_000;
const CACHE_SIZE_MAX = 10_000;
/** The last use is written at most this often: a write for each request would cost more than it tells. */
const LAST_USED_STEP_MS = 15 * 60_000;

const STREAM = 'keys';

const FIRST_KEY = { name: 'admin', scopes: ['admin'] } as const satisfies NewKey;

/** A secret that opens, and whom. */
export interface OpenSecret {
  readonly caller: Caller;
  readonly digest: string;
  /** When it ceases to open; null: never. */
  readonly endsAt: number | null;
}

/** `isFresh`: as the database has it now, whatever was read a moment ago. */
interface Freshness {
  readonly isFresh?: boolean;
}

interface Cached {
  readonly known: OpenSecret | null;
  readonly at: number;
}

/** API keys: 256 random bits each, stored only as an HMAC-SHA-256. */
@Injectable()
export class ApiKeys {
  private readonly cache = new Map<string, Cached>();

  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly pepper: KeyPepper,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly random: Random,
  ) {}

  /** The caller with this secret; null if the secret is unknown, replaced, expired or revoked. */
  async callerOf(secret: string, how: Freshness = {}): Promise<Caller | null> {
    return (await this.openedBy(this.digest(secret), how))?.caller ?? null;
  }

  opened(secret: string): Promise<OpenSecret | null> {
    return this.openedBy(this.digest(secret));
  }

  /** The same for a secret of which only the digest was kept. */
  async openedBy(digest: string, { isFresh = false }: Freshness = {}): Promise<OpenSecret | null> {
    if (isFresh) this.cache.delete(digest);
    const known = await this.knownBy(digest);
    return known === null || this.hasEnded(known) ? null : known;
  }

  private async knownBy(digest: string): Promise<OpenSecret | null> {
    const cached = this.cache.get(digest);
    const at = this.clock.steady();
    if (cached !== undefined && at - cached.at < CACHE_MS) return cached.known;
    const key = await this.find(digest);
    const known =
      key === null ? null : { caller: callerWith(key), digest, endsAt: secretEnd(key, digest) };
    if (this.cache.size >= CACHE_SIZE_MAX) this.cache.clear();
    this.cache.set(digest, { known, at });
    if (key !== null && known !== null && !this.hasEnded(known)) this.noteUse(key.row);
    return known;
  }

  private find(digest: string): Promise<HeldKey | null> {
    return this.database.read(async (manager) => {
      const row = await manager.findOneBy(ApiKeyRow, [{ digest }, { previousDigest: digest }]);
      if (row === null) return null;
      const { personId } = row;
      const person =
        personId === null ? null : await manager.findOneBy(PersonRow, { id: personId });
      return { row, person };
    });
  }

  /** Looks up all keys again, because those of a person changed with it. */
  forget(): void {
    this.cache.clear();
  }

  private hasEnded({ endsAt }: OpenSecret): boolean {
    return endsAt !== null && endsAt <= this.clock.now();
  }

  /** In the background: nobody waits for it, and if it fails the next use is noted instead. */
  private noteUse({ id, lastUsedAt }: ApiKeyRow): void {
    const now = this.clock.now();
    const before = now - LAST_USED_STEP_MS;
    if (lastUsedAt !== null && lastUsedAt > before) return;
    const note = (unit: Unit): Promise<number> =>
      unit.execute(
        'UPDATE api_keys SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at <= ?)',
        [now, id, before],
      );
    void this.database.units.run(note).catch(() => undefined);
  }

  async create(key: NewKey, actor: Actor): Promise<IssuedKey | KeyRefusal> {
    const { accounts, scopes = [] } = key;
    if (accounts !== undefined && scopes.some((scope) => !BOUND_SCOPES.includes(scope))) {
      return 'beyond-accounts';
    }
    return this.database.units.run(async (unit) => {
      const person = await ownerOf(unit, key);
      if (typeof person === 'string') return person;
      const made = this.newKey(key, person, { secret: this.newSecret(), actor });
      const expires = made.row.expiresAt !== null;
      if (expires && isLastAdministrator(made, await allKeysLocked(unit))) {
        return 'last-administrator';
      }
      return this.insert(unit, made, actor);
    });
  }

  async list(): Promise<readonly HeldKey[]> {
    return this.database.read(async (manager) => {
      const rows = await manager.find(ApiKeyRow, { order: { id: 'ASC' } });
      const persons = await manager.find(PersonRow);
      return heldBy(rows, persons);
    });
  }

  /** Revokes the key at once; again has no effect. */
  revoke(id: string, actor: Actor): Promise<KeyRefusal | null> {
    return this.change(id, async (unit, key, all) => {
      const { row } = key;
      if (row.revokedAt !== null) return null;
      if (isLastAdministrator(key, all)) return 'last-administrator';
      await unit.update(ApiKeyRow, { id }, { revokedAt: this.clock.now() });
      await this.record(unit, actor, { type: 'KEY_REVOKED', body: { key: id, name: row.name } });
      return null;
    });
  }

  /** Sets when the key expires; null: never. A key that has ended stays so. */
  setExpiry(id: string, expiresAt: number | null, actor: Actor): Promise<KeyRefusal | null> {
    return this.change(id, async (unit, key, all) => {
      const { row } = key;
      if (this.isOver(key)) return 'ended';
      if (expiresAt !== null && isLastAdministrator(key, all)) {
        return 'last-administrator';
      }
      await unit.update(ApiKeyRow, { id }, { expiresAt });
      const body = { key: id, name: row.name, expiresAt: instantOrNull(expiresAt) };
      await this.record(unit, actor, { type: 'KEY_EXPIRY_SET', body });
      return null;
    });
  }

  /** A new secret; the present one opens until the given time as well, and any older one no longer. */
  rotate(id: string, previousUntil: number, actor: Actor): Promise<IssuedKey | KeyRefusal> {
    return this.change(id, async (unit, key) => {
      const { row, person } = key;
      if (this.isOver(key)) return 'ended';
      const secret = this.newSecret();
      const digest = this.digest(secret);
      const changes = { digest, previousDigest: row.digest, previousUntil };
      await unit.update(ApiKeyRow, { id }, changes);
      const body = { key: id, name: row.name, previousSecretUntil: instant(previousUntil) };
      await this.record(unit, actor, { type: 'KEY_ROTATED', body });
      return issued({ row: { ...row, ...changes }, person }, secret);
    });
  }

  /** On a database without keys, creates the first key from the given secret or a new one. */
  async ensureFirst(given: string | null): Promise<IssuedKey | null> {
    return this.database.units.run(async (unit) => {
      const [any] = await unit.find(ApiKeyRow, '1 = 1 LIMIT 1');
      if (any !== undefined) return null;
      const secret = given ?? this.newSecret();
      const made = this.newKey(FIRST_KEY, null, { secret, actor: SYSTEM });
      return this.insert(unit, made, SYSTEM);
    });
  }

  /** Creates a key with this secret unless it exists, or existed before a rotation. */
  async ensure(key: NewKey, secret: string, actor: Actor): Promise<void> {
    const digest = this.digest(secret);
    await this.database.units.run(async (unit) => {
      const where = 'digest = ? OR previous_digest = ?';
      const [known] = await unit.find(ApiKeyRow, where, [digest, digest]);
      if (known !== undefined) return;
      const person = await ownerOf(unit, key);
      if (typeof person === 'string') throw new Error(`The key cannot be made: ${person}`);
      await this.insert(unit, this.newKey(key, person, { secret, actor }), actor);
    });
  }

  private async change<T>(
    id: string,
    decide: (unit: Unit, key: HeldKey, all: readonly HeldKey[]) => Promise<T>,
  ): Promise<T | 'unknown'> {
    const result = await this.database.units.run(async (unit) => {
      const all = await allKeysLocked(unit);
      const key = all.find(({ row }) => row.id === id);
      return key === undefined ? ('unknown' as const) : decide(unit, key, all);
    });
    this.cache.clear();
    return result;
  }

  /** A key of a disabled person may still be changed: the person may come back. */
  private isOver({ row }: HeldKey): boolean {
    return stateOf({ row, person: null }, this.clock.now()) !== 'valid';
  }

  private newSecret(): string {
    return `mk_${this.random.bytes(32).toString('base64url')}`;
  }

  private newKey(
    key: NewKey,
    person: PersonRow | null,
    { secret, actor }: { readonly secret: string; readonly actor: Actor },
  ): MadeKey {
    const row = {
      id: this.ids.next('key'),
      name: key.name ?? person?.name ?? '',
      personId: person?.id ?? null,
      digest: this.digest(secret),
      previousDigest: null,
      previousUntil: null,
      scopes: (key.scopes ?? []).join(' '),
      accounts: storedAccounts(key.accounts ?? null),
      delegates: key.delegates === true ? 1 : 0,
      createdBy: actor.name,
      createdAt: this.clock.now(),
      expiresAt: key.expiresAt ?? null,
      lastUsedAt: null,
      revokedAt: null,
    };
    return { row, person, secret };
  }

  private async insert(unit: Unit, made: MadeKey, actor: Actor): Promise<IssuedKey> {
    const { row, secret } = made;
    await unit.insert(ApiKeyRow, row);
    const { secret: _, id, accounts, ...shown } = issued(made, secret);
    const body = {
      key: id,
      ...shown,
      scopes: [...shown.scopes],
      accounts: accounts === null ? null : accounts.length,
      createdAt: instant(row.createdAt),
    };
    await this.record(unit, actor, { type: 'KEY_CREATED', body });
    for (const accountNumber of accounts ?? []) {
      // The trail names no account: searches find the entry by what is kept beside it.
      const topic = { stream: STREAM, about: { accountNumber } };
      const fact = { type: 'KEY_BOUND_TO_ACCOUNT', body: { key: id, name: row.name } };
      await this.audit.append(unit, topic, actor, [fact]);
    }
    return issued(made, secret);
  }

  private record(unit: Unit, actor: Actor, fact: Fact): Promise<void> {
    return this.audit.append(unit, STREAM, actor, [fact]);
  }

  private digest(secret: string): string {
    return createHmac('sha256', this.pepper.value).update(secret).digest('hex');
  }
}

interface MadeKey extends HeldKey {
  readonly secret: string;
}

function issued(key: HeldKey, secret: string): IssuedKey {
  const { id, name, personId, accounts, delegates, expiresAt } = key.row;
  return {
    id,
    name,
    personId,
    scopes: scopesOf(key),
    accounts: accountsIn(accounts),
    delegates: delegates === 1,
    expiresAt: instantOrNull(expiresAt),
    secret,
  };
}

function instantOrNull(at: number | null): string | null {
  return at === null ? null : instant(at);
}
