import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsIn } from 'class-validator';
import { IsFlag, IsOrderId, PageQuery } from '../../infra/http/input/query-dto.js';
import { IsPlainText } from '../../infra/http/input/validation.js';
import { BREAK_STATUSES, BREAK_TYPES, SEVERITIES } from '../breaks/break.js';
import { APPROVAL_STATES, type ApprovalState } from '../breaks/resolution.js';

export class BreaksQuery extends PageQuery {
  @ApiPropertyOptional({ enum: BREAK_STATUSES, description: 'Where it stands.' })
  @IsOptional()
  @IsIn(BREAK_STATUSES)
  status?: string;

  @ApiPropertyOptional({ enum: BREAK_TYPES, description: 'What does not agree.' })
  @IsOptional()
  @IsIn(BREAK_TYPES)
  type?: string;

  @ApiPropertyOptional({ enum: SEVERITIES, description: 'How bad it is.' })
  @IsOptional()
  @IsIn(SEVERITIES)
  severity?: string;

  @ApiPropertyOptional({ description: 'Whose it is.' })
  @IsOptional()
  @IsPlainText(80)
  assignee?: string;

  @ApiPropertyOptional({ description: 'The id of one of our orders.' })
  @IsOptional()
  @IsOrderId()
  orderId?: string;

  @ApiPropertyOptional({ description: "The exchange's order number." })
  @IsOptional()
  @IsPlainText(40)
  orderNumber?: string;

  @ApiPropertyOptional({ description: 'false: closed breaks.' })
  @IsOptional()
  @IsFlag()
  open?: boolean;

  @ApiPropertyOptional({
    description: 'true: open, and past the time by which it should be closed.',
  })
  @IsOptional()
  @IsFlag()
  overdue?: boolean;
}

export class ApprovalsQuery extends PageQuery {
  @ApiPropertyOptional({ enum: APPROVAL_STATES, description: 'Where it stands.' })
  @IsOptional()
  @IsIn(APPROVAL_STATES)
  state?: ApprovalState;
}
