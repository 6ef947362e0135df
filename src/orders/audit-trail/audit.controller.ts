import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Verdict } from '../../infra/audit/audit-chain.js';
import { ChainVerification } from '../../infra/audit/chain-verification.js';
import { Needs } from '../../infra/auth/scope.js';
import type { Page } from '../../infra/http/page.js';
import { AuditEvents, type EventView } from './audit-events.js';
import { AuditQuery } from './audit.dto.js';

@ApiTags('Audit')
@Controller('v1/audit')
export class AuditController {
  constructor(
    private readonly queries: QueryBus,
    private readonly verification: ChainVerification,
  ) {}

  @Get('events')
  @Needs('audit:read')
  @ApiOperation({
    summary: 'The audit trail, oldest first',
    description:
      'All filters given must hold. What an account, a security or an order is asked for includes the breaks and approvals about its orders. Times are those of the entries; where a clock was set back, they do not rise with the sequence.',
  })
  events(@Query() query: AuditQuery): Promise<Page<EventView>> {
    const { limit, cursor, afterSequence, order, from, to, ...rest } = query;
    const filters = {
      ...rest,
      ...(from === undefined ? {} : { from: new Date(from).toISOString() }),
      ...(to === undefined ? {} : { to: new Date(to).toISOString() }),
    };
    const page = { limit, cursor: cursor ?? null, afterSequence: afterSequence ?? 0, order };
    return this.queries.execute(new AuditEvents(filters, page));
  }

  @Post('verifications')
  @HttpCode(200)
  @Needs('audit:read')
  @ApiOperation({
    summary: 'Verify the whole hash chain now; names the first bad entry',
    description:
      'Answers when it is done. One verification runs at a time on each instance; whoever asks meanwhile gets its answer.',
  })
  async verify(): Promise<Verdict & { checkpoint: null }> {
    const verdict = await this.verification.verify();
    return { ...verdict, checkpoint: null };
  }
}
