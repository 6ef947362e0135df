import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { IsPlainText } from '../../infra/http/validation.js';

/** Longest text that a person may give with a decision. */
export const TEXT_MAX = 1_000;

export class DecideBody {
  @ApiPropertyOptional({ description: 'What the second person has to say.' })
  @IsOptional()
  @IsPlainText(TEXT_MAX)
  text?: string;

  @ApiPropertyOptional({
    description: 'The `payloadHash` of the proposal that was looked at; anything else is refused.',
  })
  @IsOptional()
  @Matches(/^[0-9a-f]{64}$/, { message: 'payloadHash must be 64 hexadecimal digits' })
  payloadHash?: string;
}
