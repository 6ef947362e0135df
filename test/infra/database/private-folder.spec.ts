import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePrivate } from '../../../src/infra/database/private-folder.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'marina-folder-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('A data folder', () => {
  it.each([
    [0o700, false, true],
    [0o755, false, true],
    [0o775, false, false],
    [0o777, false, false],
    [0o1777, false, true],
    [0o700, true, true],
    [0o755, true, false],
    [0o1777, true, false],
  ])('of mode %o, live: %s, is taken: %s', (mode, isLive, isTaken) => {
    chmodSync(folder, mode);
    const open = () => ensurePrivate(folder, isLive);
    if (isTaken) expect(open).not.toThrow();
    else expect(open).toThrow(`chmod 700 ${folder}`);
  });
});
