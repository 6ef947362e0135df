import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { lstat, mkdir, open, rename, rm, statfs, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Config } from '../../config/config.js';
import { Clock } from '../../runtime/clock.js';
import { flush, namesIn } from '../durable-file.js';

/** Left on the disk, on which the database may be as well. */
const KEEP_FREE_BYTES = 512 * 1024 * 1024;
/** Looked at again after each. */
const CHECKED_BYTES = 16 * 1024 * 1024;

/** Names come out of the database: whoever can write that must not reach other files. */
const NAME = /^exp_[0-9A-Z]{26}\.(?:ndjson|csv|parquet|zip)$/;
const PART = '.part';
/** Nor does it wait for a pipe. */
const READ_NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

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

  constructor(
    { dataFolder }: Config,
    private readonly clock: Clock,
  ) {
    this.folder = join(dataFolder, 'exports');
  }

  /** Throws `DiskFull` when the disk is full, or would be left with less than `keepFree` bytes. */
  async write(
    name: string,
    pieces: AsyncIterable<string | Buffer>,
    signal: AbortSignal,
    keepFree = KEEP_FREE_BYTES,
  ): Promise<WrittenFile> {
    const path = this.pathOf(name);
    if (path === null) throw new Error(`${name} is not the name of an export`);
    const part = `${path}${PART}`;
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
    // What a crash has left, or a link in its place, which could lead to any file of ours.
    await rm(part, { force: true });
    const target = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
    try {
      await pipeline(counted, target, { signal });
      // Its age is that of the clock by which it is removed.
      const now = new Date(this.clock.now());
      await utimes(part, now, now);
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
    const path = this.pathOf(name);
    if (path === null) return null;
    const file = await open(path, READ_NO_LINK).catch(() => null);
    if (file === null) return null;
    const found = await file.stat();
    if (found.isFile() && found.size === bytes) return file.createReadStream({ start, end });
    await file.close();
    return null;
  }

  async remove(name: string): Promise<void> {
    const path = this.pathOf(name);
    if (path !== null) await rm(path, { force: true });
  }

  /** Those written before this time, but for the ones that are being written. */
  async removeOlder(before: number, isUnderWay: (name: string) => boolean): Promise<void> {
    for (const file of await namesIn(this.folder)) {
      const name = file.endsWith(PART) ? file.slice(0, -PART.length) : file;
      if (this.pathOf(name) === null || isUnderWay(name)) continue;
      const path = join(this.folder, file);
      const found = await lstat(path).catch(() => null);
      if (found !== null && found.mtimeMs < before) await rm(path, { force: true });
    }
  }

  private pathOf(name: string): string | null {
    return NAME.test(name) ? join(this.folder, name) : null;
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
