import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeReadyForTests, makeTestsReady } from './ready.js';
import { seedOf } from './seed.js';
import { summaryOf } from './test-summary.js';

/**
 * Runs all tests, or those whose paths are given, and prints the failures and a line of totals. All random
 * values of the tests come from one seed: `MARINA_TEST_SEED` or a new one. Tests run compiled, from `build/`.
 */
const USAGE = `Usage: npm test -- [PATH]... [-t NAME]

  PATH      the tests below it, or in this file; without one all are run
  -t NAME   those whose names fit

Other options are those of jest. MARINA_TEST_SEED repeats what a run has drawn; docs: CONTRIBUTING.md.
`;
if (process.argv.includes('--help')) {
  process.stdout.write(USAGE);
  process.exit();
}
makeReadyForTests();
makeTestsReady();
const seed = seedOf(process.env.MARINA_TEST_SEED);
process.stdout.write(`seed ${seed}\n`);
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const folder = mkdtempSync(join(tmpdir(), 'marina-test-'));
const report = join(folder, 'report.json');
const ended = spawnSync(
  process.execPath,
  [
    '--no-warnings',
    jest,
    '--json',
    `--outputFile=${report}`,
    ...process.argv.slice(2).map((argument) => argument.replace(/spec\.ts$/, 'spec.js')),
  ],
  {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, MARINA_TEST_SEED: String(seed) },
  },
);
const { text, exitCode } = summaryOf(read(report), { root: process.cwd(), seed, ended });
rmSync(folder, { recursive: true, force: true });
process.stdout.write(text);
process.exit(exitCode);

/** Null if jest wrote no report. */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
