import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a run of the reconciler looked at, from when its answers were, how many breaks it opened and
 * closed, and, of a dry one, what it would have changed. Of earlier runs this was not counted: they
 * looked at everything, and the rest of it stays unknown.
 */
export class ReconciliationRuns1763790000000 implements MigrationInterface {
  readonly name = 'ReconciliationRuns1763790000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('There is no way back to runs that do not say what they looked at');
  }
}

const STATEMENTS: readonly string[] = [
  `ALTER TABLE reconciliation_runs ADD COLUMN scope text`,
  `ALTER TABLE reconciliation_runs ADD COLUMN dry_run integer NOT NULL DEFAULT 0`,
  `ALTER TABLE reconciliation_runs ADD COLUMN opened integer`,
  `ALTER TABLE reconciliation_runs ADD COLUMN closed integer`,
  `ALTER TABLE reconciliation_runs ADD COLUMN cut_offs text`,
  `ALTER TABLE reconciliation_runs ADD COLUMN foreseen text`,
];
