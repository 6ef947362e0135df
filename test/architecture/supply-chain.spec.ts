import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that allow selling and changing without publishing. */
const PERMISSIVE = new Set([
  '0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Python-2.0', 'WTFPL',
]); // prettier-ignore
const WORKFLOWS = '.github/workflows';
const PINNED = /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

interface Locked {
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
}

const packages = Object.entries(
  (JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> })
    .packages,
).filter(([path]) => path !== '');

const isPermissive = (licence = ''): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => PERMISSIVE.has(choice));

describe('The supply chain', () => {
  it('has a SHA-512 digest for every package of the lock file', () => {
    expect(packages.length).toBeGreaterThan(500);
    const without = packages.filter(
      ([, { integrity }]) => integrity?.startsWith('sha512-') !== true,
    );
    expect(without.map(([path]) => path)).toEqual([]);
  });

  it('has only permissive licences in what running needs', () => {
    const needed = packages.filter(([, { dev }]) => dev !== true);
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
