import type { Role, Scope } from '../api/answers.js';

/** What each role is for, and what each scope allows. The compiler sees to it that none is missing. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  viewer: 'reads orders and the market',
  dealer: 'posts, edits and cancels orders',
  operations: 'works on breaks and runs, proposes resolutions',
  'operations-lead': 'approves, pauses the desk, cancels and posts',
  compliance: 'reads breaks and calls, reads and exports the audit trail',
  administrator: 'everything, persons and keys included',
};

export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  'orders:read': 'read orders',
  'orders:write': 'post, edit and cancel orders',
  'market:read': 'read the market',
  'exchange:read': 'read the exchange through Marina',
  'recon:read': 'read breaks, runs and trading days',
  'recon:write': 'work on breaks, start runs',
  'recon:approve': 'approve and sign as the second person',
  'audit:read': 'read the audit trail',
  'audit:export': 'export the audit trail',
  'ops:read': 'read the state of the desk',
  'ops:write': 'pause the desk, change the calendar and due times',
  admin: 'everything',
};

/** All that a key bound to accounts may have. */
export const BOUND_SCOPES: readonly Scope[] = ['orders:read', 'orders:write', 'market:read'];

export const ROLES = Object.keys(ROLE_WORDS) as readonly Role[];
export const SCOPES = Object.keys(SCOPE_WORDS) as readonly Scope[];
