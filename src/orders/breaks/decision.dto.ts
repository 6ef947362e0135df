import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { IsPlainText } from '../../infra/http/input/validation.js';

/** Most characters of a text given with a decision. */
export const TEXT_MAX = 1_000;

export class DecideBody {
  @ApiPropertyOptional({
    description: 'Comment of the second person.',
    example: 'The exchange has confirmed it by telephone.',
  })
  @IsOptional()
  @IsPlainText(TEXT_MAX)
  text?: string;

  @ApiPropertyOptional({
    description: 'The `payloadHash` of the proposal you have read; any other is refused.',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  @IsOptional()
  @Matches(/^[0-9a-f]{64}$/, { message: 'payloadHash must be 64 hexadecimal digits' })
  payloadHash?: string;
}
