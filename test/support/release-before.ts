import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryFolder } from './databases/databases.js';
import { inherited } from './process.js';

/** The release that instances are upgraded from one by one, by its commit. */
const { commit } = JSON.parse(
  readFileSync('test/e2e/process/release-before.json', 'utf8'),
) as { commit: string }; // prettier-ignore

/** Why the release before cannot be had here; null: it can. */
export function historyLacks(): string | null {
  if (!existsSync('.git')) return 'this folder has no git history';
  return git('rev-parse', '--is-shallow-repository') === 'true' ? 'the git history is cut' : null;
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
