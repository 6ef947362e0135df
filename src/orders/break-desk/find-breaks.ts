import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock, instant } from '../../infra/runtime/clock.js';
import { Config } from '../../infra/config/config.js';
import { Database } from '../../infra/database/database.js';
import { cursorKey, pageOf, type Page } from '../../infra/http/input/page.js';
import { namedNumbers } from './candidates/find-candidates.js';
import { approvalView, breakView, type BreakView, type WholeBreakView } from './break-view.js';
import { breakNotFound } from '../order/order-problems.js';
import { ApprovalRow } from './approval.entity.js';
import { BreakCommentRow } from '../breaks/break-comment.entity.js';
import { BreakRow } from '../breaks/break.entity.js';
import { assignmentsOf } from './find-assignments.js';
import { formerCandidacies, otherNumbers } from './approvals/find-other-numbers.js';

export interface BreakFilters {
  readonly status?: string;
  readonly type?: string;
  readonly severity?: string;
  readonly assignee?: string;
  readonly orderId?: string;
  readonly orderNumber?: string;
  /** False: closed breaks. */
  readonly open?: boolean;
  readonly overdue?: boolean;
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
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async execute({ filters, limit, cursor }: FindBreaks): Promise<Page<BreakView>> {
    const named = await namedNumbers(this.database.questions);
    const before = cursor === null ? null : cursorKey(cursor);
    const now = this.clock.now();
    const { open, overdue, ...equal } = filters;
    return this.database.questions.read(async (manager) => {
      const query = manager.createQueryBuilder(BreakRow, 'b').orderBy('b.id', 'DESC');
      for (const [name, value] of Object.entries(equal)) {
        query.andWhere(`b.${name} = :${name}`, { [name]: value });
      }
      if (open !== undefined) query.andWhere(`b.closedAt IS ${open ? '' : 'NOT '}NULL`);
      if (overdue === true) query.andWhere('b.closedAt IS NULL AND b.dueAt < :now', { now });
      if (overdue === false) query.andWhere('(b.closedAt IS NOT NULL OR b.dueAt >= :now)', { now });
      if (before !== null) query.andWhere('b.id < :before', { before });
      const page = pageOf(await query.limit(limit + 1).getMany(), limit, (row) => row.id);
      return { data: page.data.map((row) => breakView(row, now, named)), page: page.page };
    });
  }
}

/** Of the comments and the proposals of a break: what somebody goes on writing makes no answer without end. */
export const SHOWN_MAX = 200;

export class GetBreak extends Query<WholeBreakView> {
  constructor(readonly breakId: string) {
    super();
  }
}

@QueryHandler(GetBreak)
export class GetBreakHandler implements IQueryHandler<GetBreak> {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async execute({ breakId }: GetBreak): Promise<WholeBreakView> {
    const { reading } = this.database;
    const [row] = await reading.find(BreakRow, 'id = ?', [breakId]);
    if (row === undefined) throw breakNotFound();
    const newest = `break_id = ? ORDER BY id DESC LIMIT ${SHOWN_MAX}`;
    const comments = (await reading.find(BreakCommentRow, newest, [breakId])).reverse();
    const approvals = (await reading.find(ApprovalRow, newest, [breakId])).reverse();
    const others = await otherNumbers(reading, this.config.brokerCode, approvals);
    return {
      ...breakView(row, this.clock.now(), await namedNumbers(reading)),
      comments: comments.map(({ id, at, author, text }) => ({ id, at: instant(at), author, text })),
      assignments: await assignmentsOf(this.database, row),
      approvals: approvals.map((one) => approvalView(one, others.get(one.id))),
      wasCandidateOf: await formerCandidacies(reading, row),
    };
  }
}
