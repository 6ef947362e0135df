import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { problemsOf, read, REAL } from './settings.js';

describe('A settings file of the exchange', () => {
  const folder = mkdtempSync(join(tmpdir(), 'marina-settings-'));
  const file = (editUnits: string, changes: Record<string, unknown> = {}): string => {
    const path = join(folder, `${editUnits}-${Object.keys(changes).join()}.json`);
    const takenAt = '2026-11-20T11:00:00.000Z';
    const answers = { editUnits: { value: editUnits } };
    writeFileSync(
      path,
      JSON.stringify({ version: 1, takenAt, exchange: 'https://test', answers, ...changes }),
    );
    return path;
  };

  it.each([
    [undefined, 'remaining', 'remaining'],
    [undefined, 'unknown', 'unknown'],
    ['remaining', 'remaining', 'remaining'],
    ['total', 'unknown', 'total'],
    ['unknown', 'remaining', 'unknown'],
  ])('with EDIT_UNITS_MEAN %s and %s in the file makes %s', (given, filed, means) => {
    const env = { ...REAL, EXCHANGE_SETTINGS_FILE: file(filed) };
    const config = read(given === undefined ? env : { ...env, EDIT_UNITS_MEAN: given });
    expect(config.editUnitsMean).toBe(means);
    expect(config.exchangeSettings?.takenFrom).toBe('https://test');
  });

  it('that contradicts EDIT_UNITS_MEAN is a problem', () => {
    const env = { ...REAL, EDIT_UNITS_MEAN: 'total', EXCHANGE_SETTINGS_FILE: file('remaining') };
    expect(problemsOf(env)).toEqual([
      'EDIT_UNITS_MEAN is total, but EXCHANGE_SETTINGS_FILE says remaining; they must match',
    ]);
  });

  it.each([
    [
      'is missing',
      join(folder, 'nowhere.json'),
      'must be the path of a readable settings file: ENOENT',
    ],
    ['is a folder', folder, 'must be the path of a readable settings file: EISDIR'],
    ['has another version', file('total', { version: 2 }), 'has version 2, not 1'],
    ['has an unknown answer', file('both'), 'answers editUnits with "both"'],
    ['has an unknown question', file('total', { answers: { x: {} } }), 'answers "x"'],
  ])('that %s is a problem', (_, path, problem) => {
    const problems = problemsOf({ ...REAL, EXCHANGE_SETTINGS_FILE: path });
    expect(problems).toEqual([expect.stringContaining(`EXCHANGE_SETTINGS_FILE ${problem}`)]);
  });
});
