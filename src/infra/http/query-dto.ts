import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { IsPlainText } from './validation.js';

export const LIMIT_DEFAULT = 50;
export const LIMIT_MAX = 200;

/** A query value as a number; anything else stays a text and fails the validation by name. */
export function wholeNumber({ value }: { value: unknown }): unknown {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

/** What every list takes. */
export class PageQuery {
  @ApiPropertyOptional({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT })
  @IsOptional()
  @Transform(wholeNumber)
  @IsInt({ message: 'limit must be a whole number' })
  @Min(1)
  @Max(LIMIT_MAX)
  limit: number = LIMIT_DEFAULT;

  @ApiPropertyOptional({ description: 'nextCursor of the page before.' })
  @IsOptional()
  @IsPlainText(200)
  cursor?: string;
}
