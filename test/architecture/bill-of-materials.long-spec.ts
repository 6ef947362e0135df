import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/databases/databases.js';
import { isPermissive, lockedPackages } from './licences.js';

interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly identifier?: string;
}

interface Component extends Bundled {
  readonly 'bom-ref': string;
  readonly licenses?: readonly object[];
}

interface Bill {
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** Fonts may be sold with a program under it, though not alone. */
const OF_FONTS = 'OFL-1.1';

const nameOf = ({ name, version }: Bundled): string => `${name}@${version}`;
const locked = lockedPackages.map(([path, { name, ...one }]) => ({
  ...one,
  name: name ?? path.split('node_modules/').at(-1) ?? '',
}));
const needed = locked.filter(({ dev }) => dev !== true);

describe('What is shipped', () => {
  const licences = readFileSync('console/dist/licences.json', 'utf8');
  const bundled = JSON.parse(licences) as readonly Bundled[];
  const { components, dependencies } = JSON.parse(
    execFileSync(process.execPath, ['scripts/sbom.js'], { encoding: 'utf8' }),
  ) as Bill;
  const listed = new Set(components.map(nameOf));

  it('is bundled in the console with permissive licences alone', () => {
    const isFont = ({ name }: Bundled): boolean => name.startsWith('@fontsource-variable/');
    expect(bundled.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['react', 'react-dom', '@mantine/core', '@fontsource-variable/inter']),
    );
    expect(bundled.filter(isFont).map(({ identifier }) => identifier)).toEqual([OF_FONTS]);
    expect(bundled.filter((one) => !isFont(one) && !isPermissive(one.identifier))).toEqual([]);
  });

  it('is in the bill of materials: what running needs, and what the console has bundled', () => {
    // Those that are optional are installed where they fit the machine.
    const always = needed.filter(({ optional }) => optional !== true);
    expect(always.length).toBeGreaterThan(200);
    expect([...always, ...bundled].map(nameOf).filter((name) => !listed.has(name))).toEqual([]);
    expect(components.filter(({ licenses = [] }) => licenses.length === 0)).toEqual([]);
  });

  it('has in the bill of materials of the image what the image has, and nothing that was deleted there', () => {
    const folder = temporaryFolder();
    const isLeftOut = ({ name }: Bundled): boolean => name === 'typescript';
    for (const [path] of lockedPackages.filter(([path]) => path !== 'node_modules/typescript')) {
      mkdirSync(join(folder, 'shipped', path), { recursive: true });
      writeFileSync(join(folder, 'shipped', path, 'package.json'), '{}');
    }
    const parts = ['package.json', 'package-lock.json', 'console/dist/licences.json'];
    for (const path of [...parts, 'scripts/sbom.js', 'scripts/ready.js'])
      cpSync(path, join(folder, path), { recursive: true });
    const program = [join(folder, 'scripts/sbom.js'), '--installed', 'shipped'];
    const bill = JSON.parse(execFileSync(process.execPath, program, { encoding: 'utf8' })) as Bill;
    expect(components.filter(isLeftOut)).toHaveLength(1);
    expect(bill.components.map(nameOf)).toEqual(
      components.filter((one) => !isLeftOut(one)).map(nameOf),
    );
    const dockerfile = readFileSync('deploy/container/Dockerfile', 'utf8');
    expect(dockerfile).toContain('rm -rf node_modules/typescript');
    expect(dockerfile).toContain('COPY --from=packages /app/node_modules shipped/node_modules');
    expect(dockerfile).toContain('node scripts/sbom.js --installed shipped > sbom.cdx.json');
    expect(dockerfile).toContain('COPY --from=build /app/sbom.cdx.json sbom.cdx.json');
  });

  it('is nothing else there, and depends on nothing else', () => {
    const shipped = new Set([...needed, ...bundled].map(nameOf));
    expect([...listed].filter((name) => !shipped.has(name))).toEqual([]);
    const refs = new Set(components.map((component) => component['bom-ref']));
    const asked = dependencies.flatMap(({ dependsOn }) => dependsOn);
    expect(asked.length).toBeGreaterThan(200);
    expect(asked.filter((ref) => !refs.has(ref))).toEqual([]);
  });
});
