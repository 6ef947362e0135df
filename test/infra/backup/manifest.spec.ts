import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestPath, readManifest } from '../../../src/infra/backup/manifest.js';
import { temporaryFolder } from '../../support/databases/databases.js';

describe('The manifest of a backup that a stranger gave', () => {
  const backup = () => join(temporaryFolder(), 'marina.db');

  it.each<[string, (path: string) => unknown]>([
    ['a device', (path) => symlinkSync('/dev/null', path)],
    ['a pipe, which would keep its reader waiting', (path) => execFileSync('mkfifo', [path])],
    ['a folder', (path) => mkdirSync(path)],
  ])('is not read where it is %s', (_, make) => {
    const path = backup();
    make(manifestPath(path));
    expect(() => readManifest(path)).toThrow(`${manifestPath(path)} is no regular file`);
  });

  it('is not read where it is longer than any manifest', () => {
    const path = backup();
    writeFileSync(manifestPath(path), '{');
    truncateSync(manifestPath(path), 1024 * 1024 + 1);
    expect(() => readManifest(path)).toThrow(`${manifestPath(path)} is too long for a manifest`);
  });
});
