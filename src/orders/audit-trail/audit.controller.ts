import { Controller, Get, HttpCode, Post, Query, Req, type StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Verdict } from '../../infra/audit/audit-chain.js';
import { AuditCheckpoint, type Checkpoint } from '../../infra/audit/audit-checkpoint.js';
import { ChainVerification } from '../../infra/audit/chain-verification.js';
import { actorOf, type AuthenticatedRequest } from '../../infra/auth/api-key.guard.js';
import { Needs } from '../../infra/auth/scope.js';
import { download } from '../../infra/http/download.js';
import type { Page } from '../../infra/http/page.js';
import { AuditEvents, type EventView } from './audit-events.js';
import { AuditExportQuery, AuditQuery, type AuditFilterQuery } from './audit.dto.js';
import { ExportEntries } from './export-entries.js';
import type { AuditFilters } from './find-entries.js';

@ApiTags('Audit')
@Controller('v1/audit')
export class AuditController {
  constructor(
    private readonly queries: QueryBus,
    private readonly verification: ChainVerification,
    private readonly checkpoint: AuditCheckpoint,
  ) {}

  @Get('events')
  @Needs('audit:read')
  @ApiOperation({
    summary: 'The audit trail, oldest first',
    description:
      'All filters given must hold. What an account, a security or an order is asked for includes the breaks and approvals about its orders. Times are those of the entries; where a clock was set back, they do not rise with the sequence.',
  })
  events(@Query() query: AuditQuery): Promise<Page<EventView>> {
    const { limit, cursor, order, ...filters } = query;
    const { afterSequence = 0 } = query;
    const page = { limit, cursor: cursor ?? null, afterSequence, order };
    return this.queries.execute(new AuditEvents(filtersOf(filters), page));
  }

  @Get('export')
  @Needs('audit:export')
  @ApiOperation({
    summary: 'Download the trail, or the entries that meet all filters, oldest first',
    description:
      'As hashed, so that the chain of a whole export can be verified elsewhere: `application/x-ndjson` has one entry a line; `text/csv` has a head line, and an apostrophe before texts that a spreadsheet would run. Each export leaves `AUDIT_EXPORTED` in the trail, with the caller and the filters; it has no later entry than that. A download that breaks off is not whole; `afterSequence` goes on after the last entry that arrived.',
  })
  async export(
    @Query() query: AuditExportQuery,
    @Req() request: AuthenticatedRequest,
  ): Promise<StreamableFile> {
    const { format, afterSequence = 0, ...filters } = query;
    const asked = new ExportEntries(filtersOf(filters), afterSequence, format, actorOf(request));
    const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
    const pages = await this.queries.execute(asked);
    return download(pages, { type, file: `audit-trail.${format}` });
  }

  @Get('checkpoints')
  @Needs('audit:read')
  @ApiOperation({
    summary: 'The newest checkpoint of the chain outside the database',
    description:
      'A copy of the head of the chain in `MARINA_CHECKPOINT_DIR`. `contained: false`: the chain lacks it, so the database was restored from a backup or changed. Empty until the first one is written.',
  })
  async checkpoints(): Promise<Page<CheckpointView>> {
    const newest = await this.checkpoint.newest();
    const page = { limit: 1, nextCursor: null, hasMore: false };
    return { data: newest === null ? [] : [newest], page };
  }

  @Post('verifications')
  @HttpCode(200)
  @Needs('audit:read')
  @ApiOperation({
    summary: 'Verify the whole hash chain now; names the first bad entry',
    description:
      'Answers when it is done. One verification runs at a time on each instance; whoever asks meanwhile gets its answer. `checkpoint` is the newest copy of the head outside the database, null if there is none yet.',
  })
  async verify(): Promise<Verdict & { checkpoint: CheckpointView | null }> {
    const verdict = await this.verification.verify();
    return { ...verdict, checkpoint: await this.checkpoint.newest() };
  }
}

type CheckpointView = Checkpoint & { readonly contained: boolean };

function filtersOf({ afterSequence: _, from, to, ...rest }: AuditFilterQuery): AuditFilters {
  return {
    ...rest,
    ...(from === undefined ? {} : { from: new Date(from).toISOString() }),
    ...(to === undefined ? {} : { to: new Date(to).toISOString() }),
  };
}
