import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { rule } from '../../infra/http/input/validation.js';
import { DUE_WITHIN_MOST, DUE_WITHIN_RULE, isDueWithin, type DueTimes } from './due-times.js';

/** Minutes, as a number of JSON. */
function DueWithinField(severity: string, example: number): PropertyDecorator {
  return (target, property) => {
    const described = { type: 'integer', minimum: 1, maximum: DUE_WITHIN_MOST, example } as const;
    ApiProperty({ ...described, description: `Minutes, for breaks of severity ${severity}.` })(
      target,
      property,
    );
    rule('isDueWithin', undefined, DUE_WITHIN_RULE, isDueWithin)(target, property);
  };
}

export class DueTimesBody implements DueTimes {
  @DueWithinField('Critical', 15)
  critical!: number;

  @DueWithinField('High', 60)
  high!: number;

  @DueWithinField('Medium', 240)
  medium!: number;

  @DueWithinField('Low', 1_440)
  low!: number;
}

export class BreakSettingsBody {
  @ApiProperty({
    type: DueTimesBody,
    description: 'All four. A more severe break is not due later than a less severe one.',
  })
  @IsObject({ message: 'dueTimes must be an object' })
  @ValidateNested()
  @Type(() => DueTimesBody)
  dueTimes!: DueTimesBody;
}
