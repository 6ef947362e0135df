import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Answers } from '../../infra/http/openapi/answers.js';
import { actorOf, isAllowed, type AuthenticatedRequest } from '../../infra/auth/api-key.guard.js';
import { Needs } from '../../infra/auth/scope.js';
import type { Page } from '../../infra/http/page.js';
import { fieldProblem } from '../../infra/http/problems/problem.js';
import { Clock, instant } from '../../infra/runtime/clock.js';
import { FindClientNames } from './find-client-names.js';
import { FindTradingDays, type DaySummary } from './find-trading-days.js';
import { SignOffDay } from './sign-off-day.js';
import { reportInForce, type DayReport, type DayView } from './day-view.js';
import { GetTradingDay } from './get-trading-day.js';
import { csvOf } from './report-csv.js';
import { htmlOf } from './report-pages.js';
import { ReportQuery, SignOffBody, TradingDayPath, TradingDaysQuery } from './trading-days.dto.js';

@ApiTags('Trading days')
@Controller('v1/trading-days')
export class TradingDaysController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Needs('recon:read')
  @Answers({ 200: { description: 'A page of trading days.', schema: 'DaySummaryPage' } })
  @ApiOperation({
    summary: 'List the trading days with their state, newest first',
    description:
      'Every date with a session from the first order to today, and other dates with orders; the status is the present one, as of the single day. Money in Naira and units are decimal strings. A page may have fewer days than `limit`, even none, while `hasMore` is true: it ends after two seconds of work.',
  })
  days(@Query() { limit, cursor, ...filters }: TradingDaysQuery): Promise<Page<DaySummary>> {
    return this.queries.execute(new FindTradingDays(filters, limit, cursor ?? null));
  }

  @Get(':date')
  @Needs('recon:read')
  @Answers({ 200: { description: 'The trading day.', schema: 'Day' } })
  @ApiOperation({
    summary: 'Get a trading day: our totals beside the exchange, unsettled items, signatures',
  })
  day(@Param() { date }: TradingDayPath): Promise<DayView> {
    return this.queries.execute(new GetTradingDay(date));
  }

  @Get(':date/report')
  @Needs('recon:read')
  @Answers({
    200: {
      description: 'The report.',
      schema: 'DayReport',
      headers: ['Content-Disposition'],
      texts: {
        'text/csv': '"accountNumber","security","side", … \n',
        'text/html': '<!doctype html> … ',
      },
    },
  })
  @ApiOperation({
    summary: 'Get the report of a day as JSON, CSV or a printable page',
    description:
      'For a closed day this is the report that was signed. JSON has the report alone; `reportHash` is the SHA-256 of its canonical form. CSV and the page also show the signatures, every certificate, and whether it still holds. `format=csv` answers one table at a time, named by `table`, because each kind of row has its own columns. A key that may read orders sees the names of clients in both; they are not part of the signed report.',
  })
  async report(
    @Param() { date }: TradingDayPath,
    @Query() { format = 'json', table }: ReportQuery,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DayReport | string> {
    if (format !== 'csv' && table !== undefined) {
      throw fieldProblem('validation-failed', 'table', 'is for format=csv');
    }
    const day = await this.queries.execute(new GetTradingDay(date));
    if (format === 'json') return reportInForce(day).report;
    const names = isAllowed(request, 'orders:read')
      ? await this.queries.execute(new FindClientNames(date))
      : null;
    if (format === 'html') {
      void reply.header('content-type', 'text/html; charset=utf-8');
      return htmlOf(day, { names, at: instant(this.clock.now()) });
    }
    const shown = table ?? 'lines';
    const file = `trading-day-${date}-${shown}.csv`;
    void reply.header('content-type', 'text/csv; charset=utf-8');
    void reply.header('content-disposition', `attachment; filename="${file}"`);
    return csvOf(day, shown, names ?? new Map());
  }

  @Post(':date/sign-offs')
  @Needs('recon:approve')
  @Answers({ 201: { description: 'The day with the signature.', schema: 'Day' } }, [
    'day-not-settled',
    'report-changed',
    'day-closed',
    'second-person-needed',
  ])
  @ApiOperation({
    summary: 'Sign the report of a day; the second signature closes the day',
    description:
      '409 `day-not-settled`: the day is not over before `closableFrom`, or something in it is unsettled. 409 `report-changed`: the report has changed since you read it; the problem has the present `reportHash` and, in `changes`, the parts that differ before and now. The certificate of a closed day never changes and holds the hash of the one before.',
  })
  async signOff(
    @Param() { date }: TradingDayPath,
    @Body() { reportHash, text }: SignOffBody,
    @Req() request: AuthenticatedRequest,
  ): Promise<DayView> {
    const command = new SignOffDay(date, reportHash, text ?? null, actorOf(request));
    await this.commands.execute(command);
    return this.queries.execute(new GetTradingDay(date));
  }
}
