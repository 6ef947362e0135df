import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/databases/databases.js';
import { goldenTrail } from './written-trail.js';

/** Only ends a test that has failed: a verifier that opens a pipe waits for a writer for ever. */
const HANGS_AFTER_MS = 20_000;
const GOLDEN = 'test/verifier/golden';

interface Run {
  readonly status: number | null;
  readonly output: string;
}

function verify(...args: readonly string[]): Run {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['verifier/marina-verify.mjs', ...args],
    { encoding: 'utf8', timeout: HANGS_AFTER_MS, killSignal: 'SIGKILL' },
  );
  return { status, output: `${stdout}${stderr}` };
}

function archive(kind: 'whole' | 'selection' = 'whole'): string {
  const folder = join(temporaryFolder(), kind);
  cpSync(join(GOLDEN, kind), folder, { recursive: true });
  return folder;
}

const REPLACED = {
  'a link to a device': (path: string) => symlinkSync('/dev/zero', path),
  'a link to another file': (path: string) => symlinkSync('/etc/hostname', path),
  'a pipe': (path: string) => execFileSync('mkfifo', [path]),
  'a folder': (path: string) => mkdirSync(path),
} as const;

function replace(path: string, how: keyof typeof REPLACED): void {
  rmSync(path, { force: true });
  REPLACED[how](path);
}

const WAYS = Object.keys(REPLACED) as (keyof typeof REPLACED)[];

describe('The verifier reads regular files alone', () => {
  it.each(WAYS)('says which file of an archive is %s', (how) => {
    const folder = archive();
    replace(join(folder, 'README.txt'), how);
    const { status, output } = verify('--archive', folder);
    expect(output).toContain('BAD: the file README.txt is a link, or no regular file: not read');
    expect(status).toBe(1);
  });

  it.each(
    (['manifest.json', 'manifest.note', 'trail.ndjson', 'checkpoints.ndjson'] as const).flatMap((name) =>
      WAYS.map((how) => [name, how] as const),
    ),
  )('ends where it needs %s, and that is %s', (name, how) => {
    const folder = archive();
    replace(join(folder, name), how);
    const { status, output } = verify('--archive', folder);
    expect(output).toContain(`${join(folder, name)} is a link, or no regular file`);
    expect(status).toBe(2);
  }); // prettier-ignore

  it.each(['proofs.ndjson', 'entries.csv'])('ends where %s of a selection is a pipe', (name) => {
    const folder = archive('selection');
    replace(join(folder, name), 'a pipe');
    const { status, output } = verify('--archive', folder);
    expect(output).toContain(`${join(folder, name)} is a link, or no regular file`);
    expect(status).toBe(2);
  });

  it.each(WAYS)('says which file of a folder with checkpoints is %s', (how) => {
    const folder = temporaryFolder();
    cpSync(join(GOLDEN, 'checkpoints.ndjson'), join(folder, 'x.checkpoints.ndjson'));
    replace(join(folder, 'x.checkpoint'), how);
    const { status, output } = verify('--checkpoints', folder, '--key', goldenTrail().firstKey);
    expect(output).toContain(`${join(folder, 'x.checkpoint')} is a link, or no regular file`);
    expect(status).toBe(2);
  });

  it.each(['--export', '--checkpoints', '--proof'])('refuses a device as %s', (option) => {
    const { status, output } = verify(option, '/dev/zero', '--key', goldenTrail().firstKey);
    expect(output).toContain('/dev/zero is no regular file');
    expect(status).toBe(2);
  });

  it('follows a link that its user has named', () => {
    const link = join(temporaryFolder(), 'newest.ndjson');
    symlinkSync(join(process.cwd(), GOLDEN, 'trail.ndjson'), link);
    const { status } = verify('--export', link);
    expect(status).toBe(0);
  });
});
