import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { asSeenBy, isAllowed, type AuthenticatedRequest } from '../../infra/auth/api-key.guard.js';
import { MASKS_CLIENTS } from '../../infra/auth/client-masking.js';
import { READS_TRAIL } from '../../infra/auth/trail-reads.js';
import { Needs } from '../../infra/auth/scope.js';
import { KnownId } from '../../infra/http/input/known-id.pipe.js';
import { Answers } from '../../infra/http/openapi/answers.js';
import { COSTLY } from '../../infra/http/limits/costly-reads.js';
import { Clock, instant } from '../../infra/runtime/clock.js';
import { GetOrderReport } from './get-order-report.js';
import { orderReportPage } from './order-report-page.js';

@ApiTags('Orders')
@Controller('v1/orders')
export class OrderReportController {
  constructor(
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  @Get(':id/report')
  @RouteConfig({ ...COSTLY, ...MASKS_CLIENTS, ...READS_TRAIL })
  @Needs('audit:read')
  @Answers({
    200: { description: 'The page.', texts: { 'text/html': '<!doctype html> … ' } },
  })
  @ApiOperation({
    summary: 'Get the history of the order as a page to print',
    description:
      'For somebody who has never seen the system: what the order is and how that is known, its audit entries as sentences, executions, differences and calls, and how to verify them. Of each kind 2,000 at most. Whoever asks is in the trail (`AUDIT_READ`). Whose order it is and its calls are shown to keys that may read orders, differences to those with `recon:read`.',
  })
  async report(
    @Param('id', KnownId) id: string,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const report = await this.queries.execute(new GetOrderReport(id));
    void reply.header('content-type', 'text/html; charset=utf-8');
    return orderReportPage(asSeenBy(request, report), {
      at: instant(this.clock.now()),
      showsOrder: isAllowed(request, 'orders:read'),
      showsBreaks: isAllowed(request, 'recon:read'),
    });
  }
}
