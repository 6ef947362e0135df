import { join, relative } from 'node:path';

/**
 * Starts the longest test files first, so that none is left over at the end with one worker busy and
 * the others idle. Jest normally uses the durations of the last run, which a clean clone does not have.
 * The simulation comes first of all: it is the longest, and keeps two processes busy.
 */
const LONGEST = [
  'test/simulation/simulation.long-spec.ts',
  'test/e2e/process/kill.kill-spec.ts',
  'test/e2e/process/process.e2e-spec.ts',
  'test/infra/audit/verification/tampering.int-spec.ts',
  'test/console/desk.e2e-spec.ts',
  'test/e2e/audit/changed-behind.e2e-spec.ts',
  'test/e2e/process/rolling-upgrade.kill-spec.ts',
  'test/e2e/exchange/exchange-behaviours.e2e-spec.ts',
  'test/e2e/administration/backup.e2e-spec.ts',
  'test/e2e/orders/waiting-requests.e2e-spec.ts',
  'test/support/runner/runner.long-spec.ts',
  'test/e2e/evidence/refused-though-taken.e2e-spec.ts',
  'test/e2e/process/several-instances.kill-spec.ts',
  'test/e2e/exchange/kept-replies.e2e-spec.ts',
  'test/e2e/reconciliation/ad-hoc-runs.e2e-spec.ts',
  'test/e2e/audit/trail-reads.e2e-spec.ts',
  'test/e2e/process/move.e2e-spec.ts',
  'test/e2e/process/restored.e2e-spec.ts',
  'test/e2e/administration/postgresql.e2e-spec.ts',
  'test/e2e/reconciliation/shown-working.e2e-spec.ts',
  'test/e2e/evidence/trade-rows.e2e-spec.ts',
  'test/infra/backup/postgres-backup.int-spec.ts',
  'test/e2e/evidence/doubted-acknowledgements.e2e-spec.ts',
  'test/e2e/orders/full-minute.e2e-spec.ts',
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
