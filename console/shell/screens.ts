import type { Scope } from '../api/answers.js';

/** The screens in the order of the navigation; `key` comes after g. A new screen is one entry here and one route. */
export interface Screen {
  readonly to: ScreenPath;
  readonly name: string;
  /** Without it everybody who has signed in sees the screen; its parts say what a role lacks. */
  readonly scope?: Scope;
  readonly key: string;
  readonly count?: 'unproven' | 'breaks' | 'approvals';
}

export type ScreenPath =
  | '/overview'
  | '/orders'
  | '/not-proven'
  | '/breaks'
  | '/approvals'
  | '/day'
  | '/audit'
  | '/best-execution'
  | '/market'
  | '/runs'
  | '/calls'
  | '/settings';

export const SCREENS: readonly Screen[] = [
  { to: '/overview', name: 'Overview', scope: 'recon:read', key: 'h' },
  { to: '/orders', name: 'Orders', scope: 'orders:read', key: 'o' },
  { to: '/not-proven', name: 'Not proven', scope: 'orders:read', key: 'n', count: 'unproven' },
  { to: '/breaks', name: 'Breaks', scope: 'recon:read', key: 'b', count: 'breaks' },
  { to: '/approvals', name: 'Approvals', scope: 'recon:read', key: 'p', count: 'approvals' },
  { to: '/day', name: 'End of day', scope: 'recon:read', key: 'd' },
  { to: '/audit', name: 'Audit', scope: 'audit:read', key: 'a' },
  { to: '/best-execution', name: 'Best execution', scope: 'audit:read', key: 'x' },
  { to: '/market', name: 'Market', scope: 'market:read', key: 'm' },
  { to: '/runs', name: 'Runs', scope: 'recon:read', key: 'r' },
  { to: '/calls', name: 'Calls', scope: 'exchange:read', key: 'c' },
  { to: '/settings', name: 'Settings', key: 's' },
];

/** The screen that was chosen to open first; a path that is none any more means the orders. */
export function homeOf(path: string): ScreenPath {
  return SCREENS.find(({ to }) => to === path)?.to ?? '/orders';
}
