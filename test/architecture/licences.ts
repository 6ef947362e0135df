import { readFileSync } from 'node:fs';

/** Licences that allow selling and changing without publishing. */
const PERMISSIVE = new Set([
  '0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Python-2.0', 'WTFPL',
]); // prettier-ignore

export interface LockedPackage {
  /** Of the package, where the folder has another one. */
  readonly name?: string;
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  /** To a workspace of ours. */
  readonly link?: boolean;
}

/** With their folders; not our own workspaces. */
export const lockedPackages = Object.entries(
  (
    JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, LockedPackage>;
    }
  ).packages,
).filter(([path, { link }]) => path.startsWith('node_modules/') && link !== true);

export const isPermissive = (licence = ''): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => PERMISSIVE.has(choice));
