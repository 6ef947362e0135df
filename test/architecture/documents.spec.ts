import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PARAMETER_TABLE } from '../../simulator/control/parameters.js';

const assumptions = readFileSync('docs/exchange-assumptions.md', 'utf8');
const rows = assumptions.split('\n').filter((line) => line.startsWith('|'));
const testFiles = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('spec.ts'),
);
const specs = new Set(
  testFiles.map((file) =>
    basename(file)
      .replace(/-?spec\.ts$/, 'spec')
      .replace(/\.?spec$/, ''),
  ),
);
/** References in brackets in test titles: `(A1)`, `(A1, C4)`. */
const shown = new Set(
  testFiles.flatMap((file) => {
    const text = readFileSync(join('test', file), 'utf8');
    return [...text.matchAll(/\((([ACDEFH]\d{1,2}(, )?)+)\)/g)].flatMap(([, names = '']) =>
      names.split(', '),
    );
  }),
);
const cases = [...readFileSync('docs/hard-cases.md', 'utf8').matchAll(/^\| ([A-H]\d{1,2}) /gm)].map(
  ([, name = '']) => name,
);

describe('The list of what the exchange leaves open', () => {
  it.each(Object.keys(PARAMETER_TABLE))('tells what Marina assumes of %s', (name) => {
    expect(rows.filter((row) => row.includes(`\`${name}\``))).not.toEqual([]);
  });

  it('names tests that there are', () => {
    const named = rows.flatMap((row) => {
      const cell = row.split('|').at(-2) ?? '';
      return [...cell.matchAll(/`([^`]+)`/g)].map((match) =>
        (match[1] ?? '').replace(/\.spec$/, ''),
      );
    });
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((name) => !specs.has(name))).toEqual([]);
  });

  it('leaves no column of a row empty', () => {
    for (const row of rows) {
      const cells = row.split('|').slice(1, -1);
      expect(cells).toHaveLength(5);
      for (const cell of cells) expect(cell.trim()).not.toBe('');
    }
  });
});

describe('The hard cases', () => {
  it.each(cases)('%s is shown by a test that names it', (name) => {
    expect([...shown]).toContain(name);
  });

  it('are told of where a test names one', () => {
    expect([...shown].filter((name) => !cases.includes(name))).toEqual([]);
  });
});
