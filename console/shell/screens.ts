/** The screens in the order of the navigation; `key` comes after g. A new screen is one entry here and one route. */
export interface Screen {
  readonly to: ScreenPath;
  readonly name: string;
  readonly scope: string;
  readonly key: string;
  readonly count?: 'unproven' | 'breaks' | 'approvals';
}

export type ScreenPath = '/overview' | '/orders' | '/not-proven' | '/breaks' | '/approvals';

export const SCREENS: readonly Screen[] = [
  { to: '/overview', name: 'Overview', scope: 'recon:read', key: 'h' },
  { to: '/orders', name: 'Orders', scope: 'orders:read', key: 'o' },
  { to: '/not-proven', name: 'Not proven', scope: 'orders:read', key: 'n', count: 'unproven' },
  { to: '/breaks', name: 'Breaks', scope: 'recon:read', key: 'b', count: 'breaks' },
  { to: '/approvals', name: 'Approvals', scope: 'recon:read', key: 'p', count: 'approvals' },
];
