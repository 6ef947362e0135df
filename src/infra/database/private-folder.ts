import { mkdirSync, statSync } from 'node:fs';
import { ConfigError } from '../config/config.js';

const READ_OR_WRITE = 0o077;
const WRITE = 0o022;
/** As of `/tmp`: nobody can replace the files of others. */
const STICKY = 0o1000;

/**
 * Makes the folder of the database for its user alone, or refuses one in which other users can write: they could
 * replace the database, or hold its lock so that no service starts. What the service writes there only its own user
 * can read; a live service refuses a folder that others can read or list as well. Windows has other rights.
 */
export function ensurePrivate(folder: string, isLive = false): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32') return;
  const { mode } = statSync(folder);
  const refused = isLive ? READ_OR_WRITE : (mode & STICKY) === 0 ? WRITE : 0;
  if ((mode & refused) === 0) return;
  throw new ConfigError([
    `Other users of this machine can reach the data folder ${folder} (mode ${(mode & 0o777).toString(8)}). Run: chmod 700 ${folder}, or name another folder in DATABASE_URL; one that does not exist is made for this user alone`,
  ]);
}
