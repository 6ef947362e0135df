import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import {
  IsFlag,
  IsInstant,
  PageQuery,
  commaList,
  upperCase,
} from '../../infra/http/input/query-dto.js';
import { IsCalendarDate, IsPlainText, rule } from '../../infra/http/input/validation.js';
import { REQUEST_KINDS } from '../order/requests/order-request.js';
import { ORDER_STATUSES } from '../order/order-status.js';

const IsAsOf = (): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({
      description:
        'RFC 3339, not in the future: the order as Marina knew it then, rebuilt from the audit trail. The exchange gives no times, so what was known then may have happened earlier. Without `notBefore`, and without why a queued request waited.',
      format: 'date-time',
    }),
    IsOptional(),
    IsInstant(),
  );

export class OrderQuery {
  @IsAsOf()
  asOf?: string;
}

const IsNumberStart = (): PropertyDecorator =>
  rule(
    'isNumberStart',
    undefined,
    'must be 3 to 40 digits',
    (value) => typeof value === 'string' && /^\d{3,40}$/.test(value),
  );

const REASON_MAX = 1_000;

export class UnmaskBody {
  @ApiProperty({
    description: 'Why the client must be known; it is kept in the audit trail.',
    example: 'The client asks by telephone where the order is.',
  })
  @IsPlainText(REASON_MAX)
  reason!: string;
}

export class FillsQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'true: include reversed executions, which no longer count.' })
  @IsOptional()
  @IsFlag()
  reversed?: boolean;
}

export class OrdersQuery extends PageQuery {
  @IsAsOf()
  asOf?: string;

  @ApiPropertyOptional({
    description: 'One status, or several separated by commas.',
    enum: ORDER_STATUSES,
  })
  @IsOptional()
  @Transform(commaList)
  @IsIn(ORDER_STATUSES, {
    each: true,
    message: `status must be one of ${ORDER_STATUSES.join(', ')}`,
  })
  status?: string[];

  @ApiPropertyOptional({ enum: ['BUY', 'SELL'], description: 'BUY or SELL.' })
  @IsOptional()
  @IsIn(['BUY', 'SELL'])
  side?: string;

  @ApiPropertyOptional({ description: 'The symbol of the security.' })
  @IsOptional()
  @Transform(upperCase)
  @IsPlainText(40)
  security?: string;

  @ApiPropertyOptional({
    description:
      "The client's account at the exchange, in any spelling: case, blanks and `-`, `.`, `/`, `_` do not matter.",
  })
  @IsOptional()
  @IsPlainText(40)
  accountNumber?: string;

  @ApiPropertyOptional({ description: "The caller's own id of the order." })
  @IsOptional()
  @IsPlainText(64)
  clientOrderId?: string;

  @ApiPropertyOptional({ description: 'What Marina named the order to the exchange.' })
  @IsOptional()
  @IsPlainText(40)
  orderRef?: string;

  @ApiPropertyOptional({ description: "The exchange's number of the order." })
  @IsOptional()
  @IsPlainText(40)
  orderNumber?: string;

  @ApiPropertyOptional({
    description: "The first 3 to 40 digits of the exchange's number.",
    example: '7008',
  })
  @IsOptional()
  @IsNumberStart()
  orderNumberStartsWith?: string;

  @ApiPropertyOptional({ description: 'Lagos calendar day, YYYY-MM-DD.' })
  @IsOptional()
  @IsCalendarDate()
  tradingDate?: string;

  @ApiPropertyOptional({ description: 'Inclusive.' })
  @IsOptional()
  @IsInstant()
  createdFrom?: string;

  @ApiPropertyOptional({ description: 'Exclusive.' })
  @IsOptional()
  @IsInstant()
  createdTo?: string;

  @ApiPropertyOptional({
    enum: [...REQUEST_KINDS, 'none'],
    description:
      'The kind of the oldest request that has no outcome yet; `none`: orders without one.',
  })
  @IsOptional()
  @IsIn([...REQUEST_KINDS, 'none'])
  pending?: string;

  @ApiPropertyOptional({
    description: 'false: a request has no known outcome, or evidence contradicts what we hold.',
  })
  @IsOptional()
  @IsFlag()
  certain?: boolean;

  @ApiPropertyOptional({ description: 'true: with open breaks; false: without.' })
  @IsOptional()
  @IsFlag()
  hasBreaks?: boolean;
}
