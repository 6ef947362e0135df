import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsNotIn, IsObject } from 'class-validator';
import { IsPlainText } from '../../infra/http/input/validation.js';
import { QUESTION_KINDS, type QuestionKind } from './question-kinds.js';

export const NAME_MAX = 60;

export class QuestionPath {
  @ApiProperty({ description: 'The name of the question, in any spelling.', example: 'late edits' })
  @IsPlainText(NAME_MAX)
  name!: string;
}

export class NewQuestionPath extends QuestionPath {
  // Most clients resolve these in a path: nobody could replace or remove the question there.
  @IsNotIn(['.', '..'], { message: 'name must be another one than . and ..' })
  override name!: string;
}

export class QuestionBody {
  @ApiProperty({
    enum: QUESTION_KINDS,
    description:
      'What is asked: `entries` of `/v1/audit/events`, `orders` of `/v1/orders`, else the route below `/v1/audit/` of that name.',
  })
  @IsIn(QUESTION_KINDS)
  kind!: QuestionKind;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'The query of that route, but for the page: names and texts.',
    example: { security: 'SD11PLC', type: 'EDIT_ACKNOWLEDGED' },
  })
  @IsObject({ message: 'filters must be an object of texts' })
  filters!: Record<string, unknown>;
}
