import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsObject, IsOptional } from 'class-validator';
import type { ExportFormat } from '../../infra/audit/audit-export.js';

export class AuditExportBody {
  @ApiProperty({
    enum: ['ndjson', 'csv', 'parquet', 'zip'],
    description:
      'How it is written; `parquet` is for column stores, and `zip` an archive that can be verified without Marina.',
  })
  @IsIn(['ndjson', 'csv', 'parquet', 'zip'])
  format!: ExportFormat | 'zip';

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'string' },
    description:
      'Which entries: the query of `/v1/audit/export`, names to texts. All of the trail without it.',
    example: { security: 'SD11PLC', from: '2026-11-01T00:00:00Z' },
  })
  @IsOptional()
  @IsObject({ message: 'filters must be an object of texts' })
  filters?: Record<string, unknown>;
}
