/**
 * Two projects; the suffix of a test file says what it may use (see CONTRIBUTING.md). `pure` tests need
 * only the code and are fast. `whole` tests also get a real PostgreSQL server next to SQLite.
 *
 * Tests run compiled, in plain Node processes that keep the modules they have loaded for the next test file: see
 * docs/adr/0054.
 */
const common = {
  roots: ['<rootDir>/build/test'],
  runner: '<rootDir>/build/test/support/runner/runner.js',
  transform: {},
};

export default {
  // Two for each of two cores, because many test files wait for processes and databases.
  maxWorkers: 4,
  reporters: ['default'],
  testSequencer: '<rootDir>/build/test/support/runner/longest-first.js',
  projects: [
    { ...common, displayName: 'pure', testRegex: String.raw`\.spec\.js$` },
    {
      ...common,
      displayName: 'whole',
      testRegex: String.raw`\.(long|int|e2e|kill)-spec\.js$`,
      globalSetup: '<rootDir>/build/test/support/databases/start-postgres.js',
      globalTeardown: '<rootDir>/build/test/support/databases/stop-postgres.js',
    },
  ],
};
