import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsBoolean, IsIn, IsOptional, Matches, ValidateIf,
} from 'class-validator'; // prettier-ignore
import { IsAccountNumber } from '../order-entry/orders.dto.js';
import { IsPlainText } from '../../infra/http/input/validation.js';
import {
  REASON_CODE_MEANINGS,
  REASON_CODES,
  RESOLUTIONS,
  newDecision,
  type Decision,
  type ReasonCode,
  type Resolution,
} from '../breaks/resolution.js';
import { TEXT_MAX } from '../breaks/decision.dto.js';
import { IsPrice } from '../order-entry/orders.dto.js';

const RESOLUTION_NAMES = Object.keys(RESOLUTIONS) as Resolution[];

export class AssignBody {
  @ApiProperty({
    description: 'The new assignee; null gives it back.',
    type: String,
    nullable: true,
    example: 'ada.obi',
  })
  @ValidateIf(({ assignee }: AssignBody) => assignee !== null)
  @IsPlainText(80)
  assignee!: string | null;
}

export class CommentBody {
  @ApiProperty({
    description: 'Cannot be changed later; part of the audit trail.',
    example: 'The exchange has confirmed it by telephone.',
  })
  @IsPlainText(TEXT_MAX)
  text!: string;
}

export class ResolveBody {
  @ApiPropertyOptional({
    enum: RESOLUTION_NAMES,
    default: 'close',
    description: Object.entries(RESOLUTIONS)
      .map(([name, meaning]) => `${name}: ${meaning}.`)
      .join(' '),
  })
  @IsOptional()
  @IsIn(RESOLUTION_NAMES)
  resolution?: Resolution;

  @ApiProperty({
    enum: REASON_CODES,
    description: `${Object.entries(REASON_CODE_MEANINGS)
      .map(([code, meaning]) => `${code}: ${meaning}.`)
      .join(' ')} GET /v1/break-settings says which breaks each fits.`,
  })
  @IsIn(REASON_CODES)
  reasonCode!: ReasonCode;

  @ApiProperty({
    description: 'Why, for somebody who reads it in a year.',
    example: 'The exchange has confirmed it by telephone.',
  })
  @IsPlainText(TEXT_MAX)
  text!: string;

  @ApiPropertyOptional({
    description: "link-number only: the exchange's number for the order.",
    example: '700001',
  })
  @IsOptional()
  @Matches(/^\d{1,40}$/, { message: 'orderNumber must be the digits of an order number' })
  orderNumber?: string;

  @ApiPropertyOptional({
    description:
      "link-number, link: true if the number is the order although the exchange shows it with other units, traded beyond the limit, or before the order was sent; what is of another side, security or account is refused, unless only days after a day order's own have shown it so. accept, and close where it takes two people: true if it is another desk's although a search has named it for an order of ours of unknown outcome. not-at-exchange: true if the order is not there although its last search has named numbers. The second person sees what is accepted.",
    default: false,
  })
  @IsOptional()
  @IsBoolean()
  acceptDifferences?: boolean;

  @ApiPropertyOptional({
    description: 'link only: the id of our order.',
    example: 'ord_01M7W9V1GHGDXV473P1P44ZYCB',
  })
  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{1,60}$/, { message: 'orderId must be the id of an order' })
  orderId?: string;

  @ApiPropertyOptional({
    description: "adopt only: the client's CDS account number.",
    example: 'C0012345',
  })
  @ValidateIf(ofAdopted('accountNumber'))
  @IsAccountNumber()
  accountNumber?: string;

  @ApiPropertyOptional({
    description: 'adopt only: name on the client account.',
    example: 'Ada Obi',
  })
  @ValidateIf(ofAdopted('clientName'))
  @IsPlainText(120)
  clientName?: string;

  @ApiPropertyOptional({
    description: 'adopt only: limit price in Naira, as a decimal string.',
    example: '12.50',
  })
  @ValidateIf(ofAdopted('price'))
  @IsPrice()
  price?: string;

  @ApiPropertyOptional({
    description: 'adopt only: order duration, as the exchange has it.',
    example: 'Day Order (DO)',
  })
  @ValidateIf(ofAdopted('timeInForce'))
  @IsPlainText(60)
  timeInForce?: string;
}

/** Required to adopt; given with another resolution, it is refused later, by name. */
function ofAdopted(field: 'accountNumber' | 'clientName' | 'price' | 'timeInForce') {
  return (body: ResolveBody): boolean => body.resolution === 'adopt' || body[field] !== undefined;
}

export function decisionIn(body: ResolveBody): Decision {
  const { resolution = 'close', reasonCode, text, orderNumber, orderId = null } = body;
  const { accountNumber = '', clientName = '', price = '', timeInForce = '' } = body;
  const given = accountNumber + clientName + price + timeInForce !== '';
  const terms = given ? { accountNumber, clientName, price, timeInForce } : null;
  // 0700001 is 700001: leading zeros do not make another number.
  const number = orderNumber?.replace(/^0+(?=\d)/, '') ?? null;
  return newDecision({ resolution, reasonCode, text, orderNumber: number, orderId, terms });
}

export class ReopenBody {
  @ApiProperty({
    description: 'Why it is reopened.',
    example: 'The exchange has confirmed it by telephone.',
  })
  @IsPlainText(TEXT_MAX)
  text!: string;
}

export const BULK_ACTS = ['assign', 'close', 'accept'] as const;

export class BulkBody {
  @ApiProperty({
    type: [String],
    minItems: 1,
    maxItems: 100,
    description: 'Breaks, each once.',
    example: ['brk_01M7W9V1SSG1ZZZHKJWYYQT0K6'],
  })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ArrayUnique()
  @Matches(/^[A-Za-z0-9_-]{1,60}$/, { each: true, message: 'ids must be ids of breaks' })
  ids!: string[];

  @ApiProperty({ enum: BULK_ACTS, description: 'What to do with each of them.' })
  @IsIn(BULK_ACTS)
  act!: (typeof BULK_ACTS)[number];

  @ApiPropertyOptional({
    description: 'assign: to whom; null gives them back.',
    type: String,
    nullable: true,
    example: 'ada.obi',
  })
  @ValidateIf(({ act, assignee }: BulkBody) => act === 'assign' && assignee !== null)
  @IsPlainText(80)
  assignee?: string | null;

  @ApiPropertyOptional({ enum: REASON_CODES, description: 'close, accept: as for one break.' })
  @ValidateIf(({ act }: BulkBody) => act !== 'assign')
  @IsIn(REASON_CODES)
  reasonCode?: ReasonCode;

  @ApiPropertyOptional({
    description: 'close, accept: why.',
    example: 'The exchange has confirmed it by telephone.',
  })
  @ValidateIf(({ act }: BulkBody) => act !== 'assign')
  @IsPlainText(TEXT_MAX)
  text?: string;
}
