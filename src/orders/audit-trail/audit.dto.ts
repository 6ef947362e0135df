import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsIn, IsOptional } from 'class-validator';
import { Transform } from 'class-transformer';
import type { VerificationMode } from '../../infra/audit/verification/trail-verification.js';
import type { ExportFormat } from '../../infra/audit/audit-export.js';
import {
  commaList,
  IsCount,
  IsCursor,
  IsFlag,
  IsInstant,
  IsLimit,
  IsOrderId,
  LIMIT_DEFAULT,
  upperCase,
} from '../../infra/http/input/query-dto.js';
import {
  IsCalendarDate,
  isPlainText,
  IsPlainText,
  rule,
} from '../../infra/http/input/validation.js';
import { fieldProblem } from '../../infra/http/problems/problem.js';
import { REQUEST_ID } from '../../infra/http/request-id.js';
import type { AuditFilters } from './find-entries.js';
import { TYPES_WANTED } from './unknown-types.js';

/** Each is a query of its own. */
const TYPES_MAX = 20;

const ACTOR = /^(key:.+|system:.+|anonymous)$/;
const ACTOR_MAX = 80;

/** What an entry can have as its actor, and a request as its id: nothing else finds any. */
const IsActor = (): PropertyDecorator =>
  rule(
    'isActor',
    undefined,
    'must be `key:` and a name, `system:` and a part of the service, or `anonymous`',
    (value) => typeof value === 'string' && isPlainText(value, ACTOR_MAX) && ACTOR.test(value),
  );
const IsRequestId = (): PropertyDecorator =>
  rule(
    'isRequestId',
    undefined,
    'must be 1 to 80 letters, digits, `.`, `_`, `:` and `-`',
    (value) => typeof value === 'string' && REQUEST_ID.test(value),
  );

const TYPE = /^[A-Z][A-Z0-9_]{0,79}$/;

/** By their form alone; whether there can be such entries only the trail knows (`unknown-types`). */
const AreTypes = (): PropertyDecorator =>
  rule(
    'areTypes',
    undefined,
    TYPES_WANTED,
    (value) =>
      Array.isArray(value) && value.every((one) => typeof one === 'string' && TYPE.test(one)),
  );

/** Which entries. */
export class AuditFilterQuery {
  @ApiPropertyOptional({ description: 'The id of one of our orders.' })
  @IsOptional()
  @IsOrderId()
  orderId?: string;

  @ApiPropertyOptional({ description: 'Our reference for the post.' })
  @IsOptional()
  @IsPlainText(40)
  orderRef?: string;

  @ApiPropertyOptional({
    description:
      "The exchange's number, of our orders (also before an edit) and of external ones, or named by a search for an order, in entries since schema 12. It may return on another day.",
  })
  @IsOptional()
  @IsPlainText(40)
  orderNumber?: string;

  @ApiPropertyOptional({
    description:
      "The client's account at the exchange, in any spelling: case, blanks and `-`, `.`, `/`, `_` do not matter.",
  })
  @IsOptional()
  @IsPlainText(40)
  accountNumber?: string;

  @ApiPropertyOptional({ description: 'The symbol of the security.' })
  @IsOptional()
  @Transform(upperCase)
  @IsPlainText(40)
  security?: string;

  @ApiPropertyOptional({
    description:
      'YYYY-MM-DD, in Lagos: the trading date of the order at that time, or the day that a sign-off or a calendar entry is about.',
  })
  @IsOptional()
  @IsCalendarDate()
  tradingDate?: string;

  @ApiPropertyOptional({
    description: '`key:` and the name of an API key, `system:…`, or `anonymous`.',
  })
  @IsOptional()
  @IsActor()
  actor?: string;

  @ApiPropertyOptional({
    description:
      'Who did it, by the name that people see: of a person, of a key, of a part of the service, or of somebody in On-Behalf-Of. `/v1/audit/names` has those there are.',
    example: 'Bola',
  })
  @IsOptional()
  @IsPlainText(80)
  by?: string;

  @ApiPropertyOptional({ description: 'The person whom the caller named in On-Behalf-Of.' })
  @IsOptional()
  @IsPlainText(80)
  onBehalfOf?: string;

  @ApiPropertyOptional({
    type: String,
    description:
      'One type of entry, or several separated by commas: `BREAK_RESOLVED,ORDER_ADOPTED`. Those that `/v1/audit/names` has, which may be of another release, and all that this release knows; any other is 400, which lists the latter.',
    example: 'FILL',
  })
  @IsOptional()
  @Transform(commaList)
  @ArrayMaxSize(TYPES_MAX)
  @AreTypes()
  type?: string[];

  @ApiPropertyOptional({ description: 'Inclusive.' })
  @IsOptional()
  @IsInstant()
  from?: string;

  @ApiPropertyOptional({ description: 'Exclusive.' })
  @IsOptional()
  @IsInstant()
  to?: string;

  @ApiPropertyOptional({
    description:
      'The `X-Request-Id` of the request that led to it, or the id of the reconciliation run or of the command.',
  })
  @IsOptional()
  @IsRequestId()
  requestId?: string;

  @ApiPropertyOptional({ description: 'Only later entries.' })
  @IsOptional()
  @IsCount({ least: 0 })
  afterSequence?: number;
}

/** Not by `IntersectionType`: in the bundled service it loses what parses the values. */
export class AuditQuery extends AuditFilterQuery {
  @IsLimit()
  limit: number = LIMIT_DEFAULT;

  @IsCursor()
  cursor?: string;

  @ApiPropertyOptional({ enum: ['asc', 'desc'], default: 'asc', description: 'By sequence.' })
  @IsOptional()
  @IsIn(['asc', 'desc'])
  order: 'asc' | 'desc' = 'asc';

  @ApiPropertyOptional({
    type: Boolean,
    default: false,
    description:
      'Whether each entry has the order that it is about, as that is now, with its client if the caller may also read orders.',
  })
  @IsOptional()
  @IsFlag()
  withOrder = false;
}

export class AuditExportQuery extends AuditFilterQuery {
  @ApiPropertyOptional({
    enum: ['ndjson', 'csv', 'parquet', 'zip'],
    default: 'ndjson',
    description:
      'How it is written; `parquet` is for column stores, and `zip` an archive that can be verified without Marina.',
  })
  @IsOptional()
  @IsIn(['ndjson', 'csv', 'parquet', 'zip'])
  format: ExportFormat | 'zip' = 'ndjson';
}

export class CheckpointQuery {
  @IsLimit()
  limit: number = LIMIT_DEFAULT;

  @IsCursor()
  cursor?: string;
}

export class ProofQuery {
  @ApiPropertyOptional({ description: 'Of an entry.' })
  @IsOptional()
  @IsCount({ least: 1 })
  sequence?: number;

  @ApiPropertyOptional({ description: 'Of a signed checkpoint: its number of entries.' })
  @IsOptional()
  @IsCount({ least: 1 })
  size?: number;
}

export class VerificationBody {
  @ApiPropertyOptional({
    enum: ['full', 'since'],
    default: 'full',
    description:
      '`full` reads every entry. `since` reads those that the last full verification has not read, if it is of the last 24 hours.',
  })
  @IsOptional()
  @IsIn(['full', 'since'])
  mode?: VerificationMode;
}

/** The filters of a query whose fields have been validated; a range that ends before it begins is refused. */
export function filtersOf({
  afterSequence: _,
  from,
  to,
  type,
  ...rest
}: AuditFilterQuery): AuditFilters {
  const [one, ...others] = [...new Set(type ?? [])];
  if (from !== undefined && to !== undefined && Date.parse(to) < Date.parse(from))
    throw fieldProblem('validation-failed', 'to', 'must not be before from');
  return {
    ...rest,
    ...(one === undefined ? {} : others.length === 0 ? { type: one } : { types: [one, ...others] }),
    ...(from === undefined ? {} : { from: new Date(from).toISOString() }),
    ...(to === undefined ? {} : { to: new Date(to).toISOString() }),
  };
}
