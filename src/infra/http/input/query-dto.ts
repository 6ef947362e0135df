import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';
import { isCalendarDate, IsPlainText, rule } from './validation.js';

export const LIMIT_DEFAULT = 50;
export const LIMIT_MAX = 200;

/** Parses a number; anything else stays a text, so that validation rejects it by name. */
export function wholeNumber({ value }: { value: unknown }): unknown {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

export const IsLimit = (): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({
      minimum: 1,
      maximum: LIMIT_MAX,
      default: LIMIT_DEFAULT,
      type: 'integer',
      description: 'The most rows of the page.',
    }),
    IsOptional(),
    Transform(wholeNumber),
    IsInt({ message: 'limit must be a whole number' }),
    Min(1),
    Max(LIMIT_MAX),
  );

/** Of the longest text that a list is sorted by: 60 letters of three bytes each. */
const CURSOR_MOST = 240;

export const IsCursor = (): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ description: 'nextCursor of the previous page.' }),
    IsOptional(),
    IsPlainText(CURSOR_MOST),
  );

/** The query parameters of every list. */
export class PageQuery {
  @IsLimit()
  limit: number = LIMIT_DEFAULT;

  @IsCursor()
  cursor?: string;
}

export const commaList = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? value.split(',') : value;

/** Securities are stored as the exchange spells them, in capitals. */
export const upperCase = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? value.toUpperCase() : value;

const flag = ({ value }: { value: unknown }): unknown =>
  value === 'true' ? true : value === 'false' ? false : value;

const RFC3339 = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** An RFC 3339 time of a day that exists: `Date.parse` takes 31 February for 3 March. */
export function isInstant(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const [, date] = RFC3339.exec(value) ?? [];
  return date !== undefined && isCalendarDate(date) && !Number.isNaN(Date.parse(value));
}

export const IsInstant = (): PropertyDecorator =>
  rule('isInstant', undefined, 'must be an RFC 3339 time such as 2026-11-20T10:00:00Z', isInstant);

export const IsFlag = (): PropertyDecorator => (target, property) => {
  Transform(flag)(target, property);
  IsBoolean({ message: `${String(property)} must be true or false` })(target, property);
};
