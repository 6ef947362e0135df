import { LosslessNumber, parse } from 'lossless-json';

/**
 * Reads the exchange's JSON without changing it. Numbers keep all their digits, because order numbers can
 * exceed 2^53 and prices are exact. Nothing is coerced: a field of an undocumented type counts as missing.
 */
export type Wire =
  string | boolean | null | LosslessNumber | readonly Wire[] | { readonly [field: string]: Wire };

export type WireRecord = Readonly<Record<string, Wire>>;

/** Undefined when the text is not JSON. */
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

/** What becomes part of orders, breaks and the trail, where it is for ever; the reply itself is kept whole. */
const TEXT_MOST = 1_000;
/** PostgreSQL's text type cannot store a NUL, some readers end a line at the next two, and UTF-8 has no half characters. */
const UNFIT = /[\u0000\u2028\u2029]|\p{Cs}/gu;

/** Without white space around it; a longer one is cut. */
export function textField(record: WireRecord, name: string): string | null {
  const value = field(record, name);
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') return null;
  const fit = text.replace(UNFIT, '\ufffd');
  if (fit.length <= TEXT_MOST) return fit;
  return `${fit.slice(0, TEXT_MOST).replace(/\p{Cs}$/u, '')}…`;
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;
const DIGITS_MAX = 60;
/** Already in the form of {@link plainDecimal}, as nearly all numbers of a long list are. */
const IS_PLAIN = /^[1-9]\d{0,17}(?:\.\d{0,17}[1-9])?$/;

/** A number, or a text containing one, as a plain decimal: `1.50e3` becomes `1500`. Otherwise null. */
export function decimalField(record: WireRecord, name: string): string | null {
  const value = field(record, name);
  if (value instanceof LosslessNumber) return plainDecimal(value.value);
  return typeof value === 'string' ? plainDecimal(value.trim()) : null;
}

const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** A quantity may have thousands separators: `10,000.00`. Quantities are whole, so a comma is never a decimal point. */
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
 * An order number as text. Acknowledgements contain a number, but edit, cancel and enquiry take a string.
 * Only whole positive numbers are valid. Leading zeros of a text are kept, because the exchange may answer only to them;
 * in the answer to an enquiry of it they do not make it another number ({@link sameNumber}).
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

/** Whether two texts are one order number: the document shows numbers, and those have no leading zeros. */
export function sameNumber(one: string, other: string): boolean {
  return bareNumber(one) === bareNumber(other);
}

export function bareNumber(orderNumber: string): string {
  return orderNumber.replace(/^0+/, '');
}

/**
 * An identifier that we compare but never send. A text stays as it is and a whole number becomes its
 * digits, so both spellings compare equal. Zero and fractions identify nothing.
 */
export function identifierField(record: WireRecord, name: string): string | null {
  const value = field(record, name);
  if (!(value instanceof LosslessNumber)) {
    const text = textField(record, name);
    // One that was cut could be the beginning of another.
    return text === null || text.length > TEXT_MOST || /^0+$/.test(text) ? null : text;
  }
  const digits = plainDecimal(value.value);
  return digits !== null && /^[1-9]\d*$/.test(digits) ? digits : null;
}
