import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, ValidateIf } from 'class-validator';
import { IsPlainText, rule } from '../../infra/http/input/validation.js';
import { compare, decimalPlaces, isDecimal, significantDigits } from '../../infra/decimal.js';

const UNITS = /^[1-9]\d{0,14}$/;
const PRICE = /^(0|[1-9]\d{0,11})(\.\d{1,6})?$/;
/** The exchange may read numbers as doubles, and an edit sends the price as a JSON number. */
const PRICE_DIGITS_MAX = 15;

export function isUnits(value: unknown): boolean {
  return typeof value === 'string' && UNITS.test(value);
}

export function isPrice(value: unknown): boolean {
  if (typeof value !== 'string' || !PRICE.test(value) || !isDecimal(value)) return false;
  const digits = significantDigits(value);
  return digits <= PRICE_DIGITS_MAX && decimalPlaces(value) <= 6 && compare(value, '0') > 0;
}

const IsUnits = (): PropertyDecorator =>
  rule('isUnits', undefined, 'must be a whole number of 1 to 15 digits, as a string', isUnits);

export const IsPrice = (): PropertyDecorator =>
  rule(
    'isPrice',
    undefined,
    'must be a decimal above 0, as a string, with at most 12 digits before and 6 after the point, 15 in all',
    isPrice,
  );

/** The interface document says only that it is a string; anything else would look like another account. */
const ACCOUNT_NUMBER = /^(?=.{1,40}$)[A-Za-z0-9]+([ ./_-][A-Za-z0-9]+)*$/;

export const IsAccountNumber = (): PropertyDecorator =>
  rule(
    'isAccountNumber',
    undefined,
    'must be 1 to 40 ASCII letters and digits, with single spaces or . / _ - between them',
    (value) => typeof value === 'string' && ACCOUNT_NUMBER.test(value),
  );

export class PostOrderBody {
  @ApiProperty({
    description: "The caller's own id for the order; unique per caller, forever.",
    example: 'web-7731',
  })
  @IsPlainText(64)
  clientOrderId!: string;

  @ApiProperty({ enum: ['BUY', 'SELL'], description: 'BUY or SELL.' })
  @IsIn(['BUY', 'SELL'], { message: 'side must be BUY or SELL' })
  side!: 'BUY' | 'SELL';

  @ApiProperty({
    description: 'Symbol of the security, as the exchange lists it.',
    example: 'SD11PLC',
  })
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.toUpperCase() : value,
  )
  @IsPlainText(40)
  security!: string;

  @ApiProperty({ description: 'Whole units, as a string.', example: '10000' })
  @IsUnits()
  units!: string;

  @ApiProperty({ description: 'Limit price in Naira, as a decimal string.', example: '12.50' })
  @IsPrice()
  price!: string;

  @ApiProperty({ description: 'Order duration; one of TIME_IN_FORCE.', example: 'Day Order (DO)' })
  @IsPlainText(60)
  timeInForce!: string;

  @ApiProperty({ description: "The client's CDS account number.", example: 'C0012345' })
  @IsAccountNumber()
  accountNumber!: string;

  @ApiProperty({ description: 'Name on the client account.', example: 'Ada Obi' })
  @IsPlainText(120)
  clientName!: string;

  @ApiPropertyOptional({ description: 'Must be the code of this firm.', example: 'MRNA' })
  @IsOptional()
  @IsPlainText(40)
  brokerCode?: string;
}

export class EditOrderBody {
  @ApiPropertyOptional({
    description: 'New quantity in whole units, as a string.',
    example: '10000',
  })
  @ValidateIf((body: EditOrderBody) => body.units !== undefined)
  @IsUnits()
  units?: string;

  @ApiPropertyOptional({
    description: 'New limit price in Naira, as a decimal string.',
    example: '12.50',
  })
  @ValidateIf((body: EditOrderBody) => body.price !== undefined)
  @IsPrice()
  price?: string;
}

export class CancelOrderBody {
  @ApiPropertyOptional({
    description: 'The reason; kept in the audit trail.',
    example: 'Asked for by the client.',
  })
  @IsOptional()
  @IsPlainText(200)
  reason?: string;
}
