import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { fieldProblem } from '../../infra/http/problems/problem.js';
import { PageQuery } from '../../infra/http/input/query-dto.js';
import { IsCalendarDate, IsPlainText, rule } from '../../infra/http/input/validation.js';
import { HOURS_FORM, hoursOf } from '../../infra/config/session-hours.js';

const KINDS = ['Holiday', 'HalfDay'] as const;

export class CalendarDatePath {
  @ApiProperty({ description: 'YYYY-MM-DD, a calendar day of Africa/Lagos.' })
  @IsCalendarDate()
  date!: string;
}

export class CalendarQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'First date, YYYY-MM-DD.' })
  @IsOptional()
  @IsCalendarDate()
  from?: string;

  @ApiPropertyOptional({ description: 'Last date, YYYY-MM-DD.' })
  @IsOptional()
  @IsCalendarDate()
  to?: string;
}

export class CalendarDayBody {
  @ApiProperty({
    enum: KINDS,
    description: 'Holiday: no session. HalfDay: another session than usual, also at a weekend.',
  })
  @IsIn(KINDS)
  kind!: (typeof KINDS)[number];

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'HH:MM-HH:MM in Lagos; only for a HalfDay.',
  })
  @IsOptional()
  @rule('isHours', undefined, `must be ${HOURS_FORM}`, (value) => {
    return typeof value === 'string' && hoursOf(value) !== null;
  })
  session?: string | null;

  @ApiProperty({
    description: 'The reason, such as the name of the holiday.',
    example: 'Christmas Day',
  })
  @IsPlainText(100)
  name!: string;
}

/** Null for a holiday; throws a 400 problem when kind and session do not fit. */
export function sessionOf({ kind, session = null }: CalendarDayBody): string | null {
  if (kind === 'HalfDay' && session === null) {
    throw fieldProblem('validation-failed', 'session', 'is needed for a HalfDay');
  }
  if (kind === 'Holiday' && session !== null) {
    throw fieldProblem('validation-failed', 'session', 'is for a HalfDay only');
  }
  return session;
}
