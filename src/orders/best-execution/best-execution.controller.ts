import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { isAllowed, type AuthenticatedRequest } from '../../infra/auth/api-key.guard.js';
import { Needs } from '../../infra/auth/scope.js';
import { COSTLY } from '../../infra/http/limits/costly-reads.js';
import { Answers } from '../../infra/http/openapi/answers.js';
import type { Page } from '../../infra/http/input/page.js';
import { fieldProblem } from '../../infra/http/problems/problem.js';
import { bestExecutionTable } from './best-execution-table.js';
import { BestExecutionQuery } from './best-execution.dto.js';
import {
  FindBestExecution,
  GetBestExecution,
  type BestExecutionView,
} from './find-best-execution.js';

@ApiTags('Audit')
@Controller('v1/audit/best-execution')
export class BestExecutionController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @RouteConfig(COSTLY)
  @Needs('audit:read')
  @Answers({
    200: {
      description: 'A page of orders, or a table of all.',
      schema: 'BestExecutionPage',
      headers: ['Content-Disposition'],
      texts: { 'text/csv': '"orderId","clientOrderId", … \n' },
    },
  })
  @ApiOperation({
    summary: 'The orders of some trading days against the market of their time',
    description:
      'Oldest first. While the session is open Marina keeps the quotes of the securities that have orders in the audit trail (`QUOTES_RECORDED`, every `RECORD_QUOTES_EVERY_MS`). An order is compared with the quote before it was sent, else with the first one after, and with the average price of its day. The exchange tells no time of a trade, so what stood at the very moment of an execution is not known. What was not recorded is null and is never made up.',
  })
  async bestExecution(
    @Query() { limit, cursor, format = 'json', ...filters }: BestExecutionQuery,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page<BestExecutionView> | Buffer> {
    const showsClients = isAllowed(request, 'orders:read');
    const reader = { showsClients, hasLeft: () => reply.raw.destroyed };
    if (filters.to < filters.from)
      throw fieldProblem('validation-failed', 'to', 'must not be before from');
    if (format === 'json')
      return this.queries.execute(new FindBestExecution(filters, limit, cursor ?? null, reader));
    if (cursor !== undefined)
      throw fieldProblem('validation-failed', 'cursor', 'is for format=json');
    const rows = await this.queries.execute(new GetBestExecution(filters, reader));
    const file = `best-execution-${filters.from}-${filters.to}.csv`;
    void reply.header('content-type', 'text/csv; charset=utf-8');
    void reply.header('content-disposition', `attachment; filename="${file}"`);
    return Buffer.from(await bestExecutionTable(rows));
  }
}
