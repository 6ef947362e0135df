import process from 'node:process';

/** Once for each process that runs test files. */

// Stack traces name the lines of the sources.
process.setSourceMapsEnabled(true);

// It ends the process, and so fails the file that runs then, which need not be the one that left it.
process.on('uncaughtExceptionMonitor', () => {
  const file = globalThis.expect?.getState().testPath ?? 'no test file yet';
  process.stderr.write(`Nobody handled an error of ${file} or an earlier file of its process:\n`);
});

// So the runner ends its processes, and kills them a second later. Listeners of `exit` remove what tests have made.
process.once('disconnect', () => process.exit(1));
