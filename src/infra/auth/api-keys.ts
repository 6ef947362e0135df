import { Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { AuditLog } from '../audit/audit-log.js';
import { Clock, instant } from '../runtime/clock.js';
import { Database } from '../database/database.js';
import type { Unit } from '../database/unit-of-work.js';
import { Ids, Random } from '../runtime/ids.js';
import { SYSTEM, type Actor } from '../audit/actor.js';
import { ApiKeyRow } from './api-key.entity.js';
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
  readonly delegates: boolean;
}

export interface IssuedKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly delegates: boolean;
  /** Not shown again. */
  readonly secret: string;
}

/** Cached keys are looked up again after this time, because another instance may have revoked them. */
const CACHE_MS = 2_000;
const CACHE_SIZE_MAX = 10_000;

const FIRST_KEY: NewKey = { name: 'admin', scopes: ['admin'], delegates: false };

/** API keys: 256 random bits each, stored only as an HMAC-SHA-256. */
@Injectable()
export class ApiKeys {
  private readonly cache = new Map<
    string,
    { readonly caller: Caller | null; readonly at: number }
  >();

  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly pepper: KeyPepper,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly random: Random,
  ) {}

  /** The caller with this secret; null if the secret is unknown or revoked. */
  async callerOf(secret: string): Promise<Caller | null> {
    const digest = this.digest(secret);
    const known = this.cache.get(digest);
    const now = this.clock.steady();
    if (known !== undefined && now - known.at < CACHE_MS) return known.caller;
    const row = await this.database.read((manager) => manager.findOneBy(ApiKeyRow, { digest }));
    const caller = row === null || row.revokedAt !== null ? null : callerFrom(row);
    if (this.cache.size >= CACHE_SIZE_MAX) this.cache.clear();
    this.cache.set(digest, { caller, at: now });
    return caller;
  }

  async create(key: NewKey, actor: Actor): Promise<IssuedKey> {
    const secret = `mk_${this.random.bytes(32).toString('base64url')}`;
    return this.database.units.run((unit) => this.insert(unit, key, secret, actor));
  }

  async list(): Promise<ApiKeyRow[]> {
    return this.database.read((manager) => manager.find(ApiKeyRow, { order: { id: 'ASC' } }));
  }

  /** False when there is no such key. */
  async revoke(id: string, actor: Actor): Promise<boolean> {
    const found = await this.database.units.run(async (unit) => {
      const [row] = await unit.find(ApiKeyRow, `id = ?${unit.rowLock}`, [id]);
      if (row === undefined) return false;
      if (row.revokedAt !== null) return true;
      await unit.update(ApiKeyRow, { id }, { revokedAt: this.clock.now() });
      await this.audit.append(unit, 'keys', actor, [{ type: 'KEY_REVOKED', body: { key: id } }]);
      return true;
    });
    this.cache.clear();
    return found;
  }

  /** On a database without keys, creates the first key from the given secret or a new one. */
  async ensureFirst(given: string | null): Promise<IssuedKey | null> {
    const secret = given ?? `mk_${this.random.bytes(32).toString('base64url')}`;
    return this.database.units.run(async (unit) => {
      const [any] = await unit.find(ApiKeyRow, '1 = 1 LIMIT 1');
      return any === undefined ? this.insert(unit, FIRST_KEY, secret, SYSTEM) : null;
    });
  }

  /** Creates a key with this secret unless it exists. */
  async ensure(key: NewKey, secret: string, actor: Actor): Promise<void> {
    await this.database.units.run(async (unit) => {
      const [known] = await unit.find(ApiKeyRow, 'digest = ?', [this.digest(secret)]);
      if (known === undefined) await this.insert(unit, key, secret, actor);
    });
  }

  private async insert(
    unit: Unit,
    { name, scopes, delegates }: NewKey,
    secret: string,
    actor: Actor,
  ): Promise<IssuedKey> {
    const id = this.ids.next('key');
    const createdAt = this.clock.now();
    await unit.insert(ApiKeyRow, {
      id,
      name,
      digest: this.digest(secret),
      scopes: scopes.join(' '),
      delegates: delegates ? 1 : 0,
      createdBy: actor.name,
      createdAt,
      revokedAt: null,
    });
    const body = { key: id, name, scopes: [...scopes], delegates, createdAt: instant(createdAt) };
    await this.audit.append(unit, 'keys', actor, [{ type: 'KEY_CREATED', body }]);
    return { id, name, scopes, delegates, secret };
  }

  private digest(secret: string): string {
    return createHmac('sha256', this.pepper.value).update(secret).digest('hex');
  }
}

function callerFrom(row: ApiKeyRow): Caller {
  const scopes = new Set(row.scopes.split(' ').filter(isScope));
  return { keyId: row.id, name: row.name, scopes, delegates: row.delegates === 1 };
}
