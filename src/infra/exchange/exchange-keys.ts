import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Config } from '../config.js';
import type { Unit } from '../database/unit-of-work.js';
import { Database } from '../database/database.js';
import { ExchangeKeyRow } from './exchange-call.entity.js';
import { hasRoom, lockKeys, useOf, type Lane } from './rate-budget.js';

/** After 401 or 402 a key rests this long, then one call tries it again; nothing is refused meanwhile. */
const KEY_REST_MS = 30_000;
const SCOPE_REST_MS = 60_000;
const RATE_REST_MS = 60_000;

export interface ExchangeKey {
  readonly id: string;
  readonly secret: string;
  readonly scopes: readonly string[];
}

export type KeyChoice =
  | { readonly key: ExchangeKey }
  /** When to ask again; null when no configured key has the scope. */
  | { readonly key: null; readonly retryAt: number | null; readonly why: string };

/**
 * The configured exchange keys: which may make a call, which are out of order. A key that the
 * exchange refused is rested, never forgotten, and the calls that wanted it stay queued.
 */
@Injectable()
export class ExchangeKeys {
  readonly keys: readonly ExchangeKey[];

  constructor(
    config: Config,
    private readonly database: Database,
  ) {
    this.keys = config.exchangeKeys.map((key) => ({ ...key, id: keyId(key.secret) }));
  }

  /** Makes sure each key has its row; called once at the start. */
  async register(): Promise<void> {
    await this.database.units.run(async (unit) => {
      for (const key of this.keys) {
        await unit.execute(
          "INSERT INTO exchange_keys (id, frozen_until, frozen_by, scopes_down) VALUES (?, 0, NULL, '{}') ON CONFLICT (id) DO NOTHING",
          [key.id],
        );
      }
    });
  }

  /** Chooses a key for the call, holding the lock of all keys' rows until the unit ends. */
  async choose(unit: Unit, lane: Lane, scope: string, now: number): Promise<KeyChoice> {
    const rows = await lockKeys(
      unit,
      this.keys.map((key) => key.id),
    );
    let retryAt: number | null = null;
    let why = `no exchange key has the scope ${scope}`;
    for (const key of this.keys) {
      const row = rows.find((candidate) => candidate.id === key.id);
      if (row === undefined || !mayReach(key, scope)) continue;
      const blocked = blockedUntil(row, scope, now);
      if (blocked !== null) {
        retryAt = Math.min(retryAt ?? Infinity, blocked);
        why = `key ${key.id} rests until the exchange may accept it again (${row.frozenBy ?? '403'})`;
        continue;
      }
      const use = await useOf(unit, key.id, now);
      if (hasRoom(lane, use)) return { key };
      retryAt = Math.min(retryAt ?? Infinity, use.nextFreeAt ?? now);
      why = 'the exchange calls of this minute are used up';
    }
    return { key: null, retryAt, why };
  }

  async restKey(unit: Unit, id: string, status: number, now: number): Promise<void> {
    const until = now + (status === 429 ? RATE_REST_MS : KEY_REST_MS);
    await unit.update(ExchangeKeyRow, { id }, { frozenUntil: until, frozenBy: String(status) });
  }

  async restScope(unit: Unit, id: string, scope: string, now: number): Promise<void> {
    const [row] = await unit.find(ExchangeKeyRow, `id = ?${unit.rowLock}`, [id]);
    if (row === undefined) return;
    const down = { ...scopesDown(row), [scope]: now + SCOPE_REST_MS };
    await unit.update(ExchangeKeyRow, { id }, { scopesDown: JSON.stringify(down) });
  }

  /** The exchange accepted the key again, in a call begun after its rest was over. */
  async clear(unit: Unit, id: string, scope: string, startedAt: number): Promise<void> {
    const [row] = await unit.find(ExchangeKeyRow, `id = ?${unit.rowLock}`, [id]);
    if (row === undefined || blockedUntil(row, scope, startedAt) !== null) return;
    const { [scope]: wasDown, ...others } = scopesDown(row);
    if (row.frozenBy === null && wasDown === undefined) return;
    await unit.update(
      ExchangeKeyRow,
      { id },
      { frozenUntil: 0, frozenBy: null, scopesDown: JSON.stringify(others) },
    );
  }
}

/** Eight hexadecimal digits of a digest: enough to tell keys apart, useless to whoever reads them. */
export function keyId(secret: string): string {
  return createHash('sha256').update(`marina-exchange-key/${secret}`).digest('hex').slice(0, 8);
}

function mayReach(key: ExchangeKey, scope: string): boolean {
  return key.scopes.length === 0 || key.scopes.includes(scope);
}

export function scopesDown(row: ExchangeKeyRow): Readonly<Record<string, number>> {
  return JSON.parse(row.scopesDown) as Record<string, number>;
}

function blockedUntil(row: ExchangeKeyRow, scope: string, now: number): number | null {
  const until = Math.max(row.frozenUntil, scopesDown(row)[scope] ?? 0);
  return until > now ? until : null;
}
