import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mayOthersWrite, writableByOthers } from '../../../src/infra/config/trusted-files.js';

const OWN = 10_001;

describe('A folder of a live service', () => {
  it.each([
    ['of its user alone', 0o40700, OWN, false],
    ['that others can read', 0o40755, 0, false],
    ['that everybody can write', 0o40777, OWN, true],
    ['in which everybody can make files', 0o41777, 0, true],
    ['of another group', 0o40770, 100, true],
    ['of its own group, as a volume of Kubernetes', 0o42770, OWN, false],
    ['of its own group, in which everybody can write', 0o42777, OWN, true],
  ])('%s can be changed by others: mode %o, group %i, %s', (_, mode, gid, expected) => {
    expect(mayOthersWrite({ mode, gid, isReadOnly: false }, [1, OWN])).toBe(expected);
  });

  it('that is mounted read-only can be changed by nobody, as secrets of Kubernetes', () => {
    expect(mayOthersWrite({ mode: 0o41777, gid: 0, isReadOnly: true }, [OWN])).toBe(false);
  });
});

describe('What a live service takes as it stands on the disk', () => {
  let root: string;
  const at = (path: string): string => join(root, path);

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'marina-trusted-'));
    for (const folder of ['data', 'checkpoints', 'keys', 'secrets/..now']) {
      mkdirSync(at(folder), { recursive: true, mode: 0o755 });
    }
    writeFileSync(at('keys/key.pem'), '', { mode: 0o600 });
    writeFileSync(at('secrets/..now/pepper'), '', { mode: 0o440 });
    symlinkSync('..now/pepper', at('secrets/pepper'));
  });

  afterEach(() => rmSync(root, { recursive: true }));

  const problems = (changes = {}): readonly string[] =>
    writableByOthers({
      dataFolder: at('data'),
      checkpointDir: at('checkpoints'),
      signingKeyFile: at('keys/key.pem'),
      secretFiles: { MARINA_KEY_PEPPER_FILE: at('secrets/pepper') },
      ...changes,
    });

  it('is fine while nobody else can write there', () => {
    expect(problems()).toEqual([]);
  });

  it.each([
    ['data', 0o777, 'the data folder'],
    ['data', 0o1777, 'the data folder'],
    ['checkpoints', 0o777, 'MARINA_CHECKPOINT_DIR'],
    ['keys', 0o777, 'MARINA_SIGNING_KEY_FILE'],
    ['keys/key.pem', 0o666, 'MARINA_SIGNING_KEY_FILE'],
    ['secrets', 0o777, 'MARINA_KEY_PEPPER_FILE'],
    ['secrets/..now', 0o777, 'MARINA_KEY_PEPPER_FILE'],
    ['secrets/pepper', 0o646, 'MARINA_KEY_PEPPER_FILE'],
  ])('is named when %s has the mode %o', (place, mode, what) => {
    chmodSync(at(place), mode);
    expect(problems()).toEqual([
      `Other users of this machine can write to ${at(place)} (mode ${mode.toString(8)}), and so change ${what}. Run: chmod go-w ${at(place)}, or name another place`,
    ]);
  });

  it('is named once where it is in one folder, with the key that is not made yet', () => {
    chmodSync(at('data'), 0o777);
    const found = problems({ signingKeyFile: at('data/key.pem') });
    expect(found).toEqual([expect.stringContaining('the data folder, MARINA_SIGNING_KEY_FILE')]);
  });

  it('may be missing: the service makes it for its user alone', () => {
    const missing = { dataFolder: at('a'), checkpointDir: at('b'), signingKeyFile: at('c/d') };
    expect(problems(missing)).toEqual([]);
    expect(problems({ checkpointDir: null })).toEqual([]);
  });

  it('may be what the environment hands over without a name', () => {
    expect(problems({ secretFiles: { MARINA_KEY_PEPPER_FILE: '/dev/null' } })).toEqual([]);
  });
});
