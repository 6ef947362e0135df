import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '../support/databases/databases.js';
import { isPermissive, lockedPackages } from './licences.js';

const WORKFLOWS = '.github/workflows';
const PINNED = /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

describe('The supply chain', () => {
  it('has a SHA-512 digest for every package of the lock file', () => {
    expect(lockedPackages.length).toBeGreaterThan(500);
    const without = lockedPackages.filter(
      ([, { integrity }]) => integrity?.startsWith('sha512-') !== true,
    );
    expect(without.map(([path]) => path)).toEqual([]);
  });

  it('has only permissive licences in what running needs', () => {
    const needed = lockedPackages.filter(([, { dev }]) => dev !== true);
    expect(needed.length).toBeGreaterThan(50);
    expect(needed.filter(([, { license }]) => !isPermissive(license))).toEqual([]);
  });

  it('installs by the lock file alone, also after an npm pack that was interrupted', () => {
    const folder = temporaryFolder();
    for (const path of ['package-lock.json', 'scripts/ready.js'])
      cpSync(path, join(folder, path), { recursive: true });
    writeFileSync(join(folder, 'npm-shrinkwrap.json'), '{}');
    // In place of npm: notes what it would install from.
    writeFileSync(join(folder, 'npm'), '#!/bin/sh\nls > seen\nmkdir node_modules\n', { mode: 0o755 });
    const ready = pathToFileURL(join(folder, 'scripts/ready.js')).href;
    const program = `import(${JSON.stringify(ready)}).then((ready) => ready.fetchPackages())`;
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` };
    execFileSync(process.execPath, ['--eval', program], { env, stdio: 'ignore' });
    const seen = readFileSync(join(folder, 'seen'), 'utf8').split('\n');
    expect(seen.filter((name) => name.endsWith('.json'))).toEqual(['package-lock.json']);
  }); // prettier-ignore

  it.each(readdirSync(WORKFLOWS))('pins every action of %s to a commit', (file) => {
    const text = readFileSync(join(WORKFLOWS, file), 'utf8');
    const uses = [...text.matchAll(/uses: (.*)$/gm)].map(([, action = '']) => action);
    expect(uses).not.toEqual([]);
    expect(uses.filter((action) => !PINNED.test(action))).toEqual([]);
  });
});
