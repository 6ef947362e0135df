import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Json } from '../../infra/audit/audit-chain.js';
import { instant } from '../../infra/clock.js';
import { Database } from '../../infra/database/database.js';
import { cursorKey, pageOf, type Page } from '../../infra/http/page.js';
import { problem } from '../../infra/http/problem.js';
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
  /** The whole book was read by then; null when something of it was not to be had. */
  readonly coveredAt: string | null;
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

/** One pass. */
export class GetRun extends Query<RunView> {
  constructor(readonly runId: string) {
    super();
  }
}

@QueryHandler(GetRun)
export class GetRunHandler implements IQueryHandler<GetRun> {
  constructor(private readonly database: Database) {}

  async execute({ runId }: GetRun): Promise<RunView> {
    const [row] = await this.database.reading.find(ReconciliationRunRow, 'id = ?', [runId]);
    if (row === undefined) throw problem('not-found', 'There is no such pass.');
    return runView(row);
  }
}

export function runView(row: ReconciliationRunRow): RunView {
  return {
    ...row,
    startedAt: instant(row.startedAt),
    finishedAt: instant(row.finishedAt),
    asked: JSON.parse(row.asked) as Json,
    coveredAt: row.coveredAt === null ? null : instant(row.coveredAt),
  };
}
