import { fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/**
 * Runs test files in plain Node processes, as many at a time as jest has workers. A process serves one project, and
 * keeps what it has loaded for its next file. A file fails alone when its process ends or when it hangs.
 */
const PROCESS = fileURLToPath(new URL('test-process.js', import.meta.url));

/** Only for what hangs: the longest file takes a third of it on a slow machine. */
const LIMIT_MS = Number(process.env.MARINA_TEST_FILE_LIMIT_MS ?? 1_800_000);

/** For a process to remove what its tests have made. */
const REMOVAL_MS = 5000;

export default class Runner {
  constructor(globalConfig) {
    this.globalConfig = globalConfig;
  }

  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const waiting = [...tests];
    const runWaiting = async () => {
      const processes = new Map();
      for (let test = waiting.shift(); test !== undefined; test = waiting.shift()) {
        await onStart(test);
        try {
          await onResult(test, await this.run(test, processes));
        } catch (error) {
          await onFailure(test, error);
        }
      }
      await Promise.all([...processes.values()].map(end));
    };
    await Promise.all(Array.from({ length: this.globalConfig.maxWorkers }, runWaiting));
  }

  /** Jest's result of one file. */
  async run({ path, context: { config } }, processes) {
    const child = processes.get(config) ?? fork(PROCESS, { serialization: 'advanced' });
    processes.set(config, child);
    try {
      const request = { path, globalConfig: this.globalConfig, projectConfig: config };
      const { result, error } = await ask(child, request);
      if (error !== undefined) throw error;
      return result;
    } catch (error) {
      processes.delete(config);
      await end(child);
      throw error;
    }
  }
}

function ask(child, request) {
  return new Promise((resolve, reject) => {
    const hangs = setTimeout(
      () => reject(new Error(`it hangs: no result in ${LIMIT_MS} ms`)),
      LIMIT_MS,
    );
    const settled = () => {
      clearTimeout(hangs);
      child.off('exit', exited);
    };
    const exited = () => {
      settled();
      reject(new Error(`its process ended with ${child.signalCode ?? child.exitCode}`));
    };
    if (hasEnded(child)) {
      exited();
      return;
    }
    child.once('exit', exited);
    child.once('message', (answer) => {
      settled();
      resolve(answer);
    });
    // A process that has ended is told by `exit`.
    child.send(request, () => {});
  });
}

/** Its listeners of `exit` remove what the tests have made. */
async function end(child) {
  if (hasEnded(child)) return;
  const exit = once(child, 'exit');
  if (child.connected) child.disconnect();
  const kill = setTimeout(() => child.kill('SIGKILL'), REMOVAL_MS);
  await exit;
  clearTimeout(kill);
}

function hasEnded(child) {
  return child.exitCode !== null || child.signalCode !== null;
}
