import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyPepper, secretFile } from '../../../src/infra/auth/secrets.js';
import { ConfigError, type Config } from '../../../src/infra/config/config.js';
import { Random } from '../../../src/infra/runtime/ids.js';

/** Makes the secret where no file can get any longer, as on a full disk. */
const WITHOUT_SPACE = `ulimit -f 0 && exec "$0" --input-type=module -e "
  const [{ secretFile }, { Random }] = await Promise.all([import('$1'), import('$2')]);
  secretFile('$3', new Random());
"`;
const MODULES = ['auth/secrets.js', 'runtime/ids.js'].map(
  (file) => new URL(`../../../src/infra/${file}`, import.meta.url).href,
);

describe('A secret that Marina makes', () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'marina-secret-'));
    path = join(folder, 'key-pepper');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('is in a file for its owner alone, and the same at the next start', () => {
    const secret = secretFile(path, new Random());
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(secretFile(path, new Random())).toBe(secret);
    expect(readdirSync(folder)).toEqual(['key-pepper']);
  });

  it('leaves no file when the disk is full, so that a start with space makes it', () => {
    const args = ['-c', WITHOUT_SPACE, process.execPath, ...MODULES, path];
    expect(() => execFileSync('bash', args, { stdio: 'pipe' })).toThrow(/EFBIG/);
    expect(readdirSync(folder)).toEqual([]);
    expect(secretFile(path, new Random())).toBe(readFileSync(path, 'utf8').trim());
  });

  it.each(['', '\n', 'shorter-than-32-characters-long'])(
    'is no key pepper if its file holds %j',
    (text) => {
      writeFileSync(path, text);
      const config = { keyPepper: null, dataFolder: folder } as Config;
      expect(() => keyPepper(config, new Random())).toThrow(ConfigError);
      expect(() => keyPepper(config, new Random())).toThrow(`${path} must hold a secret`);
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );
});
