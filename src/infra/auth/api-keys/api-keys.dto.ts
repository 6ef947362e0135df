import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, ArrayUnique, IsArray, IsBoolean, IsIn, IsOptional, ValidateIf } from 'class-validator'; // prettier-ignore
import { IsInstant } from '../../http/input/query-dto.js';
import { IsPlainText } from '../../http/input/validation.js';
import { ACCOUNT_NUMBER_MAX, BOUND_ACCOUNTS_MAX, BOUND_SCOPES } from './bound-keys.js';
import { IsKeyName } from './key-name.js';
import { SCOPES, type Scope } from '../scope.js';

export class CreateApiKeyBody {
  @ApiPropertyOptional({
    description:
      'Who the key is for: 1 to 60 visible characters, its letters of one script. Required without personId: keys with the same name belong to the same caller. With it only a label, by default the name of the person.',
    example: 'back-office',
  })
  @ValidateIf((body: CreateApiKeyBody) => isGiven(body.name) || !isGiven(body.personId))
  @IsKeyName()
  name?: string;

  @ApiPropertyOptional({
    description:
      'The person whose key it is, for ever: it acts under the name of the person, and may do no more than the roles of the person allow. Without it the key is for a system.',
    example: 'per_01KB…',
  })
  @IsOptional()
  @IsPlainText(60)
  personId?: string;

  @ApiPropertyOptional({
    enum: SCOPES,
    isArray: true,
    description:
      'Required without personId. With it by default all that the roles of the person allow, also after they change.',
  })
  @ValidateIf((body: CreateApiKeyBody) => isGiven(body.scopes) || !isGiven(body.personId))
  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique()
  @IsIn(SCOPES, { each: true, message: `scopes must each be one of ${SCOPES.join(', ')}` })
  scopes?: Scope[];

  @ApiPropertyOptional({
    type: [String],
    maxItems: BOUND_ACCOUNTS_MAX,
    description: `The accounts whose orders the key is for, exactly as orders give them, for ever; without it the key is for the whole firm. A key with accounts posts for no other account, and orders of others are not there for it. Its scopes are among ${BOUND_SCOPES.join(', ')}; of a person's key, those that the roles allow. Routes that show more than orders of one account refuse it with 403 \`key-bound-to-accounts\`.`,
    example: ['C0012345'],
  })
  @IsOptional()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(BOUND_ACCOUNTS_MAX)
  @ArrayUnique()
  @IsPlainText(ACCOUNT_NUMBER_MAX, { each: true })
  accounts?: string[];

  @ApiPropertyOptional({
    default: false,
    description:
      'Whether its caller may name the person it acts for in the header On-Behalf-Of. Only for front-ends that know who their users are.',
  })
  @IsOptional()
  @IsBoolean({ message: 'delegates must be true or false' })
  delegates?: boolean;

  @ApiPropertyOptional({
    description: 'From then on the key opens nothing; RFC 3339. Without it the key never expires.',
    example: '2027-06-30T16:00:00Z',
  })
  @IsOptional()
  @IsInstant()
  expiresAt?: string;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

export class SetExpiryBody {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'From then on the key opens nothing; RFC 3339. Null: it never expires.',
    example: '2027-06-30T16:00:00Z',
  })
  @ValidateIf((body: SetExpiryBody) => body.expiresAt !== null)
  @IsInstant()
  expiresAt!: string | null;
}

export class RotateBody {
  @ApiPropertyOptional({
    description:
      'Until then the present secret opens as well; RFC 3339, 30 days ahead at most. Without it the present secret ends at once.',
    example: '2026-11-27T16:00:00Z',
  })
  @IsOptional()
  @IsInstant()
  previousSecretUntil?: string;
}
