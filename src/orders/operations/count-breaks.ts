import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '../../infra/database/database.js';

export interface BreakCount {
  readonly type: string;
  readonly severity: string;
  readonly count: number;
}

/** Open breaks by type and severity. */
export class CountBreaks extends Query<readonly BreakCount[]> {}

@QueryHandler(CountBreaks)
export class CountBreaksHandler implements IQueryHandler<CountBreaks> {
  constructor(private readonly database: Database) {}

  execute(): Promise<readonly BreakCount[]> {
    // The partial index on `closed_at IS NULL` keeps this from reading the many closed breaks.
    return this.database.reading.query<BreakCount>(
      `SELECT type, severity, count(*) AS count FROM breaks
        WHERE closed_at IS NULL GROUP BY type, severity`,
      [],
    );
  }
}
