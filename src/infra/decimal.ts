/**
 * Exact decimals for money and quantities. A decimal is a text of plain digits (`12.5`, `0.05`,
 * `1000`): no exponent, no sign but a leading minus, no float anywhere. `canonical` form has no
 * leading or trailing zeros, so equal values are equal texts.
 */
export type Decimal = string;

interface Scaled {
  readonly digits: bigint;
  readonly scale: number;
}

const PLAIN = /^-?\d+(\.\d+)?$/;

export function isDecimal(text: string): boolean {
  return PLAIN.test(text);
}

/** Above 0, of at most 30 digits before the point and 9 after it. */
export function isPositiveDecimal(text: string): boolean {
  return /^\d{1,30}(\.\d{1,9})?$/.test(text) && compare(text, '0') > 0;
}

export function canonical(text: Decimal): Decimal {
  return print(parse(text));
}

export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const [x, y] = aligned(a, b);
  if (x === y) return 0;
  return x < y ? -1 : 1;
}

export function add(a: Decimal, b: Decimal): Decimal {
  const [x, y, scale] = aligned(a, b);
  return print({ digits: x + y, scale });
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  const [x, y, scale] = aligned(a, b);
  return print({ digits: x - y, scale });
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  const [x, y] = [parse(a), parse(b)];
  return print({ digits: x.digits * y.digits, scale: x.scale + y.scale });
}

/** `a / b`, half rounded away from zero at `places` decimals. Throws when b is zero. */
export function divide(a: Decimal, b: Decimal, places: number): Decimal {
  const [x, y] = aligned(a, b);
  const negative = x < 0n !== y < 0n;
  const [top, bottom] = [magnitude(x) * 10n ** BigInt(places), magnitude(y)];
  const digits = (2n * top + bottom) / (2n * bottom);
  return print({ digits: negative ? -digits : digits, scale: places });
}

export function larger(a: Decimal, b: Decimal): Decimal {
  return compare(a, b) < 0 ? b : a;
}

/** `0.0500` has one significant digit, `1200` has four. */
export function significantDigits(text: Decimal): number {
  return canonical(text).replace(/[-.]/g, '').replace(/^0+/, '').length;
}

export function decimalPlaces(text: Decimal): number {
  return canonical(text).split('.')[1]?.length ?? 0;
}

function parse(text: Decimal): Scaled {
  if (!PLAIN.test(text)) throw new Error(`"${text.slice(0, 40)}" is not a plain decimal`);
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

function aligned(a: Decimal, b: Decimal): readonly [bigint, bigint, number] {
  const [x, y] = [parse(a), parse(b)];
  const scale = Math.max(x.scale, y.scale);
  return [shift(x, scale), shift(y, scale), scale];
}

function shift(value: Scaled, scale: number): bigint {
  return value.digits * 10n ** BigInt(scale - value.scale);
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function print({ digits, scale }: Scaled): Decimal {
  const text = magnitude(digits)
    .toString()
    .padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale);
  const fraction = text.slice(text.length - scale).replace(/0+$/, '');
  const sign = digits < 0n ? '-' : '';
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}

/** As people read it: `1234567.5` as `1,234,567.5`. */
export function grouped(text: Decimal): string {
  const [whole = '', fraction] = text.split('.');
  const digits = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

/** As people read an amount, grouped and with at least two places: `12.5` as `12.50`, `12.345` as it is. */
export function asMoney(text: Decimal): string {
  const [whole = '', fraction = ''] = text.split('.');
  return grouped(`${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`);
}
