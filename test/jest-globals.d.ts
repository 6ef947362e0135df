import type * as jestGlobals from '@jest/globals';

/** What the test runner gives every test file. */
declare global {
  const describe: typeof jestGlobals.describe;
  const it: typeof jestGlobals.it;
  const expect: typeof jestGlobals.expect;
  const beforeAll: typeof jestGlobals.beforeAll;
  const beforeEach: typeof jestGlobals.beforeEach;
  const afterAll: typeof jestGlobals.afterAll;
  const afterEach: typeof jestGlobals.afterEach;
  const jest: Pick<typeof jestGlobals.jest, 'spyOn'>;
}
