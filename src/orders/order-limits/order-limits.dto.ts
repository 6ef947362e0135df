import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { canonical, isPositiveDecimal } from '../../infra/decimal.js';
import { fieldProblem } from '../../infra/http/problems/problem.js';
import { IsPlainText, rule } from '../../infra/http/input/validation.js';
import type { OrderLimits } from './check-limits.js';

const OWNERS = ['keys', 'accounts'] as const;

export class LimitsPath {
  @ApiProperty({ enum: OWNERS, description: 'Whose limits: those of a key, or of an account.' })
  @IsIn(OWNERS)
  owners!: (typeof OWNERS)[number];

  @ApiProperty({ description: 'The id of an API key, or an account number in any spelling.' })
  @IsPlainText(60)
  owner!: string;
}

const IsLimit = (): PropertyDecorator =>
  rule(
    'isLimit',
    undefined,
    'must be a decimal above 0, as a string, or null',
    (value) => typeof value === 'string' && isPositiveDecimal(value),
  );

const LIMIT = { type: String, nullable: true } as const;

export class LimitsBody {
  @ApiPropertyOptional({
    ...LIMIT,
    description: 'Most Naira (units times price) of one order or edit. Null: no limit of its own.',
    example: '2500000',
  })
  @IsOptional()
  @IsLimit()
  orderValue?: string | null;

  @ApiPropertyOptional({ ...LIMIT, description: 'Most units.', example: '100000' })
  @IsOptional()
  @IsLimit()
  orderUnits?: string | null;

  @ApiPropertyOptional({
    ...LIMIT,
    description:
      'Most percent away from the last price. Needs an exchange key with the scope companies.data: without a last price, orders are refused with 503 `last-price-unknown`.',
    example: '10',
  })
  @IsOptional()
  @IsLimit()
  priceBand?: string | null;
}

/** Throws a 400 problem when none is given. */
export function limitsIn({ orderValue, orderUnits, priceBand }: LimitsBody): OrderLimits {
  const limits = {
    orderValue: limitOf(orderValue),
    orderUnits: limitOf(orderUnits),
    priceBand: limitOf(priceBand),
  };
  if (Object.values(limits).some((limit) => limit !== null)) return limits;
  const message = 'or orderUnits or priceBand must be given; DELETE removes all';
  throw fieldProblem('validation-failed', 'orderValue', message);
}

function limitOf(given: string | null | undefined): string | null {
  return given == null ? null : canonical(given);
}
