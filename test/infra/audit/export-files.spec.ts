import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskFull, ExportFiles } from '../../../src/infra/audit/export-files.js';
import type { Config } from '../../../src/infra/config/config.js';

async function* pieces(...texts: readonly string[]): AsyncGenerator<string> {
  for (const text of texts) yield await Promise.resolve(text);
}

const WANTED = new AbortController().signal;

describe('The file of an export', () => {
  let folder: string;
  let path: string;
  let exports: ExportFiles;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'marina-export-'));
    path = join(folder, 'exports', 'one.csv');
    exports = new ExportFiles({ dataFolder: folder } as Config);
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const files = (): readonly string[] => readdirSync(join(folder, 'exports'));

  it('is there whole, with its size and digest, and only its owner can read it', async () => {
    const written = await exports.write('one.csv', pieces('head\n', 'é\n'), WANTED);
    const digest = createHash('sha256').update('head\né\n').digest('hex');
    expect(written).toEqual({ bytes: 8, digest });
    expect(readFileSync(path, 'utf8')).toBe('head\né\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(files()).toEqual(['one.csv']);
  });

  it('is not begun on a disk with too little space left', async () => {
    const writing = exports.write('one.csv', pieces('head\n'), WANTED, 1e18);
    await expect(writing).rejects.toThrow(new DiskFull('The disk has too little space left'));
    expect(files()).toEqual([]);
  });

  it('is gone when the disk becomes full', async () => {
    await exports.write('one.csv', pieces(''), WANTED);
    symlinkSync('/dev/full', join(folder, 'exports', 'full.csv.part'));
    // `/dev/full` refuses every byte, as a full disk does.
    const writing = exports.write('full.csv', pieces('more'), WANTED);
    await expect(writing).rejects.toThrow(new DiskFull('The disk is full'));
    expect(files()).toEqual(['one.csv']);
  });

  it('is gone when what it is made of fails, or nobody wants it any more', async () => {
    const breaks = (async function* () {
      yield await Promise.resolve('head\n');
      throw new Error('The database is gone');
    })();
    await expect(exports.write('one.csv', breaks, WANTED)).rejects.toThrow('The database is gone');
    const removed = new AbortController();
    const endless = (async function* () {
      for (;;) {
        yield await Promise.resolve('again\n');
        removed.abort();
      }
    })();
    const writing = exports.write('one.csv', endless, removed.signal);
    await expect(writing).rejects.toThrow();
    expect(existsSync(path)).toBe(false);
    expect(files()).toEqual([]);
  });
});
