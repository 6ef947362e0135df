import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskFull, ExportFiles } from '../../../../src/infra/audit/export/export-files.js';
import { HandClock, NOON } from '../../../support/time/hand-clock.js';
import type { Config } from '../../../../src/infra/config/config.js';

async function* pieces(...texts: readonly string[]): AsyncGenerator<string> {
  for (const text of texts) yield await Promise.resolve(text);
}

const ONE = 'exp_01M7W9V1GHGDXV473P1P44ZYCB.csv';
const TWO = 'exp_01M7W9V1GHGDXV473P1P44ZYCC.csv';
const WANTED = new AbortController().signal;

describe('The file of an export', () => {
  let folder: string;
  let path: string;
  let exports: ExportFiles;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'marina-export-'));
    path = join(folder, 'exports', ONE);
    exports = new ExportFiles({ dataFolder: folder } as Config, new HandClock());
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const files = (): readonly string[] => readdirSync(join(folder, 'exports'));

  it('is there whole, with its size and digest, and only its owner can read it', async () => {
    const written = await exports.write(ONE, pieces('head\n', 'é\n'), WANTED);
    const digest = createHash('sha256').update('head\né\n').digest('hex');
    expect(written).toEqual({ bytes: 8, digest });
    expect(readFileSync(path, 'utf8')).toBe('head\né\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(files()).toEqual([ONE]);
  });

  it('is not begun on a disk with too little space left', async () => {
    const writing = exports.write(ONE, pieces('head\n'), WANTED, 1e18);
    await expect(writing).rejects.toThrow(new DiskFull('The disk has too little space left'));
    expect(files()).toEqual([]);
  });

  it('is gone when the disk becomes full', async () => {
    await exports.write(ONE, pieces(''), WANTED);
    const full = (async function* () {
      yield await Promise.resolve('head\n');
      // `/dev/full` refuses every byte, as a full disk does.
      writeFileSync('/dev/full', 'more');
    })();
    const writing = exports.write(TWO, full, WANTED);
    await expect(writing).rejects.toThrow(new DiskFull('The disk is full'));
    expect(files()).toEqual([ONE]);
  });

  it('is never written or read through a link, which could lead to any file of ours', async () => {
    const key = join(folder, 'signing-key.pem');
    writeFileSync(key, 'secret');
    await exports.write(ONE, pieces(''), WANTED);
    symlinkSync(key, join(folder, 'exports', `${TWO}.part`));
    await exports.write(TWO, pieces('more'), WANTED);
    expect(readFileSync(key, 'utf8')).toBe('secret');
    expect(readFileSync(join(folder, 'exports', TWO), 'utf8')).toBe('more');
    rmSync(path);
    symlinkSync(key, path);
    expect(await exports.read(ONE, 6, { start: 0, end: 5 })).toBeNull();
    await exports.removeOlder(NOON - 1, () => false);
    expect(files()).toContain(ONE);
  });

  it('waits for no pipe in its place', async () => {
    await exports.write(ONE, pieces(''), WANTED);
    rmSync(path);
    execFileSync('mkfifo', [path]);
    execFileSync('mkfifo', [`${path.replace(ONE, TWO)}.part`]);
    expect(await exports.read(ONE, 0, { start: 0, end: 0 })).toBeNull();
    await exports.write(TWO, pieces('more'), WANTED);
    expect(readFileSync(join(folder, 'exports', TWO), 'utf8')).toBe('more');
  });

  it('is gone when what it is made of fails, or nobody wants it any more', async () => {
    const breaks = (async function* () {
      yield await Promise.resolve('head\n');
      throw new Error('The database is gone');
    })();
    await expect(exports.write(ONE, breaks, WANTED)).rejects.toThrow('The database is gone');
    const removed = new AbortController();
    const endless = (async function* () {
      for (;;) {
        yield await Promise.resolve('again\n');
        removed.abort();
      }
    })();
    const writing = exports.write(ONE, endless, removed.signal);
    await expect(writing).rejects.toThrow();
    expect(existsSync(path)).toBe(false);
    expect(files()).toEqual([]);
  });

  it.each([
    '../signing-key.pem',
    'x./../../signing-key.pem',
    'exp_01M7W9V1GHGDXV473P1P44ZYCB./../../key.csv',
    'exp_01M7W9V1GHGDXV473P1P44ZYCB.pem',
  ])('is no other file of the machine, whatever the database says: %s', async (name) => {
    const key = join(folder, 'signing-key.pem');
    writeFileSync(key, 'secret');
    await exports.write(ONE, pieces(''), WANTED);
    await exports.remove(name);
    expect(readFileSync(key, 'utf8')).toBe('secret');
    expect(await exports.read(name, 6, { start: 0, end: 5 })).toBeNull();
    await expect(exports.write(name, pieces(''), WANTED)).rejects.toThrow('is not the name');
  });

  it('is removed when it is old, but not while it is written', async () => {
    await exports.write(ONE, pieces(''), WANTED);
    writeFileSync(join(folder, 'exports', `${TWO}.part`), '');
    const later = NOON + 100 * 365 * 24 * 3_600_000;
    await exports.removeOlder(NOON, () => false);
    expect(files()).toContain(ONE);
    await exports.removeOlder(later, (name) => name === TWO);
    expect(files()).toEqual([`${TWO}.part`]);
    await exports.removeOlder(later, () => false);
    expect(files()).toEqual([]);
  });
});
