import process from 'node:process';

/** Runs the test files that the runner names, one after the other. */

// Not among the package's exports.
const jestLightRunner = new URL('worker-runner.js', import.meta.resolve('jest-light-runner'));

// Stack traces name the lines of the sources.
process.setSourceMapsEnabled(true);

// It ends the process, and so fails the file that runs then, which need not be the one that left it.
process.on('uncaughtExceptionMonitor', () => {
  const file = globalThis.expect?.getState().testPath ?? 'no test file yet';
  process.stderr.write(`Nobody handled an error of ${file} or an earlier file of its process:\n`);
});

// So the runner ends its processes. Listeners of `exit` remove what tests have made.
process.once('disconnect', () => process.exit(1));

process.on('message', (request) => {
  run(request).then(
    (result) => process.send({ result }),
    // Alone what can be sent in any case.
    (error) =>
      process.send({ error: { message: String(error?.message ?? error), stack: error?.stack } }),
  );
});

async function run({ path, globalConfig, projectConfig }) {
  const { default: runFile, setWorkerData } = await import(jestLightRunner);
  setWorkerData({ globalConfig, projectConfig, runtime: 'child_process' });
  return runFile(path);
}
