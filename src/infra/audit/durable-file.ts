import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { faultPoint } from '../runtime/fault-point.js';

/** Files that are readable by their owner alone, and on the disk when the promise resolves. */

/** Null if there is no such file. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
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

/** Readers see the old text or the new one. `suffix` names the writer's own temporary file. */
export async function replaceFile(path: string, text: string, suffix: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${suffix}`;
  await write(temporary, 'w', text);
  faultPoint('checkpoint-half-way');
  await rename(temporary, path);
  await flush(folder);
}

export async function appendLine(path: string, line: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await write(path, 'a', `${line}\n`);
  await flush(folder);
}

async function write(path: string, flags: 'w' | 'a', text: string): Promise<void> {
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
