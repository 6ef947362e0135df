import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Config } from '../config/config.js';
import { flush } from './durable-file.js';

/** Left on the disk, on which the database may be as well. */
const KEEP_FREE_BYTES = 512 * 1024 * 1024;
/** Looked at again after each. */
const CHECKED_BYTES = 16 * 1024 * 1024;

/** The disk cannot hold the file. */
export class DiskFull extends Error {}

export interface WrittenFile {
  readonly bytes: number;
  /** SHA-256, hexadecimal. */
  readonly digest: string;
}

/**
 * Files of exports, in a folder of the data folder, which only their owner can read. Each is there whole, on disk, or not
 * at all.
 */
@Injectable()
export class ExportFiles {
  private readonly folder: string;

  constructor({ dataFolder }: Config) {
    this.folder = join(dataFolder, 'exports');
  }

  /** Throws `DiskFull` when the disk is full, or would be left with less than `keepFree` bytes. */
  async write(
    name: string,
    pieces: AsyncIterable<string | Buffer>,
    signal: AbortSignal,
    keepFree = KEEP_FREE_BYTES,
  ): Promise<WrittenFile> {
    const path = join(this.folder, name);
    const part = `${path}.part`;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const hash = createHash('sha256');
    let bytes = 0;
    const counted = async function* (): AsyncGenerator<Buffer> {
      let checkedAt = -Infinity;
      for await (const piece of pieces) {
        if (bytes - checkedAt >= CHECKED_BYTES) {
          await checkSpace(path, keepFree);
          checkedAt = bytes;
        }
        const chunk = Buffer.from(piece as string);
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    };
    const target = createWriteStream(part, { mode: 0o600, flush: true });
    try {
      await pipeline(counted, target, { signal });
      await rename(part, path);
      await flush(this.folder);
    } catch (error) {
      await rm(part, { force: true });
      throw isNoSpace(error) ? new DiskFull('The disk is full') : error;
    }
    return { bytes, digest: hash.digest('hex') };
  }

  /** From `start` to `end`, both inclusive. Null without a file of that many bytes. */
  async read(
    name: string,
    bytes: number,
    { start, end }: { readonly start: number; readonly end: number },
  ): Promise<Readable | null> {
    const path = join(this.folder, name);
    const found = await stat(path).catch(() => null);
    return found?.size === bytes ? createReadStream(path, { start, end }) : null;
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.folder, name), { force: true });
  }

  /** Those last written before this time. */
  async removeOlder(before: number): Promise<void> {
    for (const name of await readdir(this.folder).catch((): string[] => [])) {
      const found = await stat(join(this.folder, name)).catch(() => null);
      if (found !== null && found.mtimeMs < before) await this.remove(name);
    }
  }
}

async function checkSpace(path: string, keepFree: number): Promise<void> {
  const { bavail, bsize } = await statfs(join(path, '..'));
  if (bavail * bsize < keepFree) throw new DiskFull('The disk has too little space left');
}

function isNoSpace(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return code === 'ENOSPC' || code === 'EDQUOT';
}
