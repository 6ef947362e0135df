import { fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/**
 * Runs test files in plain Node processes, as many at a time as jest has workers. A process serves one project, and
 * keeps what it has loaded for its next file. A file fails alone when its process ends or when it hangs.
 */
const PROCESS = fileURLToPath(new URL('test-process.js', import.meta.url));

/** Most code of a test runs a few times: compiled plainly at once, it takes a tenth less of the processor. */
const V8 = ['--always-sparkplug', '--max-semi-space-size=64'];

/** Only for what hangs: the longest file takes a third of it on a slow machine. */
const LIMIT_MS = Number(process.env.MARINA_TEST_FILE_LIMIT_MS ?? 1_800_000);

/** For a process to remove what its tests have made. */
const REMOVAL_MS = 5000;

export default class Runner {
  constructor(globalConfig) {
    this.globalConfig = globalConfig;
    this.running = new Set();
    process.once('exit', () => {
      for (const child of this.running) child.kill('SIGKILL');
    });
  }

  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const waiting = [...tests];
    const runWaiting = async () => {
      /** By project: its process, and the file that it ran last. */
      const kept = new Map();
      const failEnded = async () => {
        for (const [project, { child, last }] of kept) {
          if (!hasEnded(child)) continue;
          kept.delete(project);
          await onFailure(last, new Error(`${textOfEnd(child)} after it`));
        }
      };
      for (let test = waiting.shift(); test !== undefined; test = waiting.shift()) {
        await failEnded();
        await onStart(test);
        try {
          await onResult(test, await this.run(test, kept));
        } catch (error) {
          await onFailure(test, error);
        }
      }
      await failEnded();
      await Promise.all([...kept.values()].map(({ child }) => end(child)));
    };
    await Promise.all(Array.from({ length: this.globalConfig.maxWorkers }, runWaiting));
  }

  /** Jest's result of one file. */
  async run(test, kept) {
    const project = test.context.config;
    const child = kept.get(project)?.child ?? this.start();
    kept.set(project, { child, last: test });
    try {
      const { path } = test;
      const request = { path, globalConfig: this.globalConfig, projectConfig: project };
      const { result, error } = await ask(child, request);
      if (error !== undefined) throw Object.assign(new Error(error.message), error);
      return result;
    } catch (error) {
      kept.delete(project);
      await end(child);
      throw error;
    }
  }

  start() {
    const child = fork(PROCESS, {
      serialization: 'advanced',
      execArgv: [...process.execArgv, ...V8],
    });
    this.running.add(child);
    child.once('exit', () => this.running.delete(child));
    return child;
  }
}

function ask(child, request) {
  return new Promise((resolve, reject) => {
    const settle = (how) => (value) => {
      clearTimeout(hangs);
      child.removeAllListeners('message');
      child.off('exit', exited);
      child.off('error', failed);
      how(value);
    };
    const fail = settle(reject);
    const hangs = setTimeout(
      () => fail(new Error(`it hangs: no result in ${LIMIT_MS} ms`)),
      LIMIT_MS,
    );
    const exited = () => fail(new Error(textOfEnd(child)));
    const failed = (error) => fail(error);
    child.once('exit', exited);
    child.once('error', failed);
    child.once('message', settle(resolve));
    // A process that has ended is told by `exit`.
    child.send(request, () => {});
  });
}

/** Its listeners of `exit` remove what the tests have made. */
async function end(child) {
  if (hasEnded(child) || child.pid === undefined) return;
  const exit = once(child, 'exit');
  if (child.connected) child.disconnect();
  const kill = setTimeout(() => child.kill('SIGKILL'), REMOVAL_MS);
  await exit;
  clearTimeout(kill);
}

function hasEnded(child) {
  return child.exitCode !== null || child.signalCode !== null;
}

function textOfEnd(child) {
  return `its process ended with ${child.signalCode ?? child.exitCode}`;
}
