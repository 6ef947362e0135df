import { Controller, Get, Headers, OnModuleDestroy, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { IsOptional } from 'class-validator';
import { AuditTail } from '../../infra/audit/audit-tail.js';
import { bearerOf } from '../../infra/auth/api-key.guard.js';
import { ApiKeys } from '../../infra/auth/api-keys.js';
import { grants, Needs } from '../../infra/auth/scope.js';
import { Clock } from '../../infra/runtime/clock.js';
import { fieldProblem, problem } from '../../infra/http/problem.js';
import { IsPlainText } from '../../infra/http/validation.js';
import { AuditEnd, AuditEvents, type EventView } from './audit-events.js';

const BATCH = 200;
const HEARTBEAT_MS = 15_000;
/** Entries of other instances wake nobody here, so the stream polls for them. */
const POLL_MS = 1_000;

export class StreamQuery {
  @IsOptional()
  @IsPlainText(60)
  orderId?: string;
}

/** Server-sent events: every committed fact about orders, in sequence, with replay. */
@ApiTags('Orders')
@Controller('v1/stream')
export class StreamController implements OnModuleDestroy {
  private readonly open = new Set<() => void>();
  private stopping = false;

  constructor(
    private readonly queries: QueryBus,
    private readonly tail: AuditTail,
    private readonly keys: ApiKeys,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Needs('orders:read')
  @ApiOperation({
    summary: 'Live stream of order events (text/event-stream)',
    description:
      'The id of an event is its audit sequence. The stream starts after Last-Event-ID, or with the next event if that header is missing. A comment every 15 seconds keeps the connection open.',
  })
  async stream(
    @Query() query: StreamQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Headers('last-event-id') lastEventId?: string,
  ): Promise<void> {
    if (this.stopping)
      throw problem(
        'shutting-down',
        'This instance is shutting down. Reconnect to another one, or in a moment.',
      );
    const from = lastEventId === undefined ? await this.end() : sequenceIn(lastEventId);
    reply.hijack();
    reply.header('content-type', 'text/event-stream').header('x-accel-buffering', 'no');
    reply.raw.writeHead(200, Object.fromEntries(Object.entries(reply.getHeaders())));
    reply.raw.write(': marina\n\n');
    await this.pump(reply, from, query.orderId, bearerOf(request.headers.authorization) ?? '');
  }

  /** Streams never end by themselves. */
  onModuleDestroy(): void {
    this.stopping = true;
    for (const end of this.open) end();
  }

  private async pump(
    reply: FastifyReply,
    from: number,
    orderId: string | undefined,
    secret: string,
  ): Promise<void> {
    let last = from;
    let ended = false;
    let wake = (): void => undefined;
    const end = (): void => {
      ended = true;
      reply.raw.destroy();
      wake();
    };
    this.open.add(end);
    reply.raw.on('close', end);
    const endListening = this.tail.subscribe(() => wake());
    let spokeAt = this.clock.steady();
    try {
      while (!ended && !reply.raw.destroyed) {
        const woken = new Promise<void>((resolve) => (wake = resolve));
        const endTimer = this.clock.after(POLL_MS, () => wake());
        // A key may be revoked while its stream is open.
        if (!(await this.mayListen(secret))) {
          endTimer();
          break;
        }
        const events = await this.after(last, orderId);
        last = await send(reply, events, last);
        if (events.length > 0) spokeAt = this.clock.steady();
        if (this.clock.steady() - spokeAt >= HEARTBEAT_MS) {
          spokeAt = this.clock.steady();
          reply.raw.write(': still here\n\n');
        }
        if (events.length < BATCH) await woken;
        endTimer();
      }
    } finally {
      endListening();
      this.open.delete(end);
      reply.raw.end();
    }
  }

  private async mayListen(secret: string): Promise<boolean> {
    const caller = await this.keys.callerOf(secret);
    return caller !== null && grants(caller.scopes, 'orders:read');
  }

  private async after(
    sequence: number,
    orderId: string | undefined,
  ): Promise<readonly EventView[]> {
    const only = orderId === undefined ? {} : { orderId };
    const asked = { limit: BATCH, cursor: null, afterSequence: sequence };
    const page = await this.queries.execute(new AuditEvents(only, asked));
    return page.data;
  }

  private async end(): Promise<number> {
    return this.queries.execute(new AuditEnd());
  }
}

function sequenceIn(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw fieldProblem('validation-failed', 'Last-Event-ID', 'must be an audit sequence');
}

/** Returns the sequence of the last event sent. */
async function send(
  reply: FastifyReply,
  events: readonly EventView[],
  before: number,
): Promise<number> {
  for (const event of events) {
    if (reply.raw.destroyed) break;
    if (event.orderId === null) continue;
    if (!reply.raw.write(message(event))) await drained(reply);
  }
  return events.at(-1)?.sequence ?? before;
}

function message(event: EventView): string {
  return `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function drained(reply: FastifyReply): Promise<void> {
  return new Promise((resolve) => {
    if (reply.raw.destroyed) resolve();
    reply.raw.once('drain', resolve);
    reply.raw.once('close', resolve);
  });
}
