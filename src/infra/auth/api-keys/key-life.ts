import { scopesOf, type HeldKey } from './held-key.js';

/** How long a key and its secrets are valid: pure, for the store and for what people are shown. */
export type KeyState = 'valid' | 'expired' | 'revoked' | 'disabled';

/** A secret that was replaced lives on this long at most. */
export const OVERLAP_MAX_MS = 30 * 24 * 3_600_000;

/** `disabled`: its person is. */
export function stateOf({ row, person }: HeldKey, now: number): KeyState {
  const { revokedAt, expiresAt } = row;
  if (revokedAt !== null) return 'revoked';
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  return person !== null && person.disabledAt !== null ? 'disabled' : 'valid';
}

/** When the secret with this digest ceases to open; null: never. A revoked key opened nothing at any time. */
export function secretEnd({ row, person }: HeldKey, digest: string): number | null {
  if (row.revokedAt !== null || (person !== null && person.disabledAt !== null)) return 0;
  if (digest === row.digest) return row.expiresAt;
  const { previousUntil, expiresAt } = row;
  return Math.min(previousUntil ?? 0, expiresAt ?? Infinity);
}

/**
 * Whether nobody could administer the service once this key has ended: no other administrator's key remains that is
 * not revoked and never expires.
 */
export function isLastAdministrator(key: HeldKey, all: readonly HeldKey[]): boolean {
  return (
    isAdministrator(key) && !all.some((other) => other.row.id !== key.row.id && isPermanent(other))
  );
}

/** Whether a change of a person takes the last administrator's key that never expires. */
export function leavesNoAdministrator(
  before: readonly HeldKey[],
  after: readonly HeldKey[],
): boolean {
  return before.some(isPermanent) && !after.some(isPermanent);
}

function isAdministrator(key: HeldKey): boolean {
  return key.row.revokedAt === null && scopesOf(key).includes('admin');
}

function isPermanent(key: HeldKey): boolean {
  return isAdministrator(key) && key.row.expiresAt === null;
}
