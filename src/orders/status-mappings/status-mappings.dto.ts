import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, ValidateNested } from 'class-validator';
import { IsPlainText } from '../../infra/http/validation.js';
import { MAPPED_STATUSES, type MappedStatus } from '../order/order-status.js';

const WORDS_MOST = 100;

export class StatusMappingBody {
  @ApiProperty({
    description:
      'As the exchange spells it in records; case does not matter. None that the interface documents.',
    example: 'Partially Filled',
  })
  @IsPlainText(60)
  word!: string;

  @ApiProperty({
    enum: MAPPED_STATUSES,
    description:
      'Nothing: the word is known and moves no order. That one is filled is for quantities to say.',
  })
  @IsIn(MAPPED_STATUSES, { message: `meaning must be one of ${MAPPED_STATUSES.join(', ')}` })
  meaning!: MappedStatus;
}

export class StatusMappingsBody {
  @ApiProperty({
    type: [StatusMappingBody],
    maxItems: WORDS_MOST,
    description: 'All words of the new version: one that is left out means nothing known any more.',
  })
  @IsArray({ message: 'words must be a list' })
  @ArrayMaxSize(WORDS_MOST)
  @ValidateNested({ each: true, message: 'words must be a list of words with their meanings' })
  @Type(() => StatusMappingBody)
  words!: StatusMappingBody[];

  @ApiProperty({ description: 'Why, for whoever reads it in a year.' })
  @IsPlainText(1_000)
  reason!: string;
}
