import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryFolder } from './databases/databases.js';
import { inherited } from './process.js';

/** The release that instances are upgraded from one by one, by its commit. */
const { commit } = JSON.parse(
  readFileSync('test/e2e/process/release-before.json', 'utf8'),
) as { commit: string }; // prettier-ignore

/** Why the release before cannot be had of this folder; null: it can. In CI a history must have it. */
export function historyLacks(
  folder = '.',
  wanted = commit,
  isCi = process.env['CI'] !== undefined,
): string | null {
  if (!existsSync(join(folder, '.git'))) return 'this folder has no git history';
  try {
    git('-C', folder, 'rev-parse', '--git-dir');
  } catch (error) {
    return `git cannot read the history: ${error instanceof Error ? error.message : String(error)}`;
  }
  try {
    git('-C', folder, 'cat-file', '-e', `${wanted}^{commit}`);
    return null;
  } catch (error) {
    const lacks = `the git history has no commit ${wanted}`;
    // Else a checkout that is cut would skip the test for ever, unnoticed.
    if (isCi) throw new Error(lacks, { cause: error });
    return lacks;
  }
}

/** Builds the release before, with the packages of this one; resolves with its folder. */
export function buildReleaseBefore(): string {
  // A commit of another branch is no release that this one follows.
  git('merge-base', '--is-ancestor', commit, 'HEAD');
  const folder = temporaryFolder();
  const archive = join(folder, 'release.tar');
  git('archive', `--output=${archive}`, commit);
  execFileSync('tar', ['--extract', '--file', archive, '--directory', folder]);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.js'], { cwd: folder, stdio: 'pipe' });
  return folder;
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).trim();
}

export interface Ended {
  readonly code: number;
  /** What it wrote as JSON. */
  readonly data: Record<string, unknown>;
}

/** The command line of the release that was built in this folder. */
export function marina(
  folder: string,
  env: Record<string, string>,
  ...args: readonly string[]
): Promise<Ended> {
  const program = [join(folder, 'dist/cli.js'), ...args, '--json'];
  return new Promise((done, failed) => {
    execFile(
      process.execPath,
      program,
      { env: { ...inherited(), ...env } },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : error.code;
        if (stdout === '' || typeof code !== 'number') failed(new Error(stderr, { cause: error }));
        else done({ code, data: JSON.parse(stdout) as Record<string, unknown> });
      },
    );
  });
}
