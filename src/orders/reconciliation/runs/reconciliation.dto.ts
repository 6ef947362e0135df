import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsBoolean, IsObject, IsOptional, Matches,
  ValidateIf, ValidateNested,
} from 'class-validator'; // prettier-ignore
import { IsPlainText } from '../../../infra/http/input/validation.js';

const ORDERS_MOST = 20;

/** Exactly one of the three. */
export class ScopeBody {
  @ApiPropertyOptional({
    description: 'The orders of one CDS account that still matter.',
    example: 'C0012345',
  })
  @ValidateIf(({ accountNumber }: ScopeBody) => accountNumber !== undefined)
  @IsPlainText(40)
  accountNumber?: string;

  @ApiPropertyOptional({
    description: 'The orders of one security that still matter.',
    example: 'SD11PLC',
  })
  @ValidateIf(({ security }: ScopeBody) => security !== undefined)
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.toUpperCase() : value,
  )
  @IsPlainText(40)
  security?: string;

  @ApiPropertyOptional({
    type: [String],
    minItems: 1,
    maxItems: ORDERS_MOST,
    description: 'Ids of orders, each once, whatever has become of them.',
  })
  @ValidateIf(({ orderIds }: ScopeBody) => orderIds !== undefined)
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(ORDERS_MOST)
  @ArrayUnique()
  @Matches(/^[A-Za-z0-9_-]{1,60}$/, { each: true, message: 'orderIds must be ids of orders' })
  orderIds?: string[];
}

export class RunBody {
  @ApiPropertyOptional({
    type: ScopeBody,
    nullable: true,
    description: 'What to look at; null, or left out, is everything.',
  })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => ScopeBody)
  scope?: ScopeBody | null;

  @ApiPropertyOptional({
    default: false,
    description: 'Asks the exchange, tells what it would change, and changes nothing.',
  })
  @ValidateIf(({ dryRun }: RunBody) => dryRun !== undefined)
  @IsBoolean()
  dryRun?: boolean;
}
