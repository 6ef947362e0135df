/**
 * Two projects; the suffix of a test file says what it may use (see CONTRIBUTING.md). `pure` tests need
 * only the code and are fast. `whole` tests also get a real PostgreSQL server next to SQLite.
 */
const common = {
  testEnvironment: '<rootDir>/test/support/file-environment.js',
  roots: ['<rootDir>/test'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { [String.raw`^(\.{1,2}/.*)\.js$`]: '$1' },
  transform: { [String.raw`^.+\.ts$`]: ['@swc/jest'] },
};

export default {
  // Two for each of two cores, because many test files wait for processes and databases.
  maxWorkers: 4,
  maxConcurrency: 3,
  // Only catches tests that hang; results must not depend on the speed of the machine.
  testTimeout: 1_800_000,
  // Test files leave their modules in the worker's memory, so replace workers before it runs out.
  workerIdleMemoryLimit: '1200MB',
  // The default of 500 ms is too short on a busy machine; open handles are still reported.
  workerGracefulExitTimeout: 10_000,
  testSequencer: '<rootDir>/test/support/longest-first.js',
  projects: [
    { ...common, displayName: 'pure', testRegex: String.raw`\.spec\.ts$` },
    {
      ...common,
      displayName: 'whole',
      testRegex: String.raw`\.(long|int|e2e|kill)-spec\.ts$`,
      globalSetup: '<rootDir>/test/support/databases/start-postgres.ts',
      globalTeardown: '<rootDir>/test/support/databases/stop-postgres.ts',
    },
  ],
};
