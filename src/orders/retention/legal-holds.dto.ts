import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, ValidateIf } from 'class-validator';
import { fieldProblem } from '../../infra/http/problems/problem.js';
import { IsFlag, PageQuery } from '../../infra/http/input/query-dto.js';
import { IsPlainText } from '../../infra/http/input/validation.js';
import { IsAccountNumber } from '../order-entry/orders.dto.js';
import type { HeldSubject } from './legal-holds.js';

const REASON_MAX = 1_000;

export class LegalHoldsQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'true: only those that are in force.' })
  @IsOptional()
  @IsFlag()
  inForce?: boolean;
}

/** Exactly one of account and order. */
export class HoldBody {
  @ApiPropertyOptional({
    description: 'All orders of this account, in any spelling.',
    example: 'C0012345',
  })
  // As orders have them: a hold on what no order can have would hold nothing.
  @ValidateIf(({ accountNumber }: HoldBody) => accountNumber !== undefined)
  @IsAccountNumber()
  accountNumber?: string;

  @ApiPropertyOptional({
    description: 'This order.',
    example: 'ord_01M7W9V1GHGDXV473P1P44ZYCB',
  })
  @ValidateIf(({ orderId }: HoldBody) => orderId !== undefined)
  @IsPlainText(60)
  orderId?: string;

  @ApiProperty({
    description:
      'Why it must be kept. Kept and shown without the number of the account and the name of its client.',
    example: 'Letter of the regulator of 3 March',
  })
  @IsPlainText(REASON_MAX)
  reason!: string;
}

export class ReleaseBody {
  @ApiProperty({
    description: 'Why it need not be kept any more. Kept without the client as well.',
    example: 'The case is closed.',
  })
  @IsPlainText(REASON_MAX)
  reason!: string;
}

/** Throws a 400 problem unless exactly one is given. */
export function subjectIn({ accountNumber, orderId }: HoldBody): HeldSubject {
  if (accountNumber !== undefined && orderId === undefined) return { accountNumber, orderId: null };
  if (accountNumber === undefined && orderId !== undefined) return { accountNumber: null, orderId };
  const message = 'or orderId must be given, and not both';
  throw fieldProblem('validation-failed', 'accountNumber', message);
}
