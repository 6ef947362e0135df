import { relative } from 'node:path';

/**
 * What `npm test` says at its end: every failure with the command that runs it alone and draws the
 * same random values, and as the last line the totals. `report` is what jest writes with `--json`,
 * or null when it wrote none; `ended` is how its process ended.
 */
export function summaryOf(report, { root, seed, ended }) {
  const files = report?.testResults ?? [];
  const lines = files.flatMap((file) => failuresOf(file, relative(root, file.name), seed));
  // A file that could not even be loaded counts as one failure.
  const found = report === null ? 0 : report.numFailedTests + report.numRuntimeErrorTestSuites;
  const why = misfortuneOf(report, ended) ?? unexplained(found, ended);
  if (why !== null) lines.push(why);
  const failed = found + (why === null ? 0 : 1);
  const passed = report?.numPassedTests ?? 0;
  const skipped = report === null ? 0 : report.numPendingTests + report.numTodoTests;
  if (failed > 0) lines.push(`everything again with the same seed: ${again(seed)}`);
  lines.push(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return { text: `${lines.join('\n')}\n`, exitCode: failed === 0 ? 0 : ended.status || 1 };
}

function failuresOf({ status, message, assertionResults }, path, seed) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && status === 'failed') {
    return [`failed outside its tests: ${path}`, ...firstOf(message), `  ${again(seed, path)}`];
  }
  return failed.flatMap(({ fullName }) => [
    `failed: ${path}: ${fullName}`,
    `  ${again(seed, path)} -t ${quoted(escaped(fullName))}`,
  ]);
}

/** What befell the run as a whole, or null. */
function misfortuneOf(report, { status, signal }) {
  if (signal !== null) return `jest was ended by ${signal}`;
  if (report === null) return `jest wrote no report and ended with ${status}`;
  if (report.testResults.length === 0) return 'no test file was found';
  return report.wasInterrupted ? 'jest was interrupted: not every test was run' : null;
}

function unexplained(found, { status }) {
  return found === 0 && status !== 0 ? `jest ended with ${status}, and no test failed` : null;
}

function again(seed, path) {
  return `MARINA_TEST_SEED=${seed} npm test${path === undefined ? '' : ` -- ${path}`}`;
}

/** The first lines that say something; all of it stands above. */
function firstOf(message) {
  const lines = message.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '' && !/^(●|at )/.test(line))
    .slice(0, 2)
    .map((line) => `  ${line}`);
}

/** Jest takes the name for a pattern. */
function escaped(name) {
  return name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

function quoted(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
