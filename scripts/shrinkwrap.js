import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeReady } from './ready.js';

/**
 * Runs before and after `npm pack`. A lock file is never packed, so the package has it as `npm-shrinkwrap.json`: `npm ci`
 * in it installs the packages that were tested. In the repository that would count before the lock file, so it is removed again;
 * what an interrupted one leaves is removed before the next install (`ready.js`), and git ignores it.
 */
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
if (process.argv[2] === 'remove') {
  rmSync('npm-shrinkwrap.json', { force: true });
} else {
  // The package has what is built, and not the sources.
  makeReady();
  for (const built of ['dist/main.js', 'console/dist/index.html'])
    if (!existsSync(built)) throw new Error(`${built} is not built`);
  copyFileSync('package-lock.json', 'npm-shrinkwrap.json');
}
