import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Compiles folders to `build/`, which has the layout of the sources: with the type metadata that Nest's injection and
 * TypeORM's columns need.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Types alone, and the console as it is bundled. */
const IGNORED = '**/*.d.ts,console/dist/**';

export function compile(...folders) {
  mkdirSync(`${ROOT}/build`, { recursive: true });
  // The service reads its version there.
  copyFileSync(`${ROOT}/package.json`, `${ROOT}/build/package.json`);
  const options = ['-d', 'build', '--quiet', '--extensions', '.ts,.js', '--ignore', IGNORED];
  const { status } = spawnSync('npx', ['--no-install', 'swc', ...folders, ...options], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(1);
}
