import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Random } from './ids.js';

/**
 * Makes a file that only its owner can read. It is there whole and on the disk, or not at all: a full disk or a crash leaves
 * no part of it, which the next start would take for the secret. A file that another process has made meanwhile stays as it is.
 */
export function createPrivateFile(path: string, text: string, random: Random): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${random.bytes(6).toString('hex')}`;
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx', flush: true });
    putInPlace(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
  flushFolder(folder);
}

/** By a link, which unlike a rename never replaces a file; some file systems have none. */
function putInPlace(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
  } catch {
    if (!existsSync(path)) renameSync(temporary, path);
  }
}

/** Until then the new name may not outlive a crash. */
function flushFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
