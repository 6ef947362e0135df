import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { IsPlainText } from '../../http/input/validation.js';
import { CONSOLE_PATH_MAX } from './console-path.js';

export class OidcQuery {
  @ApiPropertyOptional({
    default: '/console',
    maxLength: CONSOLE_PATH_MAX,
    description: 'The path of the console to come back to; any other address means the default.',
    example: '/console/orders',
  })
  @IsOptional()
  @IsPlainText(CONSOLE_PATH_MAX)
  returnTo?: string;
}
