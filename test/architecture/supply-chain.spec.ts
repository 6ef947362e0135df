import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

  it.each(readdirSync(WORKFLOWS))('pins every action of %s to a commit', (file) => {
    const text = readFileSync(join(WORKFLOWS, file), 'utf8');
    const uses = [...text.matchAll(/uses: (.*)$/gm)].map(([, action = '']) => action);
    expect(uses).not.toEqual([]);
    expect(uses.filter((action) => !PINNED.test(action))).toEqual([]);
  });
});
