import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** The TypeScript files below a folder, with their texts. */
function textsIn(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [join(folder, name), readFileSync(join(folder, name), 'utf8')]);
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

  it('hold for SQL: no statement of infra names a table of orders or market, but for the migrations', () => {
    const entities = ['src/orders', 'src/market'].flatMap((folder) => textsIn(folder));
    const tables = entities.flatMap(([, text]) =>
      [...text.matchAll(/@Entity\(\{ name: '(\w+)'|@Entity\('(\w+)'/g)].map(([, a, b]) => a ?? b),
    );
    expect(tables).toEqual(expect.arrayContaining(['orders', 'day_certificates']));
    const named = new RegExp(`\\b(FROM|INTO|UPDATE|JOIN|TABLE)\\s+(${tables.join('|')})\\b`);
    const infra = textsIn('src/infra').filter(([file]) => !file.includes('migrations'));
    expect(infra.filter(([, text]) => named.test(text)).map(([file]) => file)).toEqual([]);
    expect(named.test("SELECT 1\n FROM day_certificates WHERE trading_date = ''")).toBe(true);
  });
});
