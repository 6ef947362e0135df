import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { IsFlag, PageQuery } from '../../infra/http/input/query-dto.js';
import { IsPlainText } from '../../infra/http/input/validation.js';

export class PauseBody {
  @ApiProperty({
    description: 'Why; kept in the audit trail and shown while it lasts.',
    example: 'The exchange has announced a disturbance.',
  })
  @IsPlainText(200)
  reason!: string;
}

export class ResumeBody {
  @ApiProperty({
    description: 'Why; kept in the audit trail.',
    example: 'The exchange has announced a disturbance.',
  })
  @IsPlainText(200)
  reason!: string;

  @ApiPropertyOptional({
    description:
      'true: resume after a restore or missed trading days before the exchange has been read. Orders missing from the database may then be sent twice.',
  })
  @IsOptional()
  @IsBoolean()
  withoutReconciliation?: boolean;
}

const LANES = ['cancel', 'resolve', 'trade', 'reconcile', 'ad-hoc', 'market'] as const;
const ENDPOINT_LENGTH_MAX = 60;

export class ExchangeCallsQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'Path below `/v2/vendor/`.', example: 'order/post' })
  @IsOptional()
  @IsPlainText(ENDPOINT_LENGTH_MAX)
  endpoint?: string;

  @ApiPropertyOptional({ enum: LANES, description: 'The part of the rate budget.' })
  @IsOptional()
  @IsIn(LANES)
  lane?: string;

  @ApiPropertyOptional({ description: 'true: only those that were not answered with 2xx.' })
  @IsOptional()
  @IsFlag()
  failed?: boolean;
}
