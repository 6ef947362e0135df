import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Edits and cancels take turns as posts do, and of posts that cannot be told apart the one whose turn is first goes first.
 * `order_requests_behind`, which an older release reads by, goes with a later one.
 */
export class TurnsOfChanges1798100000000 implements MigrationInterface {
  readonly name = 'TurnsOfChanges1798100000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const kind of ['Edit', 'Cancel']) {
      const name = `order_requests_${kind.toLowerCase()}s`;
      await runner.query(
        `CREATE INDEX ${name}_of_caller ON order_requests (caller, turn) WHERE kind = '${kind}' AND state = 'Queued'`,
      );
      await runner.query(
        `CREATE INDEX ${name}_served ON order_requests (turn) WHERE kind = '${kind}' AND sends > 0`,
      );
    }
    await runner.query(
      `CREATE INDEX order_requests_twins_behind ON order_requests (match_key, turn, id)
        WHERE blocked_by = 'Twin' AND state = 'Queued'`,
    );
    await runner.query('UPDATE schema_version SET version = 22');
  }

  down(): Promise<void> {
    throw new Error(
      'It cannot be reverted, and need not: an older release leaves the indexes alone',
    );
  }
}
