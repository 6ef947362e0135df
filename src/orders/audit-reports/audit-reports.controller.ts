import { Controller, Get, Query, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { isAllowed, type AuthenticatedRequest } from '../../infra/auth/api-key.guard.js';
import { READS_TRAIL } from '../../infra/auth/trail-reads.js';
import { Needs } from '../../infra/auth/scope.js';
import { Answers } from '../../infra/http/openapi/answers.js';
import { COSTLY } from '../../infra/http/limits/costly-reads.js';
import type { Page } from '../../infra/http/input/page.js';
import { fieldProblem } from '../../infra/http/problems/problem.js';
import type { AuditedEventView } from '../audit-trail/audit-events.js';
import { HandledOrdersQuery, OverridesQuery, UnknownOutcomesQuery } from './audit-reports.dto.js';
import { FindHandledOrders, type HandledOrderView } from './find-handled-orders.js';
import { FindOverrides } from './find-overrides.js';
import { FindUnknownOutcomes, type UnknownOutcomeOfOrderView } from './find-unknown-outcomes.js';

// Generated clients know the routes by the operation ids that they had first.
@ApiTags('Audit')
@Controller('v1/audit')
export class AuditReportsController {
  constructor(private readonly queries: QueryBus) {}

  @Get('unknown-outcomes')
  @RouteConfig({ ...COSTLY, ...READS_TRAIL })
  @Needs('audit:read')
  @Answers({ 200: { description: 'A page of them.', schema: 'UnknownOutcomeOfOrderPage' } })
  @ApiOperation({
    operationId: 'AuditQuestions_unknownOutcomes',
    summary: 'Which requests had no known outcome, how long, and what became of them',
    description:
      'The newest first, from the audit trail alone. What is sent again while its outcome is unknown stays so until that is answered. A page may have fewer than its limit while `hasMore` is true.',
  })
  unknownOutcomes(
    @Query() { limit, cursor, from, to, ...filters }: UnknownOutcomesQuery,
    @Req() request: AuthenticatedRequest,
  ): Promise<Page<UnknownOutcomeOfOrderView>> {
    const showsClients = isAllowed(request, 'orders:read');
    const asked = { ...filters, ...timesOf(from, to) };
    const query = new FindUnknownOutcomes(asked, limit, cursor ?? null, showsClients);
    return this.queries.execute(query);
  }

  @Get('overrides')
  @RouteConfig({ ...COSTLY, ...READS_TRAIL })
  @Needs('audit:read')
  @Answers({ 200: { description: 'A page of audit entries.', schema: 'AuditedEventPage' } })
  @ApiOperation({
    summary: 'What people have decided in place of the exchange or of the rules',
    description:
      'The newest first: breaks that people resolved, orders that they adopted, status words that they explained, sending that they resumed before the exchange had been read, limits and trading days that they changed. Each with who decided, `approval` and `cause` (the entry of the proposal) where two people were needed. A page may have fewer than its limit while `hasMore` is true.',
  })
  overrides(
    @Query() { limit, cursor, from, to, ...filters }: OverridesQuery,
    @Req() request: AuthenticatedRequest,
  ): Promise<Page<AuditedEventView>> {
    const showsClients = isAllowed(request, 'orders:read');
    const asked = { ...filters, ...timesOf(from, to) };
    return this.queries.execute(new FindOverrides(asked, limit, cursor ?? null, showsClients));
  }

  @Get('handled-orders')
  @RouteConfig({ ...COSTLY, ...READS_TRAIL })
  @Needs('audit:read')
  @Answers({ 200: { description: 'A page of orders.', schema: 'HandledOrderPage' } })
  @ApiOperation({
    operationId: 'AuditQuestions_handledOrders',
    summary: 'Every order of a client between two trading days, with everybody who acted on it',
    description:
      'Oldest first. Who acted: as a caller on the order itself, or on one of its breaks and their approvals; the service itself is left out. Beside them who has asked the exchange for it, or for all orders of its account. `/v1/audit/events?orderId=` has what each of them did.',
  })
  handledOrders(
    @Query() query: HandledOrdersQuery,
    @Req() request: AuthenticatedRequest,
  ): Promise<Page<HandledOrderView>> {
    const { limit, cursor, ...filters } = query;
    if (filters.to < filters.from) {
      throw fieldProblem('validation-failed', 'to', 'must not be before from');
    }
    const showsClients = isAllowed(request, 'orders:read');
    const find = new FindHandledOrders(filters, limit, cursor ?? null, showsClients);
    return this.queries.execute(find);
  }
}

function timesOf(from?: string, to?: string): { readonly from?: string; readonly to?: string } {
  return {
    ...(from === undefined ? {} : { from: new Date(from).toISOString() }),
    ...(to === undefined ? {} : { to: new Date(to).toISOString() }),
  };
}
