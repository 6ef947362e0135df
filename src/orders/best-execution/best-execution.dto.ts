import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { PageQuery } from '../../infra/http/input/query-dto.js';
import { IsCalendarDate, IsPlainText } from '../../infra/http/input/validation.js';

const FORMATS = ['json', 'csv'] as const;

export class BestExecutionQuery extends PageQuery {
  @ApiPropertyOptional({
    description:
      "The client's account at the exchange, in any spelling: case, blanks and `-`, `.`, `/`, `_` do not matter.",
  })
  @IsOptional()
  @IsPlainText(40)
  accountNumber?: string;

  @ApiPropertyOptional({ description: 'The symbol of a security, as its orders name it.' })
  @IsOptional()
  @IsPlainText(40)
  security?: string;

  @ApiProperty({ description: 'First trading day, inclusive, YYYY-MM-DD.', format: 'date' })
  @IsCalendarDate()
  from!: string;

  @ApiProperty({ description: 'Last trading day, inclusive, YYYY-MM-DD.', format: 'date' })
  @IsCalendarDate()
  to!: string;

  @ApiPropertyOptional({
    enum: FORMATS,
    default: 'json',
    description: '`csv` has all orders at once, at most 5,000, and takes no limit or cursor.',
  })
  @IsOptional()
  @IsIn(FORMATS)
  format?: (typeof FORMATS)[number];
}
