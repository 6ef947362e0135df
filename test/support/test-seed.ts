/** All random values of a run come from it; `npm test` prints it and takes it as `MARINA_TEST_SEED`. */
export function testSeed(): number {
  const seed = Number(process.env['MARINA_TEST_SEED'] ?? '1');
  if (!Number.isInteger(seed)) throw new Error('MARINA_TEST_SEED must be an integer');
  return seed;
}
