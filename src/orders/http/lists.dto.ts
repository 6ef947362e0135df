import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsOptional, Min } from 'class-validator';
import { PageQuery, wholeNumber } from '../../infra/http/query-dto.js';
import { IsCalendarDate, IsPlainText, rule } from '../../infra/http/validation.js';
import { BREAK_STATUSES, BREAK_TYPES, SEVERITIES } from '../domain/break.js';
import { ORDER_STATUSES } from '../domain/order-status.js';
import { APPROVAL_STATES, type ApprovalState } from '../domain/resolution.js';

/** The queries of the lists. Names that are not here are refused. */
const commaList = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? value.split(',') : value;

const flag = ({ value }: { value: unknown }): unknown =>
  value === 'true' ? true : value === 'false' ? false : value;

const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

const IsInstant = (): PropertyDecorator =>
  rule('isInstant', undefined, 'must be an RFC 3339 time such as 2026-11-20T10:00:00Z', (value) => {
    return typeof value === 'string' && RFC3339.test(value) && !Number.isNaN(Date.parse(value));
  });

const IsFlag = (): PropertyDecorator => (target, property) => {
  Transform(flag)(target, property);
  IsBoolean({ message: `${String(property)} must be true or false` })(target, property);
};

export class FillsQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'true: with those that were taken back, and count no more.' })
  @IsOptional()
  @IsFlag()
  reversed?: boolean;
}

export class OrdersQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'One status, or several with commas.', enum: ORDER_STATUSES })
  @IsOptional()
  @Transform(commaList)
  @IsIn(ORDER_STATUSES, { each: true, message: `status must be of ${ORDER_STATUSES.join(', ')}` })
  status?: string[];

  @ApiPropertyOptional({ enum: ['BUY', 'SELL'] })
  @IsOptional()
  @IsIn(['BUY', 'SELL'])
  side?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.toUpperCase() : value,
  )
  @IsPlainText(40)
  security?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsPlainText(40)
  accountNumber?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsPlainText(64)
  clientOrderId?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsPlainText(40)
  orderRef?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsPlainText(40)
  orderNumber?: string;

  @ApiPropertyOptional({ description: 'Lagos calendar day, YYYY-MM-DD.' })
  @IsOptional()
  @IsCalendarDate()
  tradingDate?: string;

  @ApiPropertyOptional({ description: 'Inclusive.' })
  @IsOptional()
  @IsInstant()
  createdFrom?: string;

  @ApiPropertyOptional({ description: 'Exclusive.' })
  @IsOptional()
  @IsInstant()
  createdTo?: string;

  @ApiPropertyOptional({ enum: ['Post', 'Edit', 'Cancel', 'none'] })
  @IsOptional()
  @IsIn(['Post', 'Edit', 'Cancel', 'none'])
  pending?: string;

  @ApiPropertyOptional({ description: 'false: the outcome of something sent is not known.' })
  @IsOptional()
  @IsFlag()
  certain?: boolean;

  @ApiPropertyOptional()
  @IsOptional()
  @IsFlag()
  hasBreaks?: boolean;
}

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

export class BreaksQuery extends PageQuery {
  @ApiPropertyOptional({ enum: BREAK_STATUSES })
  @IsOptional()
  @IsIn(BREAK_STATUSES)
  status?: string;

  @ApiPropertyOptional({ enum: BREAK_TYPES })
  @IsOptional()
  @IsIn(BREAK_TYPES)
  type?: string;

  @ApiPropertyOptional({ enum: SEVERITIES })
  @IsOptional()
  @IsIn(SEVERITIES)
  severity?: string;

  @ApiPropertyOptional({ description: 'Whose it is.' })
  @IsOptional()
  @IsPlainText(80)
  assignee?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsPlainText(60)
  orderId?: string;

  @ApiPropertyOptional({ description: "The exchange's number." })
  @IsOptional()
  @IsPlainText(40)
  orderNumber?: string;

  @ApiPropertyOptional({ description: 'false: those that have ended.' })
  @IsOptional()
  @IsFlag()
  open?: boolean;

  @ApiPropertyOptional({
    description: 'true: open, and past the time by which it should have ended.',
  })
  @IsOptional()
  @IsFlag()
  overdue?: boolean;
}

export class ApprovalsQuery extends PageQuery {
  @ApiPropertyOptional({ enum: APPROVAL_STATES })
  @IsOptional()
  @IsIn(APPROVAL_STATES)
  state?: ApprovalState;
}
