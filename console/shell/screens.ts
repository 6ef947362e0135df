/** The screens in the order of the navigation; `key` comes after g. A new screen is one entry here and one route. */
export interface Screen {
  readonly to: ScreenPath;
  readonly name: string;
  readonly scope: string;
  readonly key: string;
  readonly count?: 'unproven' | 'breaks' | 'approvals';
}

export type ScreenPath = '/orders';

export const SCREENS: readonly Screen[] = [
  { to: '/orders', name: 'Orders', scope: 'orders:read', key: 'o' },
];
