import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPermissive, lockedPackages } from './licences.js';
import { scriptsAlone } from './scripts-alone.js';

const WORKFLOWS = '.github/workflows';
const PINNED = /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

const FETCH = "import('./scripts/ready.js').then((ready) => ready.fetchPackages())";

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
    const { folder, run } = scriptsAlone();
    writeFileSync(join(folder, 'npm-shrinkwrap.json'), '{}');
    run('--eval', FETCH);
    const seen = readFileSync(join(folder, 'seen'), 'utf8').split('\n');
    const read = ['package-lock.json', 'package.json'];
    expect(seen.filter((name) => name.endsWith('.json'))).toEqual(read);
  });

  it('leaves the lock file of an npm pack that is under way when nothing is to be installed', () => {
    const { folder, run } = scriptsAlone();
    run('--eval', FETCH);
    writeFileSync(join(folder, 'npm-shrinkwrap.json'), '{}');
    run('--eval', FETCH);
    expect(existsSync(join(folder, 'npm-shrinkwrap.json'))).toBe(true);
  });

  it.each(['check', 'bench', 'test'])('installs nothing for npm run %s -- --help', (script) => {
    const { folder, run } = scriptsAlone();
    const { status, stdout } = run(`scripts/${script}.js`, '--help');
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^Usage: npm /)]);
    expect(existsSync(join(folder, 'seen'))).toBe(false);
  });

  it.each(['check', 'bench'])('installs nothing for npm run %s -- typo', (script) => {
    const { folder, run } = scriptsAlone();
    const { status, stderr } = run(`scripts/${script}.js`, 'typo');
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^There is no .* typo\./)]);
    expect(existsSync(join(folder, 'seen'))).toBe(false);
  });

  it.each(readdirSync(WORKFLOWS))('pins every action of %s to a commit', (file) => {
    const text = readFileSync(join(WORKFLOWS, file), 'utf8');
    const uses = [...text.matchAll(/uses: (.*)$/gm)].map(([, action = '']) => action);
    expect(uses).not.toEqual([]);
    expect(uses.filter((action) => !PINNED.test(action))).toEqual([]);
  });
});
