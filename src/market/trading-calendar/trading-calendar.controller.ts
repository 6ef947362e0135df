import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ActorName, Instant, LagosDate } from '../../infra/formats.js';
import { Answers } from '../../infra/http/openapi/answers.js';
import { actorOf, type AuthenticatedRequest } from '../../infra/auth/api-key.guard.js';
import { Needs } from '../../infra/auth/scope.js';
import { instant } from '../../infra/runtime/clock.js';
import { cursorKey, pageOf, type Page } from '../../infra/http/input/page.js';
import { problem, type Problem } from '../../infra/http/problems/problem.js';
import type { CalendarDayRow } from './calendar-day.entity.js';
import {
  CalendarDatePath,
  CalendarDayBody,
  CalendarQuery,
  sessionOf,
} from './trading-calendar.dto.js';
import { TradingCalendar } from './trading-calendar.js';

export interface CalendarDayView {
  readonly date: LagosDate;
  /** Closed all day, or open for a part of it. */
  readonly kind: 'Holiday' | 'HalfDay';
  /**
   * `HH:MM-HH:MM` in Lagos; null on a holiday.
   * @example "10:00-12:00"
   */
  readonly session: string | null;
  /**
   * Why.
   * @example "Christmas Day"
   */
  readonly name: string;
  readonly changedBy: ActorName;
  readonly changedAt: Instant;
}

@ApiTags('Trading calendar')
@Controller('v1/trading-calendar')
export class TradingCalendarController {
  constructor(private readonly calendar: TradingCalendar) {}

  @Get()
  @Needs('ops:read')
  @Answers({ 200: { description: 'A page of entries.', schema: 'CalendarDayPage' } })
  @ApiOperation({
    summary: 'List holidays and half days',
    description: 'In date order. Other dates follow TRADING_SESSION, Monday to Friday.',
  })
  async list(@Query() query: CalendarQuery): Promise<Page<CalendarDayView>> {
    const { from = '', to = '9999-12-31', limit, cursor } = query;
    const after = cursor === undefined ? '' : cursorKey(cursor);
    const rows = await this.calendar.list(from, to, after, limit + 1);
    const { data, page } = pageOf(rows, limit, (row) => row.tradingDate);
    return { data: data.map(viewOf), page };
  }

  @Get(':date')
  @Needs('ops:read')
  @Answers({ 200: { description: 'The entry.', schema: 'CalendarDay' } })
  @ApiOperation({ summary: 'Get the entry of a date; 404 for a usual trading day' })
  async day(@Param() { date }: CalendarDatePath): Promise<CalendarDayView> {
    const row = await this.calendar.find(date);
    if (row === null) throw nothingEntered();
    return viewOf(row);
  }

  @Put(':date')
  @Needs('ops:write')
  @Answers({ 200: { description: 'The entry as it is now.', schema: 'CalendarDay' } }, [
    'calendar-date-over',
    'calendar-session-unfit',
  ])
  @ApiOperation({
    summary: 'Enter a holiday or a half day',
    description:
      'Takes effect at once on all instances and is recorded in the audit trail. 422 for a date that is over. Orders keep their trading day: an order that waits for a date that becomes a holiday is not sent (`/v1/orders?tradingDate=…&pending=Post` lists them). It is sent if the entry is removed in time, and expires unsent otherwise. Has no effect when TRADING_SESSION is `always`.',
  })
  async set(
    @Param() { date }: CalendarDatePath,
    @Body() body: CalendarDayBody,
    @Req() request: AuthenticatedRequest,
  ): Promise<CalendarDayView> {
    const { kind, name } = body;
    const entry = { tradingDate: date, kind, session: sessionOf(body), name };
    return viewOf(await this.calendar.set(entry, actorOf(request)));
  }

  @Delete(':date')
  @Needs('ops:write')
  @HttpCode(204)
  @Answers({ 204: { description: 'The date follows the usual session.' } }, ['calendar-date-over'])
  @ApiOperation({
    summary: 'Remove an entry: the date follows the usual session again',
    description: '422 for a date that is over. Orders accepted in the meantime keep their day.',
  })
  async remove(
    @Param() { date }: CalendarDatePath,
    @Req() request: AuthenticatedRequest,
  ): Promise<void> {
    if (!(await this.calendar.remove(date, actorOf(request)))) throw nothingEntered();
  }
}

function nothingEntered(): Problem {
  return problem('not-found', 'There is no entry for this date.');
}

function viewOf(row: CalendarDayRow): CalendarDayView {
  const { tradingDate: date, kind, session, name, changedBy, changedAt } = row;
  return { date, kind, session, name, changedBy, changedAt: instant(changedAt) };
}
