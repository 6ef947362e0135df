import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional } from 'class-validator';
import { IsPlainText } from '../../infra/http/validation.js';

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
