import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Installs and builds if necessary: installs when the lock file or the version of Node has changed since
 * the last install, and builds when a source has changed since the last build. Uses only Node built-ins,
 * because nothing may be installed yet.
 *
 * A start needs the packages of `package.json` alone. Those of the workspace `test`, which are for tests, checks
 * and benchmarks, are half of all, and come when one of these is run.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = [
  'src',
  'simulator',
  'verifier',
  '.swcrc',
  'package.json',
  'scripts/build.js',
  'scripts/compile.js',
];
/** The tests, and what they import that is not built with the service. */
const TEST_SOURCES = ['test', 'console', 'scripts'];
const CONSOLE_SOURCES = ['console', 'src/infra/decimal.ts', 'scripts/build-console.js'];
/** Native modules work only on the platform and the Node ABI they were built for. */
const BUILT_FOR = `${process.platform}-${process.arch}-${process.versions.modules}`;

export function makeReady() {
  // A package that was installed has no sources: it is as it was packed.
  if (!existsSync(join(root, 'src'))) return;
  install();
  build();
}

/** The same, with the packages of the tests. */
export function makeReadyForTests() {
  installForTests();
  build();
}

function build() {
  buildService();
  makeFresh('console/dist', CONSOLE_SOURCES, 'building the console', 'scripts/build-console.js');
}

/** All that the tests need, if the packages are there. */
export function makeTestsReady() {
  buildService();
  makeFresh(
    'build/test',
    [...SOURCES, ...TEST_SOURCES],
    'compiling the tests',
    'scripts/compile-tests.js',
  );
}

function buildService() {
  makeFresh('dist', SOURCES, 'building', 'scripts/build.js', 'build/src/main.js');
}

/** Fetches what a start needs and runs its install scripts, which compile the SQLite driver. */
function install() {
  fetch('start', ['--workspaces=false']);
  compileDriver();
}

export function installForTests() {
  fetchPackages();
  compileDriver();
}

function compileDriver() {
  const compiled = stampOf('compiled');
  if (holds(compiled, packages())) return;
  say('compiling the SQLite driver, which may take a minute or two');
  run('npm', ['rebuild', '--loglevel=error']);
  writeFileSync(compiled, packages());
}

/** All that checking and building needs, without the install scripts. */
export function fetchPackages() {
  fetch('all', []);
}

/** `wanted`: for a start, or all packages, with which a start has what it needs as well. */
function fetch(wanted, options) {
  const fetched = stampOf('fetched');
  if ([wanted, 'all'].some((set) => holds(fetched, `${packages()} ${set}`))) return;
  say('installing');
  // An interrupted `npm pack` leaves it, and npm would install what it names instead of what the lock file does.
  // Only now: one that is under way still needs it.
  rmSync(join(root, 'npm-shrinkwrap.json'), { force: true });
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', ['ci', '--ignore-scripts', ...options, ...quiet]);
  writeFileSync(fetched, `${packages()} ${wanted}`);
}

/** In a folder that `npm ci` empties. */
function stampOf(step) {
  return join(root, 'node_modules', `.marina-${step}`);
}

function packages() {
  return `${digestOf(['package-lock.json'])} ${BUILT_FOR}`;
}

/** Runs the program unless the folder was made from the same sources, and what is needed is still there. */
function makeFresh(folder, paths, text, program, needed = folder) {
  const sources = digestOf(['package-lock.json', ...paths]);
  const built = join(root, folder, '.marina-built');
  if (holds(built, sources) && existsSync(join(root, needed))) return;
  say(text);
  run('node', [program]);
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(built, sources);
}

function say(text) {
  process.stderr.write(`marina: ${text}\n`);
}

/** Standard output is reserved for the program that runs afterwards. */
function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    say(`${command} ${args.join(' ')} failed`);
    process.exit(1);
  }
}

function holds(stamp, digest) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digest;
}

function digestOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of filesBelow(path)) hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function filesBelow(path) {
  const entries = existsSync(join(root, path)) ? [path] : [];
  return entries.flatMap((entry) => {
    const children = listing(join(root, entry));
    return children === null
      ? [entry]
      : children
          .filter((child) => child !== 'dist')
          .flatMap((child) => filesBelow(join(entry, child)));
  });
}

function listing(path) {
  try {
    return readdirSync(path).sort();
  } catch {
    return null;
  }
}
