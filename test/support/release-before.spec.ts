import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './databases/databases.js';
import { historyLacks } from './release-before.js';

const ABSENT = '0123456789abcdef0123456789abcdef01234567';

describe('The release before', () => {
  it('is not had of a folder without a history', () => {
    expect(historyLacks(temporaryFolder(), ABSENT, true)).toMatch(/no git history/);
  });

  it('is not had of a history that git does not read', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, '.git'));
    expect(historyLacks(folder, ABSENT, true)).toMatch(/^git cannot read the history: /);
  });

  it('is not had where git is missing', () => {
    const path = process.env['PATH'];
    const folder = temporaryFolder();
    mkdirSync(join(folder, '.git'));
    process.env['PATH'] = folder;
    try {
      expect(historyLacks(folder, ABSENT, true)).toMatch(/^git cannot read the history: .*ENOENT/);
    } finally {
      process.env['PATH'] = path;
    }
  });

  it('is had of a history with its commit, and lacking it there is an error in CI', () => {
    const folder = temporaryFolder();
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
    git('init', '--quiet');
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@b.example'];
    git(...author, '-c', 'commit.gpgsign=false', 'commit', '--quiet', '--allow-empty', '-m', 'one');
    expect(historyLacks(folder, git('rev-parse', 'HEAD'), true)).toBeNull();
    expect(historyLacks(folder, ABSENT, false)).toMatch(/has no commit 0123/);
    expect(() => historyLacks(folder, ABSENT, true)).toThrow(/has no commit 0123/);
  });
});
