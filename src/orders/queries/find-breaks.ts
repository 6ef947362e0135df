import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { instant } from '../../infra/clock.js';
import { Database } from '../../infra/database/database.js';
import { cursorKey, pageOf, type Page } from '../../infra/http/page.js';
import { problem } from '../../infra/http/problem.js';
import { BreakRow } from '../store/break.entity.js';

export interface BreakView {
  readonly id: string;
  readonly type: string;
  readonly severity: string;
  readonly status: string;
  readonly orderId: string | null;
  readonly orderNumber: string | null;
  readonly detail: string;
  readonly openedAt: string;
  readonly seenAt: string;
  readonly closedAt: string | null;
  readonly outcome: string | null;
}

export interface BreakFilters {
  readonly status?: string;
  readonly type?: string;
  readonly orderId?: string;
}

/** Breaks, newest first. */
export class FindBreaks extends Query<Page<BreakView>> {
  constructor(
    readonly filters: BreakFilters,
    readonly limit: number,
    readonly cursor: string | null,
  ) {
    super();
  }
}

@QueryHandler(FindBreaks)
export class FindBreaksHandler implements IQueryHandler<FindBreaks> {
  constructor(private readonly database: Database) {}

  execute({ filters, limit, cursor }: FindBreaks): Promise<Page<BreakView>> {
    const before = cursor === null ? null : cursorKey(cursor);
    return this.database.read(async (manager) => {
      const query = manager.createQueryBuilder(BreakRow, 'b').orderBy('b.id', 'DESC');
      for (const [name, value] of Object.entries(filters)) {
        query.andWhere(`b.${name} = :${name}`, { [name]: value as string });
      }
      if (before !== null) query.andWhere('b.id < :before', { before });
      const page = pageOf(await query.limit(limit + 1).getMany(), limit, (row) => row.id);
      return { data: page.data.map(breakView), page: page.page };
    });
  }
}

/** One break. */
export class GetBreak extends Query<BreakView> {
  constructor(readonly breakId: string) {
    super();
  }
}

@QueryHandler(GetBreak)
export class GetBreakHandler implements IQueryHandler<GetBreak> {
  constructor(private readonly database: Database) {}

  async execute({ breakId }: GetBreak): Promise<BreakView> {
    const row = await this.database.read((manager) => manager.findOneBy(BreakRow, { id: breakId }));
    if (row === null) throw problem('not-found', 'There is no such break.');
    return breakView(row);
  }
}

function breakView({ identity: _, ...row }: BreakRow): BreakView {
  return {
    ...row,
    openedAt: instant(row.openedAt),
    seenAt: instant(row.seenAt),
    closedAt: row.closedAt === null ? null : instant(row.closedAt),
  };
}
