import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional } from 'class-validator';
import { isIdOf } from '../../runtime/ids.js';
import { isCalendarDate, IsPlainText, rule } from './validation.js';

export const LIMIT_DEFAULT = 50;
export const LIMIT_MAX = 200;

/** Parses a number; anything else stays a text, so that validation rejects it by name. */
export function wholeNumber({ value }: { value: unknown }): unknown {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

/** A number in a query: `1e3`, `+5` and `0x10` are none. */
export const IsCount = ({
  least,
  most = Number.MAX_SAFE_INTEGER,
}: {
  readonly least: number;
  readonly most?: number;
}): PropertyDecorator => {
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  const message = `must be a whole number ${range}, in digits alone, such as 42`;
  const isCount = (value: unknown): boolean =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  return applyDecorators(Transform(wholeNumber), rule('isCount', undefined, message, isCount));
};

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
    IsCount({ least: 1, most: LIMIT_MAX }),
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

/** The id of an order of ours. Another text can be no order's, so that whoever sends it has mistyped it. */
export const IsOrderId = (): PropertyDecorator =>
  rule('isOrderId', undefined, 'must be the id of an order, such as ord_01K…', (value) => {
    return typeof value === 'string' && isIdOf('ord', value);
  });

export function wantedOf(known: readonly string[]): string {
  return `must be one of these, or several separated by commas: ${known.join(', ')}`;
}

/** Texts of a comma list that are all known; the message lists those that are. */
export const AreKnown = (known: readonly string[]): PropertyDecorator => {
  const names: ReadonlySet<unknown> = new Set(known);
  return rule('areKnown', undefined, wantedOf(known), (value) => {
    return Array.isArray(value) && value.every((one) => names.has(one));
  });
};

export const IsFlag = (): PropertyDecorator => (target, property) => {
  Transform(flag)(target, property);
  IsBoolean({ message: `${String(property)} must be true or false` })(target, property);
};
