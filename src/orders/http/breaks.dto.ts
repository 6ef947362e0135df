import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn, IsOptional, Matches, ValidateIf,
} from 'class-validator'; // prettier-ignore
import { IsPlainText } from '../../infra/http/validation.js';
import {
  REASON_CODES,
  RESOLUTIONS,
  type ReasonCode,
  type Resolution,
} from '../domain/resolution.js';

const WORDS_MOST = 1_000;
const RESOLUTION_NAMES = Object.keys(RESOLUTIONS) as Resolution[];

export class AssignBody {
  @ApiProperty({ description: 'Who has it from now on; null gives it back.', nullable: true })
  @ValidateIf(({ assignee }: AssignBody) => assignee !== null)
  @IsPlainText(80)
  assignee!: string | null;
}

export class CommentBody {
  @ApiProperty({ description: 'Stays as it is written; part of the audit trail.' })
  @IsPlainText(WORDS_MOST)
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
    description: 'KnownExternal: an order of another desk; found again it opens no break.',
  })
  @IsIn(REASON_CODES)
  reasonCode!: ReasonCode;

  @ApiProperty({ description: 'Why, for whoever reads it in a year.' })
  @IsPlainText(WORDS_MOST)
  text!: string;

  @ApiPropertyOptional({ description: "link-number only: the exchange's number of the order." })
  @IsOptional()
  @Matches(/^\d{1,40}$/, { message: 'orderNumber must be the digits of an order number' })
  orderNumber?: string;
}

export class ReopenBody {
  @ApiProperty({ description: 'Why it is looked at again.' })
  @IsPlainText(WORDS_MOST)
  text!: string;
}

export const BULK_ACTS = ['assign', 'close'] as const;

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

  @ApiPropertyOptional({ enum: REASON_CODES, description: 'close: as for one break.' })
  @ValidateIf(({ act }: BulkBody) => act === 'close')
  @IsIn(REASON_CODES)
  reasonCode?: ReasonCode;

  @ApiPropertyOptional({ description: 'close: why.' })
  @ValidateIf(({ act }: BulkBody) => act === 'close')
  @IsPlainText(WORDS_MOST)
  text?: string;
}

export class DecideBody {
  @ApiPropertyOptional({ description: 'What the second person has to say.' })
  @IsOptional()
  @IsPlainText(WORDS_MOST)
  text?: string;

  @ApiPropertyOptional({
    description: 'The `payloadHash` of the proposal that was looked at; anything else is refused.',
  })
  @IsOptional()
  @Matches(/^[0-9a-f]{64}$/, { message: 'payloadHash must be 64 hexadecimal digits' })
  payloadHash?: string;
}
