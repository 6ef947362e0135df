import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsInt, Min } from 'class-validator';
import { Transform } from 'class-transformer';
import { PageQuery, IsInstant, wholeNumber } from '../../infra/http/query-dto.js';
import { IsPlainText } from '../../infra/http/validation.js';

export class AuditQuery extends PageQuery {
  @ApiPropertyOptional()
  @IsOptional()
  @IsPlainText(60)
  orderId?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsPlainText(40)
  accountNumber?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsPlainText(40)
  security?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsPlainText(80)
  actor?: string;

  @ApiPropertyOptional({ description: 'The person whom the caller named in On-Behalf-Of.' })
  @IsOptional()
  @IsPlainText(80)
  onBehalfOf?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsPlainText(60)
  type?: string;

  @ApiPropertyOptional({ description: 'Inclusive.' })
  @IsOptional()
  @IsInstant()
  from?: string;

  @ApiPropertyOptional({ description: 'Exclusive.' })
  @IsOptional()
  @IsInstant()
  to?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsPlainText(80)
  requestId?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @Transform(wholeNumber)
  @IsInt({ message: 'afterSequence must be a whole number' })
  @Min(0)
  afterSequence?: number;
}
