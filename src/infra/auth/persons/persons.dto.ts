import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayNotEmpty,
  ArrayUnique,
  Equals,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  isEmail,
  ValidateIf,
} from 'class-validator';
import { isPlainText, rule } from '../../http/input/validation.js';
import { IsKeyName } from '../api-keys/key-name.js';
import { ROLE_NAMES, type Role } from '../role.js';

const EMAIL_MAX = 254;

/** One rule: the library's own throws where a text is not well-formed. */
const IsEmailAddress = (): PropertyDecorator =>
  rule(
    'isEmailAddress',
    undefined,
    'must be an e-mail address, or null',
    (value) => isPlainText(value, EMAIL_MAX) && isEmail(value),
  );

export class CreatePersonBody {
  @ApiProperty({
    description:
      'By which the records name the person, for ever: 1 to 60 visible characters, its letters of one script. No other person, and no key of a system, may have it, however it is spelled.',
    example: 'Ada Obi',
  })
  @IsKeyName()
  name!: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    default: null,
    maxLength: EMAIL_MAX,
    description: 'The e-mail address; null: none.',
    example: 'ada.obi@example.com',
  })
  @IsOptional()
  @IsEmailAddress()
  email?: string | null;

  @ApiProperty({ enum: ROLE_NAMES, isArray: true, description: 'What the person does here.' })
  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique()
  @IsIn(ROLE_NAMES, { each: true, message: `roles must each be one of ${ROLE_NAMES.join(', ')}` })
  roles!: Role[];
}

export class ChangePersonBody {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: EMAIL_MAX,
    description: 'The e-mail address; null: none.',
    example: 'ada.obi@example.com',
  })
  @IsOptional()
  @IsEmailAddress()
  email?: string | null;

  @ApiPropertyOptional({
    enum: ROLE_NAMES,
    isArray: true,
    description: 'What the person does here.',
  })
  @ValidateIf((body: ChangePersonBody) => body.roles !== undefined)
  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique()
  @IsIn(ROLE_NAMES, { each: true, message: `roles must each be one of ${ROLE_NAMES.join(', ')}` })
  roles?: Role[];

  @ApiPropertyOptional({
    description: "True: from now on the person's keys and sessions open nothing.",
  })
  @ValidateIf((body: ChangePersonBody) => body.disabled !== undefined)
  @IsBoolean({ message: 'disabled must be true or false' })
  disabled?: boolean;

  @ApiPropertyOptional({
    enum: [false],
    description:
      'False: the account at the identity provider is no longer this person, and its sessions end. The next verified account with the e-mail address of the person is linked anew.',
  })
  @ValidateIf((body: ChangePersonBody) => body.signInLinked !== undefined)
  @Equals(false, { message: 'signInLinked must be false: the first sign-in links an account' })
  signInLinked?: false;
}
