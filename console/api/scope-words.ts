import type { Scope } from './answers.js';

/** What each scope allows. The compiler sees to it that none is missing. */
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
