import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { faultPoint } from '../runtime/fault-point.js';

/** Files that are readable by their owner alone, and on the disk when the promise resolves. */

/** Of a file whose newest lines matter. */
const READ_MAX = 8 * 1024 * 1024;
/** Others may write to such folders, and a pipe there would keep its reader waiting for ever. */
const AT_ONCE = constants.O_NONBLOCK;

/** The end of the file, if it is long; null if there is none. Throws if it is no regular file, as all of ours are. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    const file = await open(path, constants.O_RDONLY | AT_ONCE);
    try {
      return await endOf(file, path);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function endOf(file: FileHandle, path: string): Promise<string> {
  const found = await file.stat();
  // Reading a folder fails by itself.
  if (!found.isFile() && !found.isDirectory()) throw new Error(`${path} is no regular file`);
  const { size } = found;
  const bytes = Buffer.alloc(Math.min(size, READ_MAX));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, size - bytes.length);
  return bytes.toString('utf8', 0, bytesRead);
}

/** The names in a folder; none if it is not there. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/**
 * Readers see the old text or the new one. `suffix` names the writer's own temporary file. What a crash has left of it is
 * removed, as is a link in its place, which is never written through.
 */
export async function replaceFile(path: string, text: string, suffix: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${suffix}`;
  await rm(temporary, { force: true });
  await write(temporary, constants.O_EXCL, text);
  faultPoint('checkpoint-half-way');
  await rename(temporary, path);
  await flush(folder);
}

export async function appendLine(path: string, line: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await write(path, constants.O_APPEND, `${line}\n`);
  await flush(folder);
}

/** Throws where the path is a symbolic link: it could lead to any file of ours. */
async function write(path: string, how: number, text: string): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW | AT_ONCE | how;
  const file = await open(path, flags, 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Flushes a file, or a folder, so that a new name is on disk. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
