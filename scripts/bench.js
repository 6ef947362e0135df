import { rmSync } from 'node:fs';
import { compile } from './compile.js';
import { makeReadyForTests } from './ready.js';

/** Builds the service and the benchmarks, and runs those named on the command line, or all but the soak, which takes an hour. */
const NAMES = [
  'abuse',
  'accepts',
  'accepts-postgres',
  'audit',
  'claims',
  'console',
  'notifications',
  'overload',
  'pass',
  'pass-large',
  'replies',
  'saturation',
  'soak',
];
const USAGE = `Usage: npm run bench -- [NAME]...

The benchmarks are: ${NAMES.join(', ')}
Without a name all but soak are run. docs/benchmarks.md has their settings.
`;
const named = process.argv.slice(2);
if (named.includes('--help')) {
  process.stdout.write(USAGE);
  process.exit();
}
const unknown = named.find((name) => !NAMES.includes(name));
if (unknown !== undefined) {
  process.stderr.write(`There is no benchmark ${unknown}.\n\n${USAGE}`);
  process.exit(2);
}
makeReadyForTests();
rmSync(new URL('../build/bench', import.meta.url), { recursive: true, force: true });
compile('bench');
const { measure } = await import('../build/bench/main.js');
await measure(NAMES.filter((name) => (named.length > 0 ? named.includes(name) : name !== 'soak')));
// Else what stops PostgreSQL at the end of a process would end this one with 0, whatever has failed.
process.exit();
