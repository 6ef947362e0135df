import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Answers } from '../../infra/http/openapi/answers.js';
import { COSTLY } from '../../infra/http/limits/costly-reads.js';
import { actorOf, isAllowed, type AuthenticatedRequest } from '../../infra/auth/api-key.guard.js';
import { Decides } from '../../infra/auth/decisions.js';
import { MASKS_CLIENTS, needsClients } from '../../infra/auth/client-masking.js';
import { Needs } from '../../infra/auth/scope.js';
import type { Page } from '../../infra/http/input/page.js';
import { fieldProblem } from '../../infra/http/problems/problem.js';
import type { DaySummary } from './day-summary.js';
import type { ReportForm } from './day-answers.js';
import { FindTradingDays } from './find-trading-days.js';
import { GetDayReport } from './report/get-day-report.js';
import { GetTradingDay } from './get-trading-day.js';
import { SignOffDay } from './sign-off-day.js';
import {
  type ReportFormat,
  ReportQuery,
  SignOffBody,
  TradingDayPath,
  TradingDaysQuery,
} from './trading-days.dto.js';

const SIGNING_IS_CLOSED =
  'You do not see clients, so you cannot read the report that you would sign.';

const TYPES: Readonly<Record<ReportFormat, string>> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  html: 'text/html; charset=utf-8',
};

@ApiTags('Trading days')
@Controller('v1/trading-days')
export class TradingDaysController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
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
  @RouteConfig(MASKS_CLIENTS)
  @Needs('recon:read')
  @Answers({ 200: { description: 'The trading day.', schema: 'Day' } })
  @ApiOperation({
    summary: 'Get a trading day: our totals beside the exchange, unsettled items, signatures',
  })
  day(
    @Param() { date }: TradingDayPath,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    return this.sendDay(date, request, reply);
  }

  @Get(':date/report')
  @RouteConfig({ ...COSTLY, ...MASKS_CLIENTS })
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
  ): Promise<Buffer> {
    if (format !== 'csv' && table !== undefined) {
      throw fieldProblem('validation-failed', 'table', 'is for format=csv');
    }
    const withNames = isAllowed(request, 'orders:read');
    const shown = table ?? 'lines';
    const masksClients = request.masksClients === true;
    const form: ReportForm =
      format === 'json'
        ? { format, masksClients }
        : { format, withNames, masksClients, table: shown };
    const report = await this.queries.execute(new GetDayReport(date, form));
    void reply.header('content-type', TYPES[format]);
    if (format === 'csv') {
      const file = `trading-day-${date}-${shown}.csv`;
      void reply.header('content-disposition', `attachment; filename="${file}"`);
    }
    return bytesOf(report);
  }

  @Post(':date/sign-offs')
  @RouteConfig({ ...MASKS_CLIENTS, ...needsClients(SIGNING_IS_CLOSED) })
  @Decides()
  @Needs('recon:approve')
  @Answers({ 201: { description: 'The day with the signature.', schema: 'Day' } }, [
    'person-required',
    'day-not-settled',
    'report-changed',
    'day-closed',
    'second-person-needed',
  ])
  @ApiOperation({
    summary: 'Sign the report of a day; the second signature closes the day',
    description:
      '409 `day-not-settled`: the day is not over before `closableFrom`, or something in it is unsettled. 409 `report-changed`: the report has changed since you read it; the problem has the present `reportHash` and, in `changes`, the parts that differ before and now, each with its `accountNumber` if it is of one. 403 `clients-masked` for who does not see clients. The certificate of a closed day never changes and holds the hash of the one before.',
  })
  async signOff(
    @Param() { date }: TradingDayPath,
    @Body() { reportHash, text }: SignOffBody,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const command = new SignOffDay(date, reportHash, text ?? null, actorOf(request));
    await this.commands.execute(command);
    return this.sendDay(date, request, reply);
  }

  private async sendDay(
    date: string,
    { masksClients }: AuthenticatedRequest,
    reply: FastifyReply,
  ): Promise<Buffer> {
    const day = await this.queries.execute(new GetTradingDay(date, masksClients === true));
    void reply.header('content-type', TYPES.json);
    return bytesOf(day);
  }
}

/** Without a copy. */
function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
