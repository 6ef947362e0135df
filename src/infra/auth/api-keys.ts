import { Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { AuditLog, type Fact } from '../audit/audit-log.js';
import { Clock, instant } from '../runtime/clock.js';
import { Database } from '../database/database.js';
import type { Unit } from '../database/unit-of-work.js';
import { Ids, Random } from '../runtime/ids.js';
import { SYSTEM, type Actor } from '../audit/actor.js';
import { ApiKeyRow } from './api-key.entity.js';
import { isLastAdministrator, secretEnd, stateOf } from './key-life.js';
import { isScope, type Scope } from './scope.js';

/** The secret of the keyed digest, stored outside the database. */
export class KeyPepper {
  constructor(readonly value: string) {}
}

export interface Caller {
  readonly keyId: string;
  readonly name: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Whether it may name the person it acts for. */
  readonly delegates: boolean;
}

export interface NewKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly delegates?: boolean;
  readonly expiresAt?: number | null;
}

export interface IssuedKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly delegates: boolean;
  readonly expiresAt: string | null;
  /** Not shown again. */
  readonly secret: string;
}

/** Why a key was left as it is. */
export type KeyRefusal = 'unknown' | 'ended' | 'last-administrator';

/** Cached keys are looked up again after this time, because another instance may have revoked them. */
const CACHE_MS = 2_000;
const CACHE_SIZE_MAX = 10_000;
/** The last use is written at most this often: a write for each request would cost more than it tells. */
const LAST_USED_STEP_MS = 15 * 60_000;

const FIRST_KEY: NewKey = { name: 'admin', scopes: ['admin'] };

/** A secret that opens, and whom. */
export interface OpenSecret {
  readonly caller: Caller;
  readonly digest: string;
  /** When it ceases to open; null: never. */
  readonly endsAt: number | null;
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
  async callerOf(secret: string): Promise<Caller | null> {
    return (await this.opened(secret))?.caller ?? null;
  }

  opened(secret: string): Promise<OpenSecret | null> {
    return this.openedBy(this.digest(secret));
  }

  /** The same for a secret of which only the digest was kept. */
  async openedBy(digest: string): Promise<OpenSecret | null> {
    const known = await this.knownBy(digest);
    return known === null || this.hasEnded(known) ? null : known;
  }

  private async knownBy(digest: string): Promise<OpenSecret | null> {
    const cached = this.cache.get(digest);
    const at = this.clock.steady();
    if (cached !== undefined && at - cached.at < CACHE_MS) return cached.known;
    const row = await this.database.read((manager) =>
      manager.findOneBy(ApiKeyRow, [{ digest }, { previousDigest: digest }]),
    );
    const known =
      row === null ? null : { caller: callerFrom(row), digest, endsAt: secretEnd(row, digest) };
    if (this.cache.size >= CACHE_SIZE_MAX) this.cache.clear();
    this.cache.set(digest, { known, at });
    if (row !== null && known !== null && !this.hasEnded(known)) this.noteUse(row);
    return known;
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
    return this.database.units.run(async (unit) => {
      const made = this.newRow(key, this.newSecret(), actor);
      const expires = made.row.expiresAt !== null;
      if (expires && isLastAdministrator(made.row, await this.allLocked(unit))) {
        return 'last-administrator';
      }
      return this.insert(unit, made, actor);
    });
  }

  async list(): Promise<ApiKeyRow[]> {
    return this.database.read((manager) => manager.find(ApiKeyRow, { order: { id: 'ASC' } }));
  }

  /** Revokes the key at once; again has no effect. */
  revoke(id: string, actor: Actor): Promise<KeyRefusal | null> {
    return this.change(id, async (unit, row) => {
      if (row.revokedAt !== null) return null;
      if (isLastAdministrator(row, await this.allLocked(unit))) return 'last-administrator';
      await unit.update(ApiKeyRow, { id }, { revokedAt: this.clock.now() });
      await this.record(unit, actor, { type: 'KEY_REVOKED', body: { key: id, name: row.name } });
      return null;
    });
  }

  /** Sets when the key expires; null: never. A key that has ended stays so. */
  setExpiry(id: string, expiresAt: number | null, actor: Actor): Promise<KeyRefusal | null> {
    return this.change(id, async (unit, row) => {
      if (stateOf(row, this.clock.now()) !== 'valid') return 'ended';
      if (expiresAt !== null && isLastAdministrator(row, await this.allLocked(unit))) {
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
    return this.change(id, async (unit, row) => {
      if (stateOf(row, this.clock.now()) !== 'valid') return 'ended';
      const secret = this.newSecret();
      const digest = this.digest(secret);
      const changes = { digest, previousDigest: row.digest, previousUntil };
      await unit.update(ApiKeyRow, { id }, changes);
      const body = { key: id, name: row.name, previousSecretUntil: instant(previousUntil) };
      await this.record(unit, actor, { type: 'KEY_ROTATED', body });
      return issued({ ...row, ...changes }, secret);
    });
  }

  /** On a database without keys, creates the first key from the given secret or a new one. */
  async ensureFirst(given: string | null): Promise<IssuedKey | null> {
    return this.database.units.run(async (unit) => {
      const [any] = await unit.find(ApiKeyRow, '1 = 1 LIMIT 1');
      if (any !== undefined) return null;
      return this.insert(unit, this.newRow(FIRST_KEY, given ?? this.newSecret(), SYSTEM), SYSTEM);
    });
  }

  /** Creates a key with this secret unless it exists, or existed before a rotation. */
  async ensure(key: NewKey, secret: string, actor: Actor): Promise<void> {
    const digest = this.digest(secret);
    await this.database.units.run(async (unit) => {
      const where = 'digest = ? OR previous_digest = ?';
      const [known] = await unit.find(ApiKeyRow, where, [digest, digest]);
      if (known === undefined) await this.insert(unit, this.newRow(key, secret, actor), actor);
    });
  }

  private async change<T>(
    id: string,
    decide: (unit: Unit, row: ApiKeyRow) => Promise<T>,
  ): Promise<T | 'unknown'> {
    const result = await this.database.units.run(async (unit) => {
      // All rows in one order, because who is the last administrator depends on the others.
      const row = (await this.allLocked(unit)).find((one) => one.id === id);
      return row === undefined ? ('unknown' as const) : decide(unit, row);
    });
    this.cache.clear();
    return result;
  }

  private allLocked(unit: Unit): Promise<ApiKeyRow[]> {
    return unit.find(ApiKeyRow, `1 = 1 ORDER BY id${unit.rowLock}`);
  }

  private newSecret(): string {
    return `mk_${this.random.bytes(32).toString('base64url')}`;
  }

  private newRow(key: NewKey, secret: string, actor: Actor): { row: ApiKeyRow; secret: string } {
    const row = {
      id: this.ids.next('key'),
      name: key.name,
      digest: this.digest(secret),
      previousDigest: null,
      previousUntil: null,
      scopes: key.scopes.join(' '),
      delegates: key.delegates === true ? 1 : 0,
      createdBy: actor.name,
      createdAt: this.clock.now(),
      expiresAt: key.expiresAt ?? null,
      lastUsedAt: null,
      revokedAt: null,
    };
    return { row, secret };
  }

  private async insert(
    unit: Unit,
    { row, secret }: { readonly row: ApiKeyRow; readonly secret: string },
    actor: Actor,
  ): Promise<IssuedKey> {
    await unit.insert(ApiKeyRow, row);
    const { secret: _, id, ...shown } = issued(row, secret);
    const body = {
      key: id,
      ...shown,
      scopes: [...shown.scopes],
      createdAt: instant(row.createdAt),
    };
    await this.record(unit, actor, { type: 'KEY_CREATED', body });
    return issued(row, secret);
  }

  private record(unit: Unit, actor: Actor, fact: Fact): Promise<void> {
    return this.audit.append(unit, 'keys', actor, [fact]);
  }

  private digest(secret: string): string {
    return createHmac('sha256', this.pepper.value).update(secret).digest('hex');
  }
}

function callerFrom(row: ApiKeyRow): Caller {
  const scopes = new Set(row.scopes.split(' ').filter(isScope));
  return { keyId: row.id, name: row.name, scopes, delegates: row.delegates === 1 };
}

function issued(row: ApiKeyRow, secret: string): IssuedKey {
  const { id, name, delegates, expiresAt } = row;
  const scopes = row.scopes.split(' ');
  return { id, name, scopes, delegates: delegates === 1, expiresAt: instantOrNull(expiresAt), secret }; // prettier-ignore
}

function instantOrNull(at: number | null): string | null {
  return at === null ? null : instant(at);
}
