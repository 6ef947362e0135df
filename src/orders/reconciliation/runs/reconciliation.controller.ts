import { Body, Controller, Get, Param, Post, Query, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../infra/http/openapi/answers.js';
import { actorOf, type AuthenticatedRequest } from '../../../infra/auth/api-key.guard.js';
import { FILTERS_IN_BODY } from '../../../infra/auth/client-masking.js';
import { Needs } from '../../../infra/auth/scope.js';
import type { Page } from '../../../infra/http/input/page.js';
import { KnownId } from '../../../infra/http/input/known-id.pipe.js';
import { RUNS } from '../../../infra/http/limits/concurrency.js';
import { fieldProblem, problem } from '../../../infra/http/problems/problem.js';
import { PageQuery } from '../../../infra/http/input/query-dto.js';
import { FindRuns, GetRun, runView, type RunView } from './find-runs.js';
import { FindMissingOrders } from './find-missing-orders.js';
import { CutShort, Reconciler } from './reconciler.js';
import type { RunScope } from '../collect/scope.js';
import { RunBody, type ScopeBody } from './reconciliation.dto.js';

@ApiTags('Reconciliation')
@Controller('v1')
export class ReconciliationController {
  constructor(
    private readonly queries: QueryBus,
    private readonly reconciler: Reconciler,
  ) {}

  @Get('reconciliation/runs')
  @Needs('recon:read')
  @Answers({ 200: { description: 'A page of runs.', schema: 'RunPage' } })
  @ApiOperation({ summary: 'List reconciliation runs, newest first' })
  runs(@Query() query: PageQuery): Promise<Page<RunView>> {
    return this.queries.execute(new FindRuns(query.limit, query.cursor ?? null));
  }

  @Get('reconciliation/runs/:id')
  @Needs('recon:read')
  @Answers({ 200: { description: 'The run.', schema: 'Run' } })
  @ApiOperation({ summary: 'Get one run: its questions, the answers and the changes' })
  one(@Param('id', KnownId) id: string): Promise<RunView> {
    return this.queries.execute(new GetRun(id));
  }

  @Post('reconciliation/runs')
  @RouteConfig({ ...RUNS, ...FILTERS_IN_BODY })
  @Needs('recon:write')
  @Answers({ 201: { description: 'The run, when it has ended.', schema: 'Run' } }, [
    'not-found',
    'reconciler-busy',
  ])
  @ApiOperation({
    summary: 'Start a run now, over everything or a scope, or preview its changes',
    description:
      'The run starts now, or after the runs already waiting, so its answers are newer than this request. The trail says who asked. Callers who ask for a run over everything meanwhile share the next one. Every other run is its own, and gets 503 when too many wait, five of its caller or ten in all. After a dry run the next one rests nine times as long, two seconds at most. A run over a scope asks for the trades of the ten latest days on which its orders may have traded and enquires about twenty of its orders at most, fewer when the rate budget is low. It reads no list, resolves no unknown outcome and expires no order, because each of those needs the whole book. A dry run costs as many calls as any other. Dry runs and runs over a scope share a part of the rate budget of their own (lane `ad-hoc`, 24 calls a minute for each exchange key) and ask less when it is used up, and take none from full runs. Exchange interface, sections 8 to 11.',
  })
  async run(
    @Body() { scope = null, dryRun = false }: RunBody,
    @Req() caller: AuthenticatedRequest,
  ): Promise<RunView> {
    const requestedBy = actorOf(caller);
    const request = {
      scope: scope === null ? null : await this.scopeOf(scope),
      dryRun,
      requestedBy,
    };
    const run = await this.reconciler.run('asked for', request).catch((error: unknown) => {
      throw error instanceof CutShort ? problem('shutting-down', error.message) : error;
    });
    if (run === null) {
      const detail = 'Other runs wait for their turn; ask again later.';
      throw problem('reconciler-busy', detail, { retryAfterSeconds: 10 });
    }
    return runView(run);
  }

  private async scopeOf({ accountNumber, security, orderIds }: ScopeBody): Promise<RunScope> {
    const given: readonly RunScope[] = [
      ...(accountNumber === undefined ? [] : [{ accountNumber }]),
      ...(security === undefined ? [] : [{ security }]),
      ...(orderIds === undefined ? [] : [{ orderIds }]),
    ];
    const [scope] = given;
    if (scope === undefined || given.length > 1) {
      const message = 'must have one of accountNumber, security and orderIds';
      throw fieldProblem('validation-failed', 'scope', message);
    }
    const missing = await this.queries.execute(new FindMissingOrders(orderIds ?? []));
    if (missing.length > 0) {
      const message = `has ids of no order: ${missing.join(', ')}`;
      throw fieldProblem('not-found', 'scope.orderIds', message);
    }
    return scope;
  }
}
