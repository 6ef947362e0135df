import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Config } from '../../../infra/config/config.js';
import { Database } from '../../../infra/database/database.js';
import { cursorKey, pageOf, type Page } from '../../../infra/http/input/page.js';
import { problem } from '../../../infra/http/problems/problem.js';
import { approvalView, type ApprovalView } from '../break-view.js';
import type { ApprovalState } from '../../breaks/resolution.js';
import { ApprovalRow } from '../approval.entity.js';
import { otherNumbers } from './find-other-numbers.js';

/** Proposals, newest first. */
export class FindApprovals extends Query<Page<ApprovalView>> {
  constructor(
    readonly state: ApprovalState | null,
    readonly limit: number,
    readonly cursor: string | null,
  ) {
    super();
  }
}

@QueryHandler(FindApprovals)
export class FindApprovalsHandler implements IQueryHandler<FindApprovals> {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  async execute({ state, limit, cursor }: FindApprovals): Promise<Page<ApprovalView>> {
    const conditions: [string, string][] = [];
    if (state !== null) conditions.push(['state = ?', state]);
    if (cursor !== null) conditions.push(['id < ?', cursorKey(cursor)]);
    const where = conditions.map(([condition]) => condition).join(' AND ') || '1 = 1';
    const rows = await this.database.questions.find(
      ApprovalRow,
      `${where} ORDER BY id DESC LIMIT ${limit + 1}`,
      conditions.map(([, value]) => value),
    );
    const page = pageOf(rows, limit, (row) => row.id);
    const others = await otherNumbers(this.database.questions, this.config.brokerCode, page.data);
    return { data: page.data.map((row) => approvalView(row, others.get(row.id))), page: page.page };
  }
}

export class GetApproval extends Query<ApprovalView> {
  constructor(readonly approvalId: string) {
    super();
  }
}

@QueryHandler(GetApproval)
export class GetApprovalHandler implements IQueryHandler<GetApproval> {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  async execute({ approvalId }: GetApproval): Promise<ApprovalView> {
    const [row] = await this.database.questions.find(ApprovalRow, 'id = ?', [approvalId]);
    if (row === undefined) throw problem('not-found', 'There is no such proposal.');
    const others = await otherNumbers(this.database.questions, this.config.brokerCode, [row]);
    return approvalView(row, others.get(row.id));
  }
}
