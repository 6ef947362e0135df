import { relative } from 'node:path';
import process from 'node:process';

/** Only for what hangs: the longest file takes a third of it on a slow machine. */
const LIMIT_MS = 1_800_000;

/** A reporter that ends the run when a test file takes too long: the test runner sets no limits. */
export default class TimeLimit {
  timers = new Map();

  onTestFileStart({ path, context }) {
    const hangs = () => {
      process.stderr.write(`FAIL ${relative(context.config.rootDir, path)} hangs\n`);
      // PostgreSQL of the run stops with it.
      process.kill(process.pid, 'SIGTERM');
    };
    this.timers.set(path, setTimeout(hangs, LIMIT_MS));
  }

  onTestFileResult({ path }) {
    clearTimeout(this.timers.get(path));
  }
}
