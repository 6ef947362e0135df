import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { READS_TRAIL } from '../../infra/auth/trail-reads.js';
import { Needs } from '../../infra/auth/scope.js';
import { Answers } from '../../infra/http/openapi/answers.js';
import type { Page } from '../../infra/http/input/page.js';
import { FindExchangeCalls, type ExchangeCallView } from './find-exchange-calls.js';
import { ExchangeCallsQuery } from './ops.dto.js';

@ApiTags('Operations')
@Controller('v1/exchange/calls')
export class ExchangeCallsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @RouteConfig(READS_TRAIL)
  @Needs('exchange:read')
  @Answers({ 200: { description: 'A page of calls.', schema: 'ExchangeCallPage' } })
  @ApiOperation({
    summary: 'List the calls of the exchange, newest first, without their bodies',
    description:
      'Every call that the service has made. With a filter a page may hold fewer rows than `limit`, even none, though `hasMore` is true: it looks at 2,000 calls. Whoever asks is in the trail (`AUDIT_READ`).',
  })
  list(@Query() query: ExchangeCallsQuery): Promise<Page<ExchangeCallView>> {
    const { limit, cursor, ...filters } = query;
    return this.queries.execute(new FindExchangeCalls(filters, limit, cursor ?? null));
  }
}
