import { Body, Controller, Get, HttpCode, Post, Query, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import { URGENT } from '../../infra/http/limits/overload.js';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { OpsStatusView } from './ops-view.js';
import { Answers } from '../../infra/http/openapi/answers.js';
import { actorOf, type AuthenticatedRequest } from '../../infra/auth/api-key.guard.js';
import { Needs } from '../../infra/auth/scope.js';
import { Clock, instant } from '../../infra/runtime/clock.js';
import { Config } from '../../infra/config/config.js';
import { Database } from '../../infra/database/database.js';
import { DeskSwitch, viewOf, type DeskView } from '../desk-switch/desk-switch.js';
import type { Page } from '../../infra/http/input/page.js';
import { PageQuery } from '../../infra/http/input/query-dto.js';
import { Capabilities } from '../../infra/exchange/keys/capabilities.js';
import { SecurityDirectory } from '../../market/securities/security-directory.js';
import { TradingCalendar } from '../../market/trading-calendar/trading-calendar.js';
import {
  closeOf,
  isSessionOpen,
  missedDays,
  nextOpening,
  tradingDateOf,
} from '../../market/trading-calendar/trading-day.js';
import { Dispatcher } from '../dispatch/dispatcher.js';
import { FindSchemaDrift, type SchemaDriftView } from './find-schema-drift.js';
import { CountRequests } from '../dispatch/count-requests.js';
import { MeasureProof } from './measure-proof.js';
import { PauseBody, ResumeBody } from './ops.dto.js';

@ApiTags('Operations')
@Controller('v1/ops')
export class OpsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly database: Database,
    private readonly capabilities: Capabilities,
    private readonly desk: DeskSwitch,
    private readonly dispatcher: Dispatcher,
    private readonly directory: SecurityDirectory,
    private readonly calendar: TradingCalendar,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  @Get('status')
  @Needs('ops:read')
  @Answers({ 200: { description: 'The state of the desk.', schema: 'OpsStatus' } })
  @ApiOperation({
    summary: 'Sending state, rate budget by lane, queues, exchange keys and session',
  })
  async status(): Promise<OpsStatusView> {
    const now = this.clock.now();
    const sessions = await this.calendar.sessions();
    const open = isSessionOpen(sessions, now);
    const desk = await this.desk.read();
    const { keys, capabilities, answers, silentSince } = await this.capabilities.report();
    return {
      at: instant(now),
      environment: this.config.environment,
      database: this.database.engine,
      ...viewOf(desk),
      missedDays: missedDays(sessions, desk.tradesReadUntil, tradingDateOf(now)),
      exchange: { url: this.config.exchangeBaseUrl, answers, silentSince },
      tradingDate: tradingDateOf(now),
      session: {
        open,
        opensAt: open ? null : instant(nextOpening(sessions, now)),
        closesAt:
          open && sessions.usual !== 'always'
            ? instant(closeOf(sessions, tradingDateOf(now)))
            : null,
      },
      capabilities,
      keys,
      requests: await this.queries.execute(new CountRequests()),
      proof: await this.queries.execute(new MeasureProof()),
      inFlight: this.dispatcher.inFlightCount,
      waitingFor: this.dispatcher.waitingFor,
      securities: this.directory.size,
    };
  }

  @Post('pause')
  @RouteConfig(URGENT)
  @Needs('ops:write')
  @HttpCode(200)
  @Answers({ 200: { description: 'The desk is paused.', schema: 'Desk' } })
  @ApiOperation({
    summary: 'Pause posts and edits; cancels still go',
    description:
      'Holds for all instances and across restarts. Cancels are still sent. New orders are still accepted and wait.',
  })
  pause(@Body() { reason }: PauseBody, @Req() request: AuthenticatedRequest): Promise<DeskView> {
    return this.desk.pause(reason, actorOf(request));
  }

  @Post('resume')
  @Needs('ops:write')
  @HttpCode(200)
  @Answers({ 200: { description: 'What still holds the desk, if anything.', schema: 'Desk' } })
  @ApiOperation({
    summary: 'Resume posts and edits',
    description:
      'Ends a pause that a person set. After a restore or missed trading days the desk resumes by itself once it has read the exchange; `withoutReconciliation` ends that wait as well.',
  })
  async resume(
    @Body() { reason, withoutReconciliation }: ResumeBody,
    @Req() request: AuthenticatedRequest,
  ): Promise<DeskView> {
    const unread =
      withoutReconciliation === true ? { missedUntil: await this.missedUntil() } : null;
    const view = await this.desk.resume(reason, unread, actorOf(request));
    void this.dispatcher.wake();
    return view;
  }

  private async missedUntil(): Promise<string | null> {
    const { tradesReadUntil } = await this.desk.read();
    const today = tradingDateOf(this.clock.now());
    return missedDays(await this.calendar.sessions(), tradesReadUntil, today).at(-1) ?? null;
  }

  @Get('exchange-shapes')
  @Needs('ops:read')
  @Answers({ 200: { description: 'A page of differences.', schema: 'SchemaDriftPage' } })
  @ApiOperation({
    summary: 'Schema drift: replies that differ from the interface document',
    description:
      'One row per kind of difference, with its count and the beginning of the first such reply. No reply in this list was taken as a success or a refusal.',
  })
  shapes(@Query() query: PageQuery): Promise<Page<SchemaDriftView>> {
    return this.queries.execute(new FindSchemaDrift(query.limit, query.cursor ?? null));
  }
}
