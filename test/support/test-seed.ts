/** All random values of a run come from it; `npm test` prints it and takes it as `MARINA_TEST_SEED`. */
export function testSeed(): number {
  return Number(process.env['MARINA_TEST_SEED'] ?? '1');
}
