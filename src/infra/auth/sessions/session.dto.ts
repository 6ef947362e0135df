import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { IsFlag } from '../../http/input/query-dto.js';
import { IsPlainText } from '../../http/input/validation.js';

const KEY_MAX = 256;

export class SignInBody {
  @ApiProperty({ description: 'An API key.', example: 'mk_…', maxLength: KEY_MAX })
  @IsPlainText(KEY_MAX)
  key!: string;
}

export class SignOutQuery {
  @ApiPropertyOptional({
    default: false,
    type: Boolean,
    description: 'Whether to end all sessions of whoever is signed in, in every browser.',
  })
  @IsOptional()
  @IsFlag()
  everywhere?: boolean;
}
