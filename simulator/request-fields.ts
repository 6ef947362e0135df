/*
 * Reads the fields of a call: required, of the right JSON type, within range. A post takes units and
 * price as texts, an edit takes them as numbers; the other type is rejected. An invalid field throws
 * FieldError, which the exchange answers as failed validation.
 */
import { isCalendarDate } from './lagos-calendar.js';
import type { ExchangeParameters } from './control/parameters.js';

export class FieldError extends Error {
  override readonly name = 'FieldError';
}

export type Body = Readonly<Record<string, unknown>>;

const UNITS_TEXT = /^\d{1,15}$/;
const PRICE_TEXT = /^\d{1,12}(\.\d{1,4})?$/;
const WHOLE_NUMBER = /^\d{1,9}$/;

export function readBody(text: string): Body {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new FieldError('The body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new FieldError('The body must be a JSON object');
  }
  return value as Body;
}

export function textField(body: Body, name: string): string {
  const value = body[name];
  if (value === undefined || value === null) throw new FieldError(`${name} is required`);
  if (typeof value !== 'string') throw new FieldError(`${name} must be a string`);
  if (value.trim() === '') throw new FieldError(`${name} must not be empty`);
  return value;
}

export function unitsText(body: Body, name: string): number {
  const text = textField(body, name);
  if (!UNITS_TEXT.test(text) || Number(text) === 0)
    throw new FieldError(`${name} must be a positive whole number`);
  return Number(text);
}

/** A price in Naira as text, converted to kobo, the exchange's tick. */
export function priceText(body: Body, name: string): number {
  const text = textField(body, name);
  if (!PRICE_TEXT.test(text)) throw new FieldError(`${name} must be a price in Naira`);
  const [naira = '0', part = ''] = text.split('.');
  if (/[1-9]/.test(part.slice(2))) throw new FieldError(`${name} is finer than the tick of 0.01`);
  const kobo = Number(naira) * 100 + Number(part.slice(0, 2).padEnd(2, '0'));
  if (kobo === 0) throw new FieldError(`${name} must be above zero`);
  return kobo;
}

function numberField(body: Body, name: string): number {
  const value = body[name];
  if (value === undefined || value === null) throw new FieldError(`${name} is required`);
  if (typeof value !== 'number') throw new FieldError(`${name} must be a number`);
  return value;
}

export function unitsNumber(body: Body, name: string): number {
  const units = numberField(body, name);
  if (!Number.isSafeInteger(units) || units <= 0)
    throw new FieldError(`${name} must be a positive whole number`);
  return units;
}

export function priceNumber(body: Body, name: string): number {
  const naira = numberField(body, name);
  const kobo = Math.round(naira * 100);
  if (kobo <= 0) throw new FieldError(`${name} must be above zero`);
  if (kobo / 100 !== naira) throw new FieldError(`${name} is finer than the tick of 0.01`);
  return kobo;
}

export function dateText(value: string, name: string): string {
  if (!isCalendarDate(value)) throw new FieldError(`${name} must be a date YYYY-MM-DD`);
  return value;
}

export function queryText(query: URLSearchParams, name: string): string {
  return queryAsGiven(query, name).trim();
}

/** A required text, untrimmed. */
export function queryAsGiven(query: URLSearchParams, name: string): string {
  const value = query.get(name);
  if (value === null || value.trim() === '') throw new FieldError(`${name} is required`);
  return value;
}

/** An optional filter; its value must be one of a fixed set. */
export function queryChoice(
  query: URLSearchParams,
  name: string,
  allowed: readonly string[],
): string | null {
  const value = query.get(name);
  if (value === null || value.trim() === '') return null;
  const text = value.trim();
  if (!allowed.includes(text)) throw new FieldError(`${name} must be one of ${allowed.join(', ')}`);
  return text;
}

export interface Page {
  readonly page: number;
  readonly limit: number;
}

/** Page and limit of a list; `largest` is null for a list without an upper bound. */
export function queryPage(
  query: URLSearchParams,
  parameters: ExchangeParameters,
  standard: number,
  largest: number | null,
  pageName = 'page',
): Page {
  const page = wholeNumber(query, pageName, 1);
  if (page < 1) throw new FieldError(`${pageName} must be 1 or more`);
  const limit = wholeNumber(query, 'limit', standard);
  const highest = largest ?? Number.MAX_SAFE_INTEGER;
  if (limit >= 1 && limit <= highest) return { page, limit };
  if (parameters.pageLimitBeyond === 'clamp')
    return { page, limit: Math.max(1, Math.min(limit, highest)) };
  throw new FieldError(
    largest === null ? 'limit must be 1 or more' : `limit must be 1 to ${largest}`,
  );
}

function wholeNumber(query: URLSearchParams, name: string, standard: number): number {
  const text = query.get(name);
  if (text === null || text.trim() === '') return standard;
  if (!WHOLE_NUMBER.test(text.trim())) throw new FieldError(`${name} must be a whole number`);
  return Number(text.trim());
}
