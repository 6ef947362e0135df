import type { Role, Scope } from '../api/answers.js';
import { SCOPE_WORDS } from '../api/scope-words.js';

/** What each role is for. The compiler sees to it that none is missing. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  viewer: 'reads orders and the market',
  dealer: 'posts, edits and cancels orders',
  operations: 'works on breaks and runs, proposes resolutions',
  'operations-lead': 'approves, pauses the desk, cancels and posts',
  compliance: 'reads breaks and calls, reads and exports the audit trail',
  administrator: 'everything, persons and keys included',
};

/** All that a key bound to accounts may have. */
export const BOUND_SCOPES: readonly Scope[] = ['orders:read', 'orders:write', 'market:read'];

export const ROLES = Object.keys(ROLE_WORDS) as readonly Role[];
export const SCOPES = Object.keys(SCOPE_WORDS) as readonly Scope[];
