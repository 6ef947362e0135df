import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PLANTS, scaffold, type Plant } from './planted-imports.js';

interface Violation {
  readonly rule: { readonly name: string };
  readonly from: string;
  readonly to: string;
}

interface Summary {
  readonly violations: readonly Violation[];
  readonly totalCruised: number;
  readonly ruleSetUsed: { readonly forbidden: readonly { readonly name: string }[] };
}

const CRUISER = 'test/architecture/cruise-trees.js';

function cruise(...folders: readonly string[]): Summary[] {
  const output = execFileSync(process.execPath, [CRUISER, ...folders], { maxBuffer: 2 ** 28 });
  return JSON.parse(output.toString()) as Summary[];
}

function plantAll(folder: string): void {
  const files = new Map(Object.entries(scaffold()));
  for (const { from, imports, others } of PLANTS) {
    const lines = imports.map((line) => (line.startsWith('import') ? line : `import '${line}';`));
    // A rule about folders is reported for the files in them.
    if (from.endsWith('.ts')) files.set(from, `${lines.join('\n')}\n`);
    for (const [path, text] of Object.entries(others ?? {})) files.set(path, text);
  }
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

describe('The boundaries of the house', () => {
  let tree: Summary;
  let planted: Summary;
  const folder = mkdtempSync(join(tmpdir(), 'marina-plants-'));

  beforeAll(() => {
    plantAll(folder);
    [tree, planted] = cruise('.', folder) as [Summary, Summary];
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('are kept by every file', () => {
    expect(tree.totalCruised).toBeGreaterThan(100);
    expect(tree.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual(
      [],
    );
  });

  it.each(PLANTS.map((plant): [string, Plant] => [plant.rule, plant]))(
    '%s fires on a planted violation, and no other rule does',
    (rule, { from }) => {
      const fired = planted.violations.filter((violation) => violation.from === from);
      expect([...new Set(fired.map((violation) => violation.rule.name))]).toEqual([rule]);
    },
  );

  it('stop nothing but the planted violations', () => {
    const guilty = new Set(
      PLANTS.flatMap(({ from, others }) => {
        const more = Object.keys(others ?? {});
        return [from, ...more, ...more.map(dirname)];
      }),
    );
    expect(planted.violations.filter(({ from }) => !guilty.has(from))).toEqual([]);
  });

  it('have a planted violation for every rule', () => {
    const rules = tree.ruleSetUsed.forbidden.map(({ name }) => name);
    expect(PLANTS.map(({ rule }) => rule).sort()).toEqual(rules.sort());
  });
});
