import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Nothing removes reconciliation runs, so what asks for those of a day must not read those of all days before. */
export class RunsByTime1797200000000 implements MigrationInterface {
  readonly name = 'RunsByTime1797200000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const time of ['started', 'covered', 'listed'])
      await runner.query(
        `CREATE INDEX reconciliation_runs_${time} ON reconciliation_runs (${time}_at)`,
      );
    await runner.query('UPDATE schema_version SET version = 17');
  }

  down(): Promise<void> {
    throw new Error('It cannot be reverted, and need not: an older release uses the indexes, too');
  }
}
