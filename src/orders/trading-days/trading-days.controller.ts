import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { actorOf, type AuthenticatedRequest } from '../../infra/auth/api-key.guard.js';
import { Needs } from '../../infra/auth/scope.js';
import { SignOffDay } from './sign-off-day.js';
import { reportThatCounts, type DayReport, type DayView } from './day-view.js';
import { GetTradingDay } from './get-trading-day.js';
import { csvOf } from './report-csv.js';
import { htmlOf } from './report-pages.js';
import { ReportQuery, SignOffBody, TradingDayPath } from './trading-days.dto.js';

@ApiTags('Trading days')
@Controller('v1/trading-days')
export class TradingDaysController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get(':date')
  @Needs('recon:read')
  @ApiOperation({
    summary: 'A trading day: ours beside the exchange, what is unsettled, who has signed',
  })
  day(@Param() { date }: TradingDayPath): Promise<DayView> {
    return this.queries.execute(new GetTradingDay(date));
  }

  @Get(':date/report')
  @Needs('recon:read')
  @ApiOperation({
    summary: 'The report, as JSON, CSV or a page to print',
    description:
      'Of a closed day it is the report that was signed. JSON is the report alone, of which `reportHash` is the SHA-256 in its canonical form. CSV and the page also tell who has signed, every certificate, and whether it still holds. In the CSV `kind` says what a row is: `line` rows come first and fill the columns before it; no other row has a figure in those.',
  })
  async report(
    @Param() { date }: TradingDayPath,
    @Query() { format = 'json' }: ReportQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DayReport | string> {
    const day = await this.queries.execute(new GetTradingDay(date));
    if (format === 'json') return reportThatCounts(day).report;
    void reply.header(
      'content-type',
      format === 'csv' ? 'text/csv; charset=utf-8' : 'text/html; charset=utf-8',
    );
    if (format === 'html') return htmlOf(day);
    void reply.header('content-disposition', `attachment; filename="trading-day-${date}.csv"`);
    return csvOf(day);
  }

  @Post(':date/sign-offs')
  @Needs('recon:approve')
  @ApiOperation({
    summary: 'Sign the report of a day; the second of two people closes it',
    description:
      'A day that is not over, or in which something is unsettled, is 409 `day-not-settled`. A report that has changed since it was looked at is 409 `report-changed`, with the present `reportHash` and `changes`: the parts that differ, before and now. The certificate of a closed day is frozen and holds the hash of the one before.',
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
