import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, readConfig } from '../../../src/infra/config/config.js';
import { FAULT_POINTS } from '../../../src/infra/runtime/fault-point.js';
import { UNLIMITED } from '../config/settings.js';

const NAMES = Object.keys(FAULT_POINTS);
const REAL = { EXCHANGE_BASE_URL: 'https://exchange.example', BROKER_CODE: 'MRNA' };

const read = (env: Readonly<Record<string, string>>) =>
  readConfig({ ...REAL, EXCHANGE_API_KEYS: 'sk_test_a', ...env });

const problemsOf = (env: Readonly<Record<string, string>>): readonly string[] => {
  try {
    read(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('A fault point', () => {
  const passed = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...readFileSync(join('src', file), 'utf8').matchAll(/(?<!\.)\bfaultPoint\('([^']+)'\)/g),
    ])
    .map((match) => match[1]);

  it.each(NAMES)('%s is passed at one place of the code', (name) => {
    expect(passed.filter((other) => other === name)).toHaveLength(1);
  });

  it('that is passed has a name that is explained', () => {
    expect(passed.filter((name) => !NAMES.includes(name ?? ''))).toEqual([]);
  });

  it.each(NAMES)('%s is never armed where orders are real', (name) => {
    const real = { ...UNLIMITED, MARINA_ENV: 'live', EXCHANGE_API_KEYS: 'sk_live_a' };
    const live = { ...real, MARINA_FAULT_POINT: name };
    const [only, ...others] = problemsOf(live);
    expect(only).toContain('must not be set with MARINA_ENV=live');
    expect(others).toEqual([]);
    expect(problemsOf({ ...live, MARINA_FAULT_POINT: '' })).toEqual([]);
  });

  it('strikes at the passing and in the way that is asked for', () => {
    const name = 'claim-after-commit';
    const armed = (text: string) => read({ MARINA_FAULT_POINT: text }).faultPoint;
    expect(armed(name)).toEqual({ name, passing: 1, signal: 'SIGKILL' });
    expect(armed(`${name}:3`)).toEqual({ name, passing: 3, signal: 'SIGKILL' });
    expect(armed(`${name}:2:stop`)).toEqual({ name, passing: 2, signal: 'SIGSTOP' });
  });

  it.each(['nowhere', 'claim-after-commit:0', 'claim-after-commit:x', 'claim-after-commit:1:go'])(
    'called %s is a problem',
    (text) => {
      expect(problemsOf({ MARINA_FAULT_POINT: text })[0]).toContain('MARINA_FAULT_POINT');
    },
  );
});
