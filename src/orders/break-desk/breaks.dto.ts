import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn, IsOptional, Matches, ValidateIf,
} from 'class-validator'; // prettier-ignore
import { IsPlainText } from '../../infra/http/validation.js';
import {
  REASON_CODES,
  RESOLUTIONS,
  newDecision,
  type Decision,
  type ReasonCode,
  type Resolution,
} from '../breaks/resolution.js';
import type { Recheck } from '../reconciliation/collect/recheck.js';
import { TEXT_MAX } from '../breaks/decision.dto.js';
import { IsPrice } from '../order-entry/orders.dto.js';

const RESOLUTION_NAMES = Object.keys(RESOLUTIONS) as Resolution[];

export class AssignBody {
  @ApiProperty({ description: 'The new assignee; null gives it back.', nullable: true })
  @ValidateIf(({ assignee }: AssignBody) => assignee !== null)
  @IsPlainText(80)
  assignee!: string | null;
}

export class CommentBody {
  @ApiProperty({ description: 'Cannot be changed later; part of the audit trail.' })
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
    description: 'KnownExternal: an order of another desk.',
  })
  @IsIn(REASON_CODES)
  reasonCode!: ReasonCode;

  @ApiProperty({ description: 'Why, for somebody who reads it in a year.' })
  @IsPlainText(TEXT_MAX)
  text!: string;

  @ApiPropertyOptional({ description: "link-number only: the exchange's number for the order." })
  @IsOptional()
  @Matches(/^\d{1,40}$/, { message: 'orderNumber must be the digits of an order number' })
  orderNumber?: string;

  @ApiPropertyOptional({ description: 'link only: the id of our order.' })
  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{1,60}$/, { message: 'orderId must be the id of an order' })
  orderId?: string;

  @ApiPropertyOptional({ description: "adopt only: the client's CDS account number." })
  @ValidateIf(ofAdopted('accountNumber'))
  @IsPlainText(40)
  accountNumber?: string;

  @ApiPropertyOptional({ description: 'adopt only: name on the client account.' })
  @ValidateIf(ofAdopted('clientName'))
  @IsPlainText(120)
  clientName?: string;

  @ApiPropertyOptional({ description: 'adopt only: limit price in Naira, as a decimal string.' })
  @ValidateIf(ofAdopted('price'))
  @IsPrice()
  price?: string;

  @ApiPropertyOptional({ description: 'adopt only: order duration, as the exchange has it.' })
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
  @ApiProperty({ description: 'Why it is reopened.' })
  @IsPlainText(TEXT_MAX)
  text!: string;
}

export const BULK_ACTS = ['assign', 'close', 'accept'] as const;

export class BulkBody {
  @ApiProperty({ type: [String], minItems: 1, maxItems: 100, description: 'Breaks, each once.' })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ArrayUnique()
  @Matches(/^[A-Za-z0-9_-]{1,60}$/, { each: true, message: 'ids must be ids of breaks' })
  ids!: string[];

  @ApiProperty({ enum: BULK_ACTS })
  @IsIn(BULK_ACTS)
  act!: (typeof BULK_ACTS)[number];

  @ApiPropertyOptional({ description: 'assign: to whom; null gives them back.', nullable: true })
  @ValidateIf(({ act, assignee }: BulkBody) => act === 'assign' && assignee !== null)
  @IsPlainText(80)
  assignee?: string | null;

  @ApiPropertyOptional({ enum: REASON_CODES, description: 'close, accept: as for one break.' })
  @ValidateIf(({ act }: BulkBody) => act !== 'assign')
  @IsIn(REASON_CODES)
  reasonCode?: ReasonCode;

  @ApiPropertyOptional({ description: 'close, accept: why.' })
  @ValidateIf(({ act }: BulkBody) => act !== 'assign')
  @IsPlainText(TEXT_MAX)
  text?: string;
}

export class RecheckBody implements Recheck {
  @ApiProperty({
    description: 'The call that was spent; for one of our orders it is listed among its calls.',
  })
  callId!: string;

  @ApiProperty({ description: 'Just before the enquiry was sent.', format: 'date-time' })
  askedAt!: string;

  @ApiProperty({ description: 'Just after the answer arrived.', format: 'date-time' })
  answeredAt!: string;

  @ApiProperty({
    description:
      'For people: what the exchange said, and why the break ignores it if the record may belong to another order.',
  })
  said!: string;
}

export class RecheckedBreak {
  @ApiProperty({ type: RecheckBody, description: 'What was asked, and what came back.' })
  recheck!: RecheckBody;
}
