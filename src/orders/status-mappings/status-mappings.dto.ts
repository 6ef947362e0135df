import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsObject, ValidateNested } from 'class-validator';
import { IsPlainText } from '../../infra/http/input/validation.js';
import { MAPPED_STATUSES, type MappedStatus } from '../order/order-status.js';

const WORDS_MAX = 100;
const NOT_WORDS = 'words must be a list of words with their meanings';

export class StatusMappingBody {
  @ApiProperty({
    description:
      'As the exchange spells it in records; case does not matter. Documented words are refused.',
    example: 'Partially Filled',
  })
  @IsPlainText(60)
  word!: string;

  @ApiProperty({
    enum: MAPPED_STATUSES,
    description:
      'Nothing: the word is known and changes no order. There is no Filled: quantities decide that.',
  })
  @IsIn(MAPPED_STATUSES, { message: `meaning must be one of ${MAPPED_STATUSES.join(', ')}` })
  meaning!: MappedStatus;
}

export class StatusMappingsBody {
  @ApiProperty({
    type: [StatusMappingBody],
    maxItems: WORDS_MAX,
    description: 'All words of the new version; a word that is left out becomes unknown again.',
  })
  @IsArray({ message: 'words must be a list' })
  @ArrayMaxSize(WORDS_MAX)
  @IsObject({ each: true, message: NOT_WORDS })
  @ValidateNested({ each: true, message: NOT_WORDS })
  @Type(() => StatusMappingBody)
  words!: StatusMappingBody[];

  @ApiProperty({
    description: 'Why, for somebody who reads it in a year.',
    example: 'The exchange has confirmed the meaning by e-mail.',
  })
  @IsPlainText(1_000)
  reason!: string;
}
