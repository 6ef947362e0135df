import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fetchPackages, makeTestsReady } from './ready.js';
import { seedOf } from './seed.js';

/**
 * What every commit must pass: format, lint, types, and the pure tests, which include the architecture
 * rules. The steps run in parallel and keep their caches in `.cache`, which a change of the lock
 * file leaves alone: without them the check takes three times as long. What the lock file names and is not
 * installed is installed first; for the tests the service is built.
 */
const binary = createRequire(import.meta.url).resolve;
/** For packages that do not export their program. */
const program = (name, path) => join(dirname(binary(`${name}/package.json`)), path);
/** The others use what it leaves. */
const LONGEST = 'tests';
const CACHE = '.cache/';
const YOUNG = '--max-semi-space-size=64';
/** How to run each: the packages are there only once they are fetched. */
const STEPS = {
  // Parsers make many short-lived objects, for which a larger young generation is quicker.
  format: () =>
    [YOUNG, binary('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.'].concat(
      '--cache',
      `--cache-location=${CACHE}prettier`,
    ),
  types: () => typesOf('tsconfig.json', 'types'),
  'types of the console': () => typesOf('console/tsconfig.json', 'console'),
  'rules with types': () => [program('oxlint', 'bin/oxlint')],
  'rules without types': () =>
    [YOUNG, program('eslint', 'bin/eslint.js')].concat(
      ['.', '--max-warnings=0', '--cache', '--cache-strategy=content'],
      `--cache-location=${CACHE}eslint`,
    ),
  tests: () =>
    ['--no-warnings', binary('jest/bin/jest')].concat(
      '--selectProjects=pure',
      '--silent',
      '--maxWorkers=2',
    ),
};

/** One checker, because several check much of the same twice. */
function typesOf(config, name) {
  const kept = ['--incremental', '--tsBuildInfoFile', `${CACHE}${name}.json`];
  const compiler = program('typescript-native', 'bin/tsc');
  return [compiler, '--noEmit', '--checkers', '1', ...kept, '-p', config];
}

/** The steps named on the command line, or all of them. */
const named = process.argv.slice(2);
const USAGE = `Usage: npm run check -- [STEP]...\n\nThe steps are: ${Object.keys(STEPS).join(', ')}. Without one all are run.\n`;
if (named.includes('--help')) {
  process.stdout.write(USAGE);
  process.exit();
}
const unknown = named.find((name) => !Object.hasOwn(STEPS, name));
if (unknown !== undefined) {
  process.stderr.write(`There is no step ${unknown}.\n\n${USAGE}`);
  process.exit(2);
}
fetchPackages();
const wanted = Object.entries(STEPS).filter(([name]) => named.length === 0 || named.includes(name));
if (wanted.some(([name]) => name === 'tests')) makeTestsReady();
process.env.MARINA_TEST_SEED = String(seedOf(process.env.MARINA_TEST_SEED));
const results = await Promise.all(wanted.map(([name, argsOf]) => run(name, argsOf())));
process.exit(results.every((passed) => passed) ? 0 : 1);

/** Prints a step's output only if the step fails. */
function run(name, args) {
  const started = performance.now();
  return new Promise((done) => {
    const output = [];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    if (name !== LONGEST) setPriority(child.pid, 10);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => output.push(part));
    child.on('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      if (code !== 0) process.stderr.write(Buffer.concat(output));
      if (code !== 0 && name === 'tests')
        process.stderr.write(`with MARINA_TEST_SEED=${process.env.MARINA_TEST_SEED}\n`);
      process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'} ${name} (${seconds} s)\n`);
      done(code === 0);
    });
  });
}
