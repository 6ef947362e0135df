import { join, relative } from 'node:path';

/**
 * The summary at the end of `npm test`: for every failure, the command that repeats that test with the
 * same random values, and the totals in the last line. `report` is jest's `--json` output, or null if
 * there is none; `ended` is how the jest process ended.
 */
export function summaryOf(report, { root, seed, ended }) {
  const files = report?.testResults ?? [];
  const lines = files.flatMap((file) => failuresOf(file, sourceOf(file.name, root), seed));
  // A file that could not even be loaded counts as one failure.
  const found = report === null ? 0 : report.numFailedTests + report.numRuntimeErrorTestSuites;
  const failure = runFailure(report, ended) ?? unexplainedExit(found, ended);
  if (failure !== null) lines.push(failure);
  const failed = found + (failure === null ? 0 : 1);
  const passed = report?.numPassedTests ?? 0;
  const skipped = report === null ? 0 : report.numPendingTests + report.numTodoTests;
  if (failed > 0) lines.push(`to repeat all tests with the same seed: ${repeatCommand(seed)}`);
  lines.push(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return { text: `${lines.join('\n')}\n`, exitCode: failed === 0 ? 0 : ended.status || 1 };
}

/** What the runner calls a hook that failed; no test has that name. */
const HOOK = /^\((before|after)(All|Each)\)$/;

/** Tests run compiled, in a folder with the layout of the sources. */
function sourceOf(name, root) {
  return relative(join(root, 'build'), name).replace(/\.js$/, '.ts');
}

function failuresOf({ status, message, assertionResults }, path, seed) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && status === 'failed') {
    const command = `  ${repeatCommand(seed, path)}`;
    return [`failed outside its tests: ${path}`, ...firstLines(message), command];
  }
  return failed.flatMap(({ ancestorTitles, title }) => {
    const name = [...ancestorTitles, title].join(' ');
    const repeated = HOOK.test(title) ? ancestorTitles.join(' ') : name;
    const only = repeated === '' ? '' : ` -t ${quoted(escaped(repeated))}`;
    return [`failed: ${path}: ${name}`, `  ${repeatCommand(seed, path)}${only}`];
  });
}

/** Why the run as a whole failed, or null. */
function runFailure(report, { status, signal }) {
  if (signal !== null) return `jest was ended by ${signal}`;
  if (report === null) return `jest wrote no report and ended with ${status}`;
  if (report.testResults.length === 0) return 'no test file was found';
  return report.wasInterrupted ? 'jest was interrupted: not every test was run' : null;
}

function unexplainedExit(found, { status }) {
  return found === 0 && status !== 0 ? `jest ended with ${status}, but no test failed` : null;
}

function repeatCommand(seed, path) {
  return `MARINA_TEST_SEED=${seed} npm test${path === undefined ? '' : ` -- ${path}`}`;
}

/** The first meaningful lines; jest has printed the full message above. */
function firstLines(message) {
  const lines = message.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '' && !/^(●|at )/.test(line))
    .slice(0, 2)
    .map((line) => `  ${line}`);
}

/** Jest treats the name as a pattern. */
function escaped(name) {
  return name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

function quoted(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
