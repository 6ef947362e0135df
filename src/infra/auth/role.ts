import type { Scope } from './scope.js';

export const ROLE_NAMES = [
  'viewer', 'dealer', 'operations', 'operations-lead', 'compliance', 'administrator',
] as const; // prettier-ignore

export type Role = (typeof ROLE_NAMES)[number];

const VIEWER = ['orders:read', 'market:read'] as const;
const OPERATIONS = [...VIEWER, 'exchange:read', 'recon:read', 'recon:write', 'ops:read'] as const;

/** What people do here, as bundles of scopes. */
export const ROLES = {
  viewer: VIEWER,
  dealer: [...VIEWER, 'orders:write', 'exchange:read'],
  operations: OPERATIONS,
  'operations-lead': [...OPERATIONS, 'recon:approve', 'ops:write', 'orders:write'],
  compliance: [...VIEWER, 'recon:read', 'exchange:read', 'audit:read', 'audit:export'],
  administrator: ['admin'],
} as const satisfies Readonly<Record<Role, readonly Scope[]>>;

/**
 * Those who work with the orders of clients, or answer for them. A viewer follows what goes on, and an administrator
 * sets up persons and keys: neither needs to know whose an order is. A new role does not see clients, until it is here.
 */
export const ROLES_WITH_CLIENTS: ReadonlySet<Role> = new Set([
  'dealer', 'operations', 'operations-lead', 'compliance',
] as const); // prettier-ignore

/** The roles in a space-separated list, as it is stored. */
export function rolesIn(text: string): readonly Role[] {
  const named = new Set(text.split(' '));
  return ROLE_NAMES.filter((role) => named.has(role));
}

export function scopesOfRoles(roles: readonly Role[]): ReadonlySet<Scope> {
  return new Set(roles.flatMap((role): readonly Scope[] => ROLES[role]));
}
