import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Json } from '../../infra/audit/audit-chain.js';
import { instant } from '../../infra/clock.js';
import { Database } from '../../infra/database/database.js';
import { cursorKey, pageOf, type Page } from '../../infra/http/page.js';
import { ReconciliationRunRow } from '../store/reconciliation-run.entity.js';

export interface RunView {
  readonly id: string;
  readonly cause: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly calls: number;
  readonly answered: number;
  readonly orders: number;
  readonly changed: number;
  readonly fills: number;
  readonly asked: Json;
}

/** Passes of the reconciler, newest first. */
export class FindRuns extends Query<Page<RunView>> {
  constructor(
    readonly limit: number,
    readonly cursor: string | null,
  ) {
    super();
  }
}

@QueryHandler(FindRuns)
export class FindRunsHandler implements IQueryHandler<FindRuns> {
  constructor(private readonly database: Database) {}

  execute({ limit, cursor }: FindRuns): Promise<Page<RunView>> {
    const before = cursor === null ? null : cursorKey(cursor);
    return this.database.read(async (manager) => {
      const query = manager.createQueryBuilder(ReconciliationRunRow, 'r').orderBy('r.id', 'DESC');
      if (before !== null) query.where('r.id < :before', { before });
      const page = pageOf(await query.limit(limit + 1).getMany(), limit, (row) => row.id);
      return { data: page.data.map(runView), page: page.page };
    });
  }
}

export function runView(row: ReconciliationRunRow): RunView {
  return {
    ...row,
    startedAt: instant(row.startedAt),
    finishedAt: instant(row.finishedAt),
    asked: JSON.parse(row.asked) as Json,
  };
}
