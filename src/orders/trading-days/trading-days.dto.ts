import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, Matches } from 'class-validator';
import { PageQuery } from '../../infra/http/input/query-dto.js';
import { IsCalendarDate, IsPlainText } from '../../infra/http/input/validation.js';
import { DAY_STATUSES } from './day-view.js';
import { REPORT_TABLES, type ReportTable } from './report/report-csv.js';

export const REPORT_FORMATS = ['json', 'csv', 'html'] as const;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

export class TradingDayPath {
  @ApiProperty({ description: 'YYYY-MM-DD, a calendar day of Africa/Lagos.' })
  @IsCalendarDate()
  date!: string;
}

export class TradingDaysQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'First date, YYYY-MM-DD.' })
  @IsOptional()
  @IsCalendarDate()
  from?: string;

  @ApiPropertyOptional({ description: 'Last date, YYYY-MM-DD.' })
  @IsOptional()
  @IsCalendarDate()
  to?: string;

  @ApiPropertyOptional({ enum: DAY_STATUSES, description: 'Where the day stands.' })
  @IsOptional()
  @IsIn(DAY_STATUSES)
  status?: (typeof DAY_STATUSES)[number];
}

export class ReportQuery {
  @ApiPropertyOptional({ enum: REPORT_FORMATS, default: 'json', description: 'How it is written.' })
  @IsOptional()
  @IsIn(REPORT_FORMATS)
  format?: ReportFormat;

  @ApiPropertyOptional({
    enum: REPORT_TABLES,
    description: 'The table of `format=csv`; `lines` if not given.',
  })
  @IsOptional()
  @IsIn(REPORT_TABLES)
  table?: ReportTable;
}

export class SignOffBody {
  @ApiProperty({
    description: 'The `reportHash` of the report that you read; any other is refused.',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  @Matches(/^[0-9a-f]{64}$/, { message: 'reportHash must be 64 hexadecimal digits' })
  reportHash!: string;

  @ApiPropertyOptional({
    description: 'A comment of the signer.',
    example: 'The exchange has confirmed it by telephone.',
  })
  @IsOptional()
  @IsPlainText(1_000)
  text?: string;
}
