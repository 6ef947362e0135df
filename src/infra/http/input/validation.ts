import { ValidationPipe, type ValidationError } from '@nestjs/common';
import {
  registerDecorator,
  type ValidationArguments,
  type ValidationOptions,
} from 'class-validator';
import { problem, type FieldError } from '../problems/problem.js';

/**
 * Rejects unknown fields instead of dropping them: a misspelt `price` must not become a market order. `path`: what comes
 * before the names of the fields.
 */
export function requestValidation(path = ''): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    stopAtFirstError: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors: ValidationError[]) => {
      const fields = errors.flatMap((error) => fieldErrors(error, path));
      const names = fields.map((field) => field.field).join(', ');
      return problem('validation-failed', `These fields are not valid: ${names}.`, {
        errors: fields,
      });
    },
  });
}

/** Of a field whose name the caller has made up. */
export const UNKNOWN_FIELD = 'is not a known field';

/** `constructor`, `toString`, `__proto__`: every object has them, so the validation of DTOs takes them for known. */
export function isOfEveryObject(name: string): boolean {
  return name in Object.prototype;
}

function fieldErrors(error: ValidationError, path: string): FieldError[] {
  const field = `${path}${error.property}`;
  const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({
    field,
    message: rule === 'whitelistValidation' ? UNKNOWN_FIELD : withoutName(message, field),
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => fieldErrors(child, `${field}.`))];
}

function withoutName(message: string, field: string): string {
  return message.startsWith(`${field} `) ? message.slice(field.length + 1) : message;
}

/**
 * Characters that make a text look like another one: controls, line separators, and everything that has no mark of
 * its own (zero-width, fillers, tags, variation selectors, bidirectional overrides, soft hyphens). The two joiners
 * are among them: names on client accounts and all other texts here can be written without. U+FFFD stands for what
 * somebody could not read.
 */
const UNSAFE =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\uFFFD]/u;
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** A text of 1 to `most` characters: trimmed, visible, well-formed. */
export function IsPlainText(most: number, options?: ValidationOptions): PropertyDecorator {
  return rule(
    'isPlainText',
    options,
    `must be a text of 1 to ${most} printable characters`,
    (value) => isPlainText(value, most),
  );
}

export function isPlainText(value: unknown, most: number): boolean {
  if (typeof value !== 'string' || value.length === 0 || value.length > most) return false;
  return value.trim() === value && !UNSAFE.test(value) && !LONE_SURROGATE.test(value);
}

/** An existing date, `YYYY-MM-DD`. */
export function IsCalendarDate(): PropertyDecorator {
  return rule(
    'isCalendarDate',
    undefined,
    'must be a calendar date, YYYY-MM-DD',
    (value) => typeof value === 'string' && isCalendarDate(value),
  );
}

export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Makes a validation decorator from a predicate. The message says what the field must be. */
export function rule(
  name: string,
  options: ValidationOptions | undefined,
  message: string,
  holds: (value: unknown) => boolean,
): PropertyDecorator {
  return (target: object, propertyName: string | symbol): void => {
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: String(propertyName),
      options: {
        message: (args: ValidationArguments) => `${args.property} ${message}`,
        ...options,
      },
      validator: { validate: (value: unknown) => holds(value) },
    });
  };
}
