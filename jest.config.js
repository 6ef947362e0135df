/**
 * One runner, two projects; the suffix of a file tells what it may touch (see CONTRIBUTING.md).
 * `pure` needs nothing but the code and is quick; `whole` gets a real PostgreSQL server beside SQLite.
 */
const common = {
  testEnvironment: '<rootDir>/test/support/file-environment.js',
  roots: ['<rootDir>/test'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { [String.raw`^(\.{1,2}/.*)\.js$`]: '$1' },
  setupFiles: ['<rootDir>/test/support/seed-properties.ts'],
  transform: { [String.raw`^.+\.ts$`]: ['@swc/jest'] },
};

export default {
  // One more than the two cores that are the least it runs on: most files wait most of the time.
  maxWorkers: 3,
  maxConcurrency: 3,
  // A safety net for what hangs: how fast the machine is decides nothing.
  testTimeout: 1_800_000,
  // Each file leaves its modules behind in the worker: a new one takes over before memory runs out.
  workerIdleMemoryLimit: '1200MB',
  // On a busy machine half a second, the default, is too short; what is left open is still told of.
  workerGracefulExitTimeout: 10_000,
  testSequencer: '<rootDir>/test/support/longest-first.js',
  projects: [
    { ...common, displayName: 'pure', testRegex: String.raw`\.spec\.ts$` },
    {
      ...common,
      displayName: 'whole',
      testRegex: String.raw`\.(long|int|e2e|kill)-spec\.ts$`,
      globalSetup: '<rootDir>/test/support/start-postgres.ts',
      globalTeardown: '<rootDir>/test/support/stop-postgres.ts',
    },
  ],
};
