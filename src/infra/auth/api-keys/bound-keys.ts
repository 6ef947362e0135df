import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import { jsonIn } from '../../audit/audit-chain.js';
import type { Scope } from '../scope.js';

/**
 * The accounts whose orders a key is for, exactly as orders give them; null: those of the whole firm.
 * @example ["C0012345"]
 */
export type BoundAccounts = readonly string[] | null;

export const BOUND_ACCOUNTS_MAX = 50;
/** As long as orders accept. */
export const ACCOUNT_NUMBER_MAX = 40;

/** All that a key bound to accounts can have: everything else shows or touches the orders of others as well. */
export const BOUND_SCOPES: readonly Scope[] = ['orders:read', 'orders:write', 'market:read'];

export const BOUND_KEYS_METADATA = 'marina:bound-keys';

/**
 * Lets keys that are bound to accounts use the route. Whoever adds it sees to it that the route shows and touches
 * nothing of other accounts. Every other route refuses such keys.
 */
export function OpenToBoundKeys(): CustomDecorator {
  return SetMetadata(BOUND_KEYS_METADATA, true);
}

export function covers(accounts: BoundAccounts, accountNumber: string | null): boolean {
  return accounts === null || (accountNumber !== null && accounts.includes(accountNumber));
}

/** As they are stored: account numbers may have any separator in them. What cannot be read is no account. */
export function accountsIn(stored: string | null): BoundAccounts {
  if (stored === null) return null;
  const accounts = jsonIn(stored);
  return Array.isArray(accounts) ? accounts.map(String) : [];
}

export function storedAccounts(accounts: BoundAccounts): string | null {
  return accounts === null ? null : JSON.stringify(accounts);
}
