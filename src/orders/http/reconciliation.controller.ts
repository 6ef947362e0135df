import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Needs } from '../../infra/auth/scope.js';
import type { Page } from '../../infra/http/page.js';
import { KnownId } from '../../infra/http/known-id.pipe.js';
import { PageQuery } from '../../infra/http/query-dto.js';
import { FindBreaks, GetBreak, type BreakFilters, type BreakView } from '../queries/find-breaks.js';
import { FindRuns, runView, type RunView } from '../queries/find-runs.js';
import { Reconciler } from '../reconciliation/reconciler.js';
import { BreaksQuery } from './lists.dto.js';

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

  @Post('reconciliation/runs')
  @Needs('recon:write')
  @ApiOperation({ summary: 'Run a pass now, or join the one that is running' })
  async run(): Promise<RunView> {
    return runView(await this.reconciler.run('asked for'));
  }

  @Get('breaks')
  @Needs('recon:read')
  @ApiOperation({ summary: 'Disagreements with the exchange, newest first' })
  breaks(@Query() query: BreaksQuery): Promise<Page<BreakView>> {
    const { limit, cursor, ...filters } = query;
    const given = Object.entries(filters).filter(([, value]) => value !== undefined);
    const only = Object.fromEntries(given) as BreakFilters;
    return this.queries.execute(new FindBreaks(only, limit, cursor ?? null));
  }

  @Get('breaks/:id')
  @Needs('recon:read')
  @ApiOperation({ summary: 'One break' })
  break(@Param('id', KnownId) id: string): Promise<BreakView> {
    return this.queries.execute(new GetBreak(id));
  }
}
