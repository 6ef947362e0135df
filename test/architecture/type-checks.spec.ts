import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { scriptsAlone } from './scripts-alone.js';

/** What the check of types needs of the packages. */
const PACKAGES = ['typescript-native', '@types'];
const TYPE_ERROR = "export const units: number = 'many';\n";

describe('A type error', () => {
  it.each([
    ['types', ['src/a.ts', 'simulator/a.ts', 'test/a.spec.ts', 'bench/a.ts']],
    ['types of the console', ['console/a.ts', 'console/orders/a.tsx']],
  ])('anywhere fails the step "%s" of the check', (step, paths) => {
    const { folder, run } = scriptsAlone();
    mkdirSync(join(folder, 'node_modules'));
    for (const name of PACKAGES)
      symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
    for (const path of paths) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), TYPE_ERROR);
    }
    for (const config of ['tsconfig.json', 'console/tsconfig.json'])
      cpSync(config, join(folder, config), { recursive: true });
    const { status, stderr } = run('scripts/check.js', step);
    const refused = [...stderr.matchAll(/^(\S+)\(1,14\): error TS2322/gm)].map(([, path]) => path);
    expect(refused.sort()).toEqual([...paths].sort());
    expect(status).toBe(1);
  });
});

interface Rules {
  readonly rules: Readonly<Record<string, unknown>>;
}

interface Configuration extends Rules {
  readonly overrides: readonly (Rules & { readonly files: readonly string[] })[];
}

/** Those that are off. */
const off = ({ rules }: Rules): readonly string[] =>
  Object.keys(rules).filter((rule) => [rules[rule]].flat()[0] !== 'error');

describe('A rule that needs types', () => {
  const config = JSON.parse(readFileSync('.oxlintrc.json', 'utf8')) as Configuration;

  it('is on in the whole tree, but for those that tests, benchmarks and the console break on purpose', () => {
    const exceptions = config.overrides.flatMap((override) =>
      off(override).map((rule) => `${override.files.join(' ')}: ${rule}`),
    );
    expect(off(config)).toEqual([]);
    expect(exceptions).toEqual([
      'test/**/*.ts bench/**/*.ts: typescript/no-non-null-assertion',
      'test/**/*.ts bench/**/*.ts: typescript/no-unsafe-argument',
      'test/**/*.ts bench/**/*.ts: typescript/no-unsafe-assignment',
      'test/**/*.ts bench/**/*.ts: typescript/no-unsafe-member-access',
      'test/**/*.ts bench/**/*.ts: typescript/require-await',
      'console/**/*.{ts,tsx}: typescript/no-unsafe-assignment',
    ]);
  });

  it('is switched off by no configuration of a single folder', () => {
    const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n');
    const configurations = files.filter((file) => /(^|\/)\.?oxlint(rc\.|\.config)/.test(file));
    expect(configurations).toEqual(['.oxlintrc.json']);
  });
});
