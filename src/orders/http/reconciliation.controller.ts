import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Needs } from '../../infra/auth/scope.js';
import type { Page } from '../../infra/http/page.js';
import { KnownId } from '../../infra/http/known-id.pipe.js';
import { PageQuery } from '../../infra/http/query-dto.js';
import { FindRuns, GetRun, runView, type RunView } from '../queries/find-runs.js';
import { Reconciler } from '../reconciliation/reconciler.js';

@ApiTags('Reconciliation')
@Controller('v1')
export class ReconciliationController {
  constructor(
    private readonly queries: QueryBus,
    private readonly reconciler: Reconciler,
  ) {}

  @Get('reconciliation/runs')
  @Needs('recon:read')
  @ApiOperation({ summary: 'Passes of the reconciler, newest first' })
  runs(@Query() query: PageQuery): Promise<Page<RunView>> {
    return this.queries.execute(new FindRuns(query.limit, query.cursor ?? null));
  }

  @Get('reconciliation/runs/:id')
  @Needs('recon:read')
  @ApiOperation({ summary: 'One pass: what was asked, what came back, what that changed' })
  one(@Param('id', KnownId) id: string): Promise<RunView> {
    return this.queries.execute(new GetRun(id));
  }

  @Post('reconciliation/runs')
  @Needs('recon:write')
  @ApiOperation({ summary: 'Run a pass now, or join the one that is running' })
  async run(): Promise<RunView> {
    return runView(await this.reconciler.run('asked for'));
  }
}
