import { Body, Controller, Get, Headers, Put, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { actorOf, type AuthenticatedRequest } from '../../infra/auth/api-key.guard.js';
import { Needs } from '../../infra/auth/scope.js';
import type { ActorName, Instant, Whole } from '../../infra/formats.js';
import { Answers } from '../../infra/http/openapi/answers.js';
import { IfMatchHeader } from '../../infra/http/openapi/request-headers.js';
import { etagOf, versionIn } from '../../infra/http/input/preferences.js';
import { instant } from '../../infra/runtime/clock.js';
import { BREAK_TYPES, severityOf, type BreakType, type Severity } from './break.js';
import { BreakSettings, type BreakSettingsInForce } from './break-settings.js';
import { BreakSettingsBody } from './break-settings.dto.js';
import type { DueTimes } from './due-times.js';
import { breakTypesOf, REASON_CODE_MEANINGS, type ReasonCode } from './resolution.js';

export interface BreakSeverityView {
  readonly type: BreakType;
  /** By which it is due. */
  readonly severity: Severity;
}

export interface ReasonMeaningView {
  readonly code: ReasonCode;
  /**
   * What people say with it.
   * @example "The exchange has confirmed what is right"
   */
  readonly meaning: string;
  /** The types of break that it fits; with others it is refused. */
  readonly breakTypes: readonly BreakType[];
}

export interface BreakSettingsView {
  /** Rises by each change; also the `ETag`. 0: nobody has changed them yet. */
  readonly version: Whole;
  /** Within how many minutes after it was opened a break is due. */
  readonly dueTimes: DueTimes;
  /** Null: nobody has changed them yet. */
  readonly changedBy: ActorName | null;
  readonly changedAt: Instant | null;
  /** Every type of break, with its severity. Fixed. */
  readonly breakTypes: readonly BreakSeverityView[];
  /** The reasons that a break can be closed with. Fixed. */
  readonly reasonCodes: readonly ReasonMeaningView[];
}

@ApiTags('Breaks')
@Controller('v1/break-settings')
export class BreakSettingsController {
  constructor(private readonly settings: BreakSettings) {}

  @Get()
  @Needs('recon:read')
  @Answers({
    200: { description: 'The settings in force.', schema: 'BreakSettings', headers: ['ETag'] },
  })
  @ApiOperation({
    summary: 'Get how soon breaks are due, and the reason codes with their meanings',
  })
  async get(@Res({ passthrough: true }) reply: FastifyReply): Promise<BreakSettingsView> {
    return answered(await this.settings.inForce(), reply);
  }

  @Put()
  @Needs('ops:write')
  @Answers(
    { 200: { description: 'The settings in force.', schema: 'BreakSettings', headers: ['ETag'] } },
    ['version-stale'],
  )
  @ApiOperation({
    summary: 'Set how soon breaks are due, by severity',
    description:
      'Holds for every break that is opened after it, on all instances. Breaks that are open, or are reopened, keep the `dueAt` that they have. The same times again change nothing. Recorded in the audit trail as `DUE_TIMES_SET`, with the times before.',
  })
  @IfMatchHeader()
  async set(
    @Body() { dueTimes }: BreakSettingsBody,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<BreakSettingsView> {
    const seen = versionIn(ifMatch);
    const { critical, high, medium, low } = dueTimes;
    const times = { critical, high, medium, low };
    return answered(await this.settings.setDueTimes(times, seen, actorOf(request)), reply);
  }
}

function answered(settings: BreakSettingsInForce, reply: FastifyReply): BreakSettingsView {
  const { version, dueTimes, changedBy, changedAt } = settings;
  void reply.header('etag', etagOf(version));
  return {
    version,
    dueTimes,
    changedBy,
    changedAt: changedAt === null ? null : instant(changedAt),
    breakTypes: BREAK_TYPES.map((type) => ({ type, severity: severityOf(type) })),
    reasonCodes: REASON_CODES_SHOWN,
  };
}

const REASON_CODES_SHOWN = (Object.entries(REASON_CODE_MEANINGS) as [ReasonCode, string][]).map(
  ([code, meaning]): ReasonMeaningView => ({ code, meaning, breakTypes: breakTypesOf(code) }),
);
