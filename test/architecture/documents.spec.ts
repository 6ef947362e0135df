import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { PARAMETER_TABLE } from '../../simulator/parameters.js';

const assumptions = readFileSync('docs/exchange-assumptions.md', 'utf8');
const rows = assumptions.split('\n').filter((line) => line.startsWith('|'));
const specs = new Set(
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'test'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file.endsWith('spec.ts'))
    .map((file) =>
      basename(file)
        .replace(/-?spec\.ts$/, 'spec')
        .replace(/\.?spec$/, ''),
    ),
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
