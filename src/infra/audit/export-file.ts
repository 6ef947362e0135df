import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { flush } from './durable-file.js';

/** Checked again after each. */
const CHECKED_BYTES = 16 * 1024 * 1024;

/** The disk cannot hold the file. */
export class DiskFull extends Error {}

export interface ExportedFile {
  readonly bytes: number;
  /** SHA-256, hexadecimal. */
  readonly digest: string;
}

/**
 * Writes a file that only its owner can read, and that is there whole, on disk, or not at all. The database may be on the
 * same disk, so `keepFree` bytes of it are left: `DiskFull` when they would not be.
 */
export async function writeExport(
  path: string,
  pieces: AsyncIterable<string | Buffer>,
  { keepFree, signal }: { readonly keepFree: number; readonly signal: AbortSignal },
): Promise<ExportedFile> {
  const part = `${path}.part`;
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = async function* (): AsyncGenerator<Buffer> {
    let checkedAt = -Infinity;
    for await (const piece of pieces) {
      if (bytes - checkedAt >= CHECKED_BYTES) {
        await checkSpace(folder, keepFree);
        checkedAt = bytes;
      }
      const chunk = Buffer.from(piece as string);
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  try {
    await pipeline(counted, createWriteStream(part, { mode: 0o600, flush: true }), {
      signal,
    });
    await rename(part, path);
    await flush(folder);
  } catch (error) {
    await rm(part, { force: true });
    throw isNoSpace(error) ? new DiskFull('The disk is full') : error;
  }
  return { bytes, digest: hash.digest('hex') };
}

async function checkSpace(folder: string, keepFree: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < keepFree) throw new DiskFull('The disk has too little space left');
}

function isNoSpace(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return code === 'ENOSPC' || code === 'EDQUOT';
}
