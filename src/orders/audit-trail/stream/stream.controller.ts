import { Controller, Get, Headers, OnModuleDestroy, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsOptional } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { LastEventIdHeader } from '../../../infra/http/openapi/request-headers.js';
import { Answers } from '../../../infra/http/openapi/answers.js';
import {
  actorOf,
  BACKGROUND,
  callerNowOf,
  type AuthenticatedRequest,
} from '../../../infra/auth/api-key.guard.js';
import { ENDLESS } from '../../../infra/http/limits/costly-reads.js';
import { OpenToBoundKeys } from '../../../infra/auth/api-keys/bound-keys.js';
import { Needs } from '../../../infra/auth/scope.js';
import { Database } from '../../../infra/database/database.js';
import { fieldProblem, problem } from '../../../infra/http/problems/problem.js';
import { AreKnown, commaList, IsCount, IsOrderId } from '../../../infra/http/input/query-dto.js';
import { IsPlainText } from '../../../infra/http/input/validation.js';
import { AppLogger } from '../../../infra/observability/logging.js';
import { Clock } from '../../../infra/runtime/clock.js';
import { AuditEnd } from '../audit-events.js';
import { LiveEntries } from './live-entries.js';
import { OpenStream } from './open-stream.js';
import { TrailPace } from '../trail-pace.js';
import { STREAM_SCOPES, STREAMED_TYPES } from './streamed-events.js';

/** A stream holds a connection for hours: enough for each screen of a desk, too few to use up all. */
const STREAMS_PER_KEY_MAX = 20;
const RETRY_AFTER_S = 30;

export class StreamQuery {
  @ApiPropertyOptional({ description: 'Only events about this order.' })
  @IsOptional()
  @IsOrderId()
  orderId?: string;

  @ApiPropertyOptional({ description: "Only events about this account's orders." })
  @IsOptional()
  @IsPlainText(40)
  accountNumber?: string;

  @ApiPropertyOptional({
    description: 'Only events of these types, separated by commas: `FILL,BREAK_OPENED`.',
    type: String,
  })
  @IsOptional()
  @Transform(commaList)
  @ArrayMaxSize(STREAMED_TYPES.length)
  @AreKnown(STREAMED_TYPES)
  types?: string[];

  @ApiPropertyOptional({
    description: 'Start after this audit sequence. Last-Event-ID comes first if both are given.',
    minimum: 0,
  })
  @IsOptional()
  @IsCount({ least: 0 })
  after?: number;
}

const ABOUT = {
  summary: 'Live stream of events (text/event-stream)',
  description:
    'Events of orders need the scope orders:read; those of breaks, approvals, status words and trading days recon:read; those of the pause ops:read. A key gets what it may read; one that is bound to accounts the events of their orders as in `/v1/orders/{id}/events`. The id of an event is its audit sequence, its name the type, its data the event as in `/v1/audit/events`. The stream starts after Last-Event-ID or `after`, or with the next event. A comment every 15 seconds keeps the connection open. Whoever has not read for 30 seconds is cut off, and may come back with Last-Event-ID. A key may have 20 streams open at each instance; one more is 429 `too-many-streams`.',
};
const STREAM_EXAMPLE = 'id: 42\nevent: FILL\ndata: {"sequence":42,"type":"FILL", … }\n\n';

const EVENTS = {
  description: 'Events until either side ends the connection. The data of each is an `Event`.',
  texts: { 'text/event-stream': STREAM_EXAMPLE },
  events: 'Event',
} as const;

/** Server-sent events: every committed fact about the desk's work, in sequence, with replay. */
@ApiTags('Orders')
@Controller('v1/stream')
export class StreamController implements OnModuleDestroy {
  private readonly open = new Set<OpenStream>();
  private readonly openByCaller = new Map<string, number>();
  private stopping = false;

  constructor(
    private readonly queries: QueryBus,
    private readonly live: LiveEntries,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly pace: TrailPace,
    private readonly logger: AppLogger,
  ) {}

  private count(caller: string, by: 1 | -1): void {
    const left = (this.openByCaller.get(caller) ?? 0) + by;
    if (left === 0) this.openByCaller.delete(caller);
    else this.openByCaller.set(caller, left);
  }

  @Get()
  @Needs(...STREAM_SCOPES)
  @OpenToBoundKeys()
  @RouteConfig({ ...BACKGROUND, ...ENDLESS })
  @Answers({ 200: EVENTS }, ['too-many-streams'])
  @ApiOperation(ABOUT)
  @LastEventIdHeader()
  async stream(
    @Query() query: StreamQuery,
    @Req() request: AuthenticatedRequest,
    @Res() reply: FastifyReply,
    @Headers('Last-Event-ID') lastEventId?: string,
  ): Promise<void> {
    if (this.stopping)
      throw problem(
        'shutting-down',
        'This instance is shutting down. Reconnect to another one, or in a moment.',
      );
    const { keyId, name } = actorOf(request);
    const caller = keyId ?? name;
    if ((this.openByCaller.get(caller) ?? 0) >= STREAMS_PER_KEY_MAX) {
      const detail = `The key has ${STREAMS_PER_KEY_MAX} open streams. End one first.`;
      throw problem('too-many-streams', detail, { retryAfterSeconds: RETRY_AFTER_S });
    }
    const { after, types, ...rest } = query;
    const filters = types === undefined ? rest : { ...rest, types: [...new Set(types)] };
    const from = await this.start(lastEventId, after);
    reply.hijack();
    // The connection ends with the stream, so that a shutdown need not wait for its reader.
    reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('x-accel-buffering', 'no')
      .header('connection', 'close');
    reply.raw.writeHead(200, Object.fromEntries(Object.entries(reply.getHeaders())));
    reply.raw.write(': marina\n\n');
    const { live, database, clock, pace } = this;
    const source = { live, database, clock, pace };
    const stream = new OpenStream(source, reply.raw, filters, callerNowOf(request), from);
    this.open.add(stream);
    this.count(caller, 1);
    try {
      await stream.run();
    } catch (error) {
      this.logger
        .for('stream')
        .warn({ err: error }, 'A stream ended, because it could not be read');
    } finally {
      this.open.delete(stream);
      this.count(caller, -1);
    }
  }

  /** Streams never end by themselves. */
  onModuleDestroy(): void {
    this.stopping = true;
    for (const stream of this.open) stream.end();
  }

  /** The sequence after which the stream starts. */
  private async start(lastEventId: string | undefined, after: number | undefined): Promise<number> {
    const field = lastEventId === undefined ? 'after' : 'Last-Event-ID';
    const end = await this.queries.execute(new AuditEnd());
    const start = lastEventId === undefined ? (after ?? end) : sequenceIn(lastEventId);
    if (start <= end) return start;
    // An older copy of the database may have been restored: its next entries would be skipped.
    throw fieldProblem('validation-failed', field, `is after the last entry, ${end}`);
  }
}

function sequenceIn(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw fieldProblem('validation-failed', 'Last-Event-ID', 'must be an audit sequence');
}
