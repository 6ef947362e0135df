import { randomInt } from 'node:crypto';

/** The seed of a test run: `MARINA_TEST_SEED` or a new one. fast-check takes a 32-bit integer. */
export function seedOf(given) {
  if (given === undefined || given === '') return randomInt(2 ** 31);
  const seed = Number(given);
  if (Number.isInteger(seed) && Math.abs(seed) < 2 ** 31) return seed;
  process.stderr.write(`MARINA_TEST_SEED must be a 32-bit integer, not "${given}"\n`);
  process.exit(1);
}
