import { constants, type Stats } from 'node:fs';
import { access, readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../infra/database/units/unit-of-work.js';
import { fail, ok, warn, type Check } from './check.js';

/** What the service needs of its machine: Node.js, disk space, and folders that nobody else can read or write. */

/** The first minor version of each major one; `engines` of package.json says the same. */
const NODE_VERSIONS: Readonly<Record<number, number>> = { 20: 19, 22: 13, 24: 11 };
const NEWEST = 24;
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const GIB = 1024 ** 3;
/** Below the first it may soon be unable to store orders; below the second there is time to act. */
const SPACE_FAIL = GIB;
const SPACE_WARN = 5 * GIB;
const NAMES_SHOWN = 5;
/** An SQLite database, its log, checkpoints and exports need a few at a time. */
const FILES_FAIL = 1_000;

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isSupported = major > NEWEST || minor >= (NODE_VERSIONS[major] ?? Infinity);
  if (isSupported) return ok('node', `Node.js ${version}`);
  const least = Object.entries(NODE_VERSIONS).map(([name, first]) => `${name}.${first}`);
  return fail('node', `Node.js ${version}`, `Install Node.js ${least.join(', ')} or newer.`);
}

/** Secrets and clients' names are in this folder. */
export async function checkDataFolder(folder: string): Promise<Check> {
  const name = 'data folder';
  const found = await statOf(folder);
  if (found === null) return checkParent(name, folder);
  if (!found.isDirectory()) {
    return fail(name, `${folder} is no folder`, 'Move it away, or choose another DATABASE_URL.');
  }
  if (!(await isWritable(folder))) return notWritable(name, folder);
  const files = await readdir(folder);
  const open: string[] = [];
  for (const file of ['.', ...files]) {
    const path = join(folder, file);
    if (((await statOf(path))?.mode ?? 0) & OTHERS) open.push(path);
  }
  if (open.length === 0) return ok(name, `${folder}, for its owner alone`);
  const shown = open.slice(0, NAMES_SHOWN).join(', ');
  const rest = open.length > NAMES_SHOWN ? `, and ${open.length - NAMES_SHOWN} more` : '';
  const remedy = `Take the rights of others away: chmod -R go-rwx ${folder}`;
  return fail(name, `other users of this machine can reach ${shown}${rest}`, remedy);
}

/** Whoever can replace the checkpoint can hide that the database was restored. */
export async function checkCheckpointFolder(folder: string): Promise<Check> {
  const name = 'checkpoint folder';
  const found = await statOf(folder);
  if (found === null) return checkParent(name, folder);
  if (!found.isDirectory() || !(await isWritable(folder))) return notWritable(name, folder);
  const odd = await oddIn(name, folder);
  if (odd !== null) return odd;
  if ((found.mode & OTHERS_WRITE) === 0) return ok(name, folder);
  return fail(name, `other users can write to ${folder}`, `Run: chmod go-w ${folder}`);
}

/** It may belong to others, who keep what the service cannot take back. */
export async function checkSinkFolder(folder: string): Promise<Check> {
  const name = 'checkpoint sink';
  const found = await statOf(folder);
  if (found === null) return checkParent(name, folder);
  if (!found.isDirectory() || !(await isWritable(folder))) return notWritable(name, folder);
  return (await oddIn(name, folder)) ?? ok(name, folder);
}

export async function checkSinkCommand(program: string): Promise<Check> {
  const name = 'checkpoint sink';
  const isRunnable = await access(program, constants.X_OK).then(
    () => true,
    () => false,
  );
  const remedy = 'MARINA_CHECKPOINT_SINKS needs the path of a program that this user may run.';
  return isRunnable ? ok(name, program) : fail(name, `${program} cannot be run`, remedy);
}

const CHECKPOINT_FILE = /\.checkpoint(?:\.json|s\.ndjson)?$/;

/** The service does not start where such a thing is in the place of a checkpoint. */
async function oddIn(name: string, folder: string): Promise<Check | null> {
  for (const file of await readdir(folder)) {
    const path = join(folder, file);
    if (!CHECKPOINT_FILE.test(file) || (await statOf(path))?.isFile() === true) continue;
    return fail(
      name,
      `${path} is no regular file`,
      'Find out who has put it there, and remove it.',
    );
  }
  return null;
}

export async function checkDiskSpace(folder: string): Promise<Check> {
  const { bavail, bsize, files, ffree } = await statfs(await nearest(folder));
  return filesOf(folder, { most: files, free: ffree }) ?? spaceOf(folder, bavail * bsize);
}

/** A disk can be full of files as well; null: it is not. Some file systems (Btrfs) count none. */
export function filesOf(
  folder: string,
  { most, free }: { readonly most: number; readonly free: number },
): Check | null {
  if (most === 0 || free >= FILES_FAIL) return null;
  const detail = `${free} of ${most} files can still be made for ${folder}`;
  return fail('disk space', detail, 'Remove files of this disk, or move the data to another one.');
}

export function spaceOf(folder: string, freeBytes: number): Check {
  const detail = `${(freeBytes / GIB).toFixed(1)} GiB free for ${folder}`;
  if (freeBytes >= SPACE_WARN) return ok('disk space', detail);
  const remedy = 'Make room, or move the data to a larger disk.';
  return freeBytes < SPACE_FAIL
    ? fail('disk space', detail, remedy)
    : warn('disk space', detail, remedy);
}

/** The first start makes the folder, if it may. */
async function checkParent(name: string, folder: string): Promise<Check> {
  if (await isWritable(await nearest(folder))) {
    return ok(name, `${folder} does not exist yet; the first start makes it`);
  }
  return notWritable(name, folder);
}

function notWritable(name: string, folder: string): Check {
  const remedy = 'Give it to the user that runs the service, or choose another one.';
  return fail(name, `this user cannot write to ${folder}`, remedy);
}

/** The folder, or the nearest one above it that exists. */
async function nearest(folder: string): Promise<string> {
  const parent = dirname(folder);
  return (await statOf(folder)) !== null || parent === folder ? folder : nearest(parent);
}

/** Null when it does not exist: files of the database come and go while a service runs. */
async function statOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    // What this user cannot see is not writable either, and is reported as that.
    if (['ENOENT', 'EACCES', 'ENOTDIR'].includes(errorCode(error))) return null;
    throw error;
  }
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
