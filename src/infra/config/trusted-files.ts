import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from './config.js';

const GROUP_WRITES = 0o020;
const OTHERS_WRITE = 0o002;
const MODE = 0o7777;

type Trusting = Pick<Config, 'dataFolder' | 'checkpointDir' | 'signingKeyFile' | 'secretFiles'>;

/**
 * Where others can write what a live service takes as it stands there: its checkpoints, the key that signs them, and its
 * secrets. Whoever can write to a folder can put files of another in their place. What is missing is made for the service's
 * user alone. Windows has other rights.
 */
export function writableByOthers(config: Trusting): readonly string[] {
  if (process.platform === 'win32') return [];
  const trusted = new Map<string, string[]>();
  const add = (what: string, places: readonly string[]): void => {
    for (const place of new Set(places.filter((path) => existsSync(path))))
      trusted.set(place, [...(trusted.get(place) ?? []), what]);
  };
  const { dataFolder, checkpointDir, signingKeyFile, secretFiles } = config;
  add('the data folder', [dataFolder]);
  if (checkpointDir !== null) add('MARINA_CHECKPOINT_DIR', [checkpointDir]);
  add('MARINA_SIGNING_KEY_FILE', placesOf(signingKeyFile));
  for (const [name, path] of Object.entries(secretFiles)) add(name, placesOf(path));
  return [...trusted].flatMap(([place, whose]) => {
    const { mode, gid } = statSync(place);
    const found = { mode, gid, isReadOnly: isReadOnly(place) };
    if (!mayOthersWrite(found, ownGroups())) return [];
    const octal = (mode & MODE).toString(8);
    return [
      `Other users of this machine can write to ${place} (mode ${octal}), and so change ${whose.join(', ')}. Run: chmod go-w ${place}, or name another place`,
    ];
  });
}

interface Place {
  readonly mode: number;
  readonly gid: number;
  /** Mounted so that nobody can write there, whatever its mode: Kubernetes mounts secrets with 1777. */
  readonly isReadOnly: boolean;
}

/** Besides the owner and root; the groups of the service may, because Kubernetes gives volumes to one of them (`fsGroup`). */
export function mayOthersWrite(
  { mode, gid, isReadOnly }: Place,
  ownGroups: readonly number[],
): boolean {
  if (isReadOnly) return false;
  return (mode & OTHERS_WRITE) !== 0 || ((mode & GROUP_WRITES) !== 0 && !ownGroups.includes(gid));
}

function ownGroups(): readonly number[] {
  const group = process.getegid?.();
  return [...(group === undefined ? [] : [group]), ...(process.getgroups?.() ?? [])];
}

/** The file and its folder, and that of the file to which a link leads. No pipe: it has no name that could be given to another. */
function placesOf(file: string): readonly string[] {
  const folder = dirname(file);
  if (!existsSync(file)) return [folder];
  return statSync(file).isFile() ? [file, folder, dirname(realpathSync(file))] : [];
}

function isReadOnly(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS';
  }
}
