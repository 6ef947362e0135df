import process from 'node:process';

/** Once for each process that runs test files. */

// Stack traces name the lines of the sources.
process.setSourceMapsEnabled(true);

// It ends the process, and so fails the file that runs then, which need not be the one that left it.
process.on('uncaughtExceptionMonitor', () => {
  const { testPath } = expect.getState();
  process.stderr.write(
    `Nobody handled an error of ${testPath} or an earlier test file of its process:\n`,
  );
});

// Without the runner there is nothing left to do.
process.once('disconnect', () => process.exit(1));
