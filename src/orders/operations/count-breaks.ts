import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '../../infra/database/database.js';

export interface BreakCount {
  readonly type: string;
  readonly severity: string;
  readonly count: number;
}

/** How many breaks are open, of each type and severity that any is of. */
export class CountBreaks extends Query<readonly BreakCount[]> {}

@QueryHandler(CountBreaks)
export class CountBreaksHandler implements IQueryHandler<CountBreaks> {
  constructor(private readonly database: Database) {}

  execute(): Promise<readonly BreakCount[]> {
    // The index of open breaks has these words: those that have ended, mostly many more, are not read.
    return this.database.reading.query<BreakCount>(
      `SELECT type, severity, count(*) AS count FROM breaks
        WHERE closed_at IS NULL GROUP BY type, severity`,
      [],
    );
  }
}
