import { join, relative } from 'node:path';

/**
 * Starts the longest test files first, so that none is left over at the end with one worker busy and
 * the others idle. Jest normally uses the durations of the last run, which a clean clone does not have.
 * The simulation comes first of all: it is the longest, and keeps two processes busy.
 */
const LONGEST = [
  'test/simulation/simulation.long-spec.ts',
  'test/e2e/process/kill.kill-spec.ts',
  'test/infra/audit/verification/tampering.int-spec.ts',
  'test/console/desk.e2e-spec.ts',
  'test/e2e/process/process.e2e-spec.ts',
  'test/e2e/exchange/exchange-behaviours.e2e-spec.ts',
  'test/e2e/evidence/refused-though-taken.e2e-spec.ts',
  'test/e2e/evidence/unknown-outcomes.e2e-spec.ts',
  'test/e2e/exchange/capabilities.e2e-spec.ts',
  'test/e2e/evidence/resolving.e2e-spec.ts',
  'test/e2e/process/restored.e2e-spec.ts',
  'test/e2e/breaks/break-desk.e2e-spec.ts',
  'test/e2e/trading-days/missed-days.e2e-spec.ts',
  'test/e2e/reconciliation/ad-hoc-runs.e2e-spec.ts',
  'test/e2e/exchange/kept-replies.e2e-spec.ts',
];

export default class LongestFirst {
  sort(tests) {
    return tests.sort((one, other) => placeOf(one) - placeOf(other) || sizeOf(other) - sizeOf(one));
  }

  /** Earlier failures are not remembered, so the order is the same for everybody. */
  allFailedTests(tests) {
    return this.sort(tests);
  }

  cacheResults() {
    // Nothing to remember.
  }
}

function placeOf({ path, context }) {
  const source = relative(join(context.config.rootDir, 'build'), path).replace(/\.js$/, '.ts');
  const place = LONGEST.indexOf(source);
  return place === -1 ? LONGEST.length : place;
}

/** Like jest without earlier durations: larger files take longer. */
function sizeOf({ path, context }) {
  return context.hasteFS.getSize(path) ?? 0;
}
