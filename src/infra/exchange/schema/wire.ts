import { LosslessNumber, parse } from 'lossless-json';

/**
 * Reading what the exchange wrote without changing it: numbers keep their digits (order numbers
 * pass 2^53, prices are exact), nothing is coerced, and a field that is not what the interface
 * document says is simply not there for us.
 */
export type Wire =
  string | boolean | null | LosslessNumber | readonly Wire[] | { readonly [field: string]: Wire };

export type WireRecord = Readonly<Record<string, Wire>>;

/** The parsed text, or null when it is not JSON. */
export function parseWire(text: string): Wire | undefined {
  try {
    return parse(text) as Wire;
  } catch {
    return undefined;
  }
}

export function isRecord(value: Wire | undefined): value is WireRecord {
  if (typeof value !== 'object' || value === null) return false;
  return !Array.isArray(value) && !(value instanceof LosslessNumber);
}

export function field(record: WireRecord, name: string): Wire | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

export function textField(record: WireRecord, name: string): string | null {
  const value = field(record, name);
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') return null;
  // PostgreSQL's texts hold no NUL, and JSON may spell one.
  return text.includes('\u0000') ? text.replaceAll('\u0000', '\ufffd') : text;
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;
const DIGITS_MAX = 60;
/** As {@link plainDecimal} writes it; of a long list nearly all are. */
const IS_PLAIN = /^[1-9]\d{0,17}(?:\.\d{0,17}[1-9])?$/;

/** A number (or a text holding one) as plain decimal digits: `1.50e3` is `1500`. Null if it is none. */
export function decimalField(record: WireRecord, name: string): string | null {
  const value = field(record, name);
  if (value instanceof LosslessNumber) return plainDecimal(value.value);
  return typeof value === 'string' ? plainDecimal(value.trim()) : null;
}

const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** A quantity may also be written in groups of thousands, `10,000.00`: it is whole, so a comma is no point. */
export function quantityField(record: WireRecord, name: string): string | null {
  const value = field(record, name);
  const text = typeof value === 'string' ? value.trim() : '';
  return GROUPED.test(text) ? plainDecimal(text.replaceAll(',', '')) : decimalField(record, name);
}

export function plainDecimal(token: string): string | null {
  if (IS_PLAIN.test(token)) return token;
  const match = DECIMAL.exec(token);
  if (match === null || token.length > DIGITS_MAX) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const point = whole.length + Number(exponent);
  if (point > DIGITS_MAX || point < -DIGITS_MAX) return null;
  const digits = whole + fraction;
  const left = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0');
  const right = point <= 0 ? digits.padStart(digits.length - point, '0') : digits.slice(point);
  const text = `${left.replace(/^0+(?=\d)/, '')}${right.replace(/0+$/, '').replace(/^(?=.)/, '.')}`;
  return text === '0' ? text : `${sign}${text}`;
}

/**
 * An order number as the text that edit, cancel and enquiry take (the interface answers a number
 * and asks for a string). Whole positive numbers only; leading zeros of a text are part of it.
 */
export function orderNumberField(record: WireRecord, name: string): string | null {
  const value = field(record, name);
  if (value instanceof LosslessNumber) {
    const text = plainDecimal(value.value);
    return text !== null && /^[1-9]\d*$/.test(text) ? text : null;
  }
  const text = typeof value === 'string' ? value.trim() : '';
  return /^\d{1,40}$/.test(text) && /[1-9]/.test(text) ? text : null;
}

/**
 * An identifier that we only compare and never send: a text as it stands, a whole number by its digits, so
 * that the same one spelled either way is the same. Zero identifies nothing, and neither does a fraction.
 */
export function identifierField(record: WireRecord, name: string): string | null {
  const value = field(record, name);
  if (!(value instanceof LosslessNumber)) {
    const text = textField(record, name);
    return text === null || /^0+$/.test(text) ? null : text;
  }
  const digits = plainDecimal(value.value);
  return digits !== null && /^[1-9]\d*$/.test(digits) ? digits : null;
}
