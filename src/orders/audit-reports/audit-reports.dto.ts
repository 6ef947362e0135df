import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { IsInstant, IsOrderId, PageQuery } from '../../infra/http/input/query-dto.js';
import { IsCalendarDate, IsPlainText } from '../../infra/http/input/validation.js';

/** Which orders a question is about; all if none is given. */
class OfOrdersQuery extends PageQuery {
  @ApiPropertyOptional({
    description:
      "The client's account at the exchange, in any spelling: case, blanks and `-`, `.`, `/`, `_` do not matter.",
  })
  @IsOptional()
  @IsPlainText(40)
  accountNumber?: string;

  @ApiPropertyOptional({ description: 'The id of one of our orders.' })
  @IsOptional()
  @IsOrderId()
  orderId?: string;
}

export class UnknownOutcomesQuery extends OfOrdersQuery {
  @ApiPropertyOptional({
    description: 'Unknown outcomes that began at this time or later.',
    format: 'date-time',
  })
  @IsOptional()
  @IsInstant()
  from?: string;

  @ApiPropertyOptional({
    description: 'Unknown outcomes that began before this time.',
    format: 'date-time',
  })
  @IsOptional()
  @IsInstant()
  to?: string;
}

export class OverridesQuery extends OfOrdersQuery {
  @ApiPropertyOptional({
    description:
      'Who decided, by the name that people see: of a person, of a key, or of somebody in On-Behalf-Of.',
    example: 'Bola',
  })
  @IsOptional()
  @IsPlainText(80)
  by?: string;

  @ApiPropertyOptional({ description: 'Decided at this time or later.', format: 'date-time' })
  @IsOptional()
  @IsInstant()
  from?: string;

  @ApiPropertyOptional({ description: 'Decided before this time.', format: 'date-time' })
  @IsOptional()
  @IsInstant()
  to?: string;
}

export class HandledOrdersQuery extends PageQuery {
  @ApiProperty({
    description:
      "The client's account at the exchange, in any spelling: case, blanks and `-`, `.`, `/`, `_` do not matter.",
  })
  @IsPlainText(40)
  accountNumber!: string;

  @ApiProperty({ description: 'First trading day, inclusive, YYYY-MM-DD.', format: 'date' })
  @IsCalendarDate()
  from!: string;

  @ApiProperty({ description: 'Last trading day, inclusive, YYYY-MM-DD.', format: 'date' })
  @IsCalendarDate()
  to!: string;
}
