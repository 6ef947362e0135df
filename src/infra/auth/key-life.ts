import type { ApiKeyRow } from './api-key.entity.js';

/** How long a key and its secrets are valid: pure, for the store and for what people are shown. */
export type KeyState = 'valid' | 'expired' | 'revoked';

/** A secret that was replaced lives on this long at most. */
export const OVERLAP_MAX_MS = 30 * 24 * 3_600_000;

type Life = Pick<ApiKeyRow, 'revokedAt' | 'expiresAt'>;

export function stateOf({ revokedAt, expiresAt }: Life, now: number): KeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'valid';
}

/** When the secret with this digest ceases to open; null: never. A revoked key opened nothing at any time. */
export function secretEnd(row: ApiKeyRow, digest: string): number | null {
  if (row.revokedAt !== null) return 0;
  if (digest === row.digest) return row.expiresAt;
  const { previousUntil, expiresAt } = row;
  return Math.min(previousUntil ?? 0, expiresAt ?? Infinity);
}

/**
 * Whether nobody could administer the service once this key has ended: no other administrator's key remains that is
 * not revoked and never expires.
 */
export function isLastAdministrator(key: ApiKeyRow, all: readonly ApiKeyRow[]): boolean {
  return isAdministrator(key) && !all.some((other) => other.id !== key.id && isPermanent(other));
}

export function isAdministrator({ scopes, revokedAt }: ApiKeyRow): boolean {
  return revokedAt === null && scopes.split(' ').includes('admin');
}

function isPermanent(key: ApiKeyRow): boolean {
  return isAdministrator(key) && key.expiresAt === null;
}
