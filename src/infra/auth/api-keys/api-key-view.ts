import type { ActorName, Id, Instant, PersonName } from '../../formats.js';
import { instant, storedInstant } from '../../runtime/clock.js';
import { accountsIn, type BoundAccounts } from './bound-keys.js';
import { scopesOf, type HeldKey } from './held-key.js';
import { stateOf, type KeyState } from './key-life.js';

/** A key as administrators see it, without its secrets. */
export interface ApiKeyView {
  readonly id: Id;
  readonly name: PersonName;
  /** The person it belongs to; null: a system. */
  readonly personId: Id | null;
  /**
   * What it may do at present; of a person's key no more than its roles allow.
   * @example ["orders:read", "orders:write"]
   */
  readonly scopes: readonly string[];
  /** The accounts whose orders it is for; null: the whole firm. */
  readonly accounts: BoundAccounts;
  /** It may name the person whom it acts for, in `On-Behalf-Of`. */
  readonly delegates: boolean;
  readonly state: KeyState;
  readonly createdBy: ActorName;
  readonly createdAt: Instant;
  /** Null: never. */
  readonly expiresAt: Instant | null;
  /** May be a quarter of an hour too early. */
  readonly lastUsedAt: Instant | null;
  /** Until then the secret before the last rotation opens too. */
  readonly previousSecretUntil: Instant | null;
  readonly revokedAt: Instant | null;
}

export function apiKeyView(key: HeldKey, now: number): ApiKeyView {
  const { row } = key;
  const { id, name, personId, createdBy, previousUntil } = row;
  return {
    id,
    name,
    personId,
    scopes: scopesOf(key),
    accounts: accountsIn(row.accounts),
    delegates: row.delegates === 1,
    state: stateOf(key, now),
    createdBy,
    createdAt: instant(row.createdAt),
    expiresAt: storedInstant(row.expiresAt),
    lastUsedAt: storedInstant(row.lastUsedAt),
    previousSecretUntil:
      previousUntil !== null && previousUntil > now ? storedInstant(previousUntil) : null,
    revokedAt: storedInstant(row.revokedAt),
  };
}
