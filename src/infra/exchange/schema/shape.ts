import { LosslessNumber } from 'lossless-json';
import {
  decimalField,
  field,
  isRecord,
  orderNumberField,
  type Wire,
  type WireRecord,
} from './wire.js';

/**
 * The language in which the interface document is written down as data, and how a record is read by
 * it. Reading never guesses: what is missing or of another type is null and named as odd. The one
 * leniency is a number written as text, or a decimal text written as a number; the digits count.
 */
export type FieldType =
  | 'text'
  /** A number of any size, read as exact decimal text. */
  | 'number'
  /** A decimal that the exchange writes as text. */
  | 'decimalText'
  /** A number to the exchange, a name to us. */
  | 'orderNumber'
  /** A small whole number, such as a page or a year: the only kind that becomes a JS number. */
  | 'count'
  | 'boolean'
  /** Any value: the document does not show its type. */
  | 'value'
  | 'object'
  | 'list';

export interface Field<
  As extends string = string,
  Type extends FieldType = FieldType,
  Of = unknown,
> {
  /** Our name for it. */
  readonly as: As;
  readonly type: Type;
  readonly nullable: boolean;
  /** May be absent: it is documented "when applicable" or for some records only. */
  readonly optional: boolean;
  /** The fields of an object or of a list's rows; null where the document does not show them. */
  readonly of: Of;
}

/** A record of the document: what stands under which name on the wire. */
export type Shape = Readonly<Record<string, Field>>;

/** JSON as the exchange wrote it, its numbers as text. */
export type RawJson =
  string | boolean | null | readonly RawJson[] | { readonly [name: string]: RawJson };

type Values<Of> = Of extends Shape ? Fields<Of> : RawJson;

type Value<F> = F extends { type: 'count' }
  ? number
  : F extends { type: 'boolean' }
    ? boolean
    : F extends { type: 'value' }
      ? RawJson
      : F extends { type: 'object'; of: infer Of }
        ? Values<Of>
        : F extends { type: 'list'; of: infer Of }
          ? readonly Values<Of>[]
          : string;

/** A record in our names. */
export type Fields<S extends Shape> = {
  readonly [W in keyof S as S[W]['as']]: Value<S[W]> | null;
};

export interface ReadRecord<S extends Shape> {
  readonly fields: Fields<S>;
  /** Our names of the documented fields that were missing or of another type. */
  readonly odd: readonly string[];
  /** What the document does not list, under its own names; only when there is any. */
  readonly other?: Readonly<Record<string, RawJson>>;
}

/** Deeper values of undocumented fields are not shown. */
const RAW_DEPTH_MAX = 8;
const TOO_DEEP = '(nested too deeply to be shown)';

function plain<const T extends FieldType>(type: T) {
  return <const As extends string>(as: As): Field<As, T, null> => ({
    as,
    type,
    nullable: false,
    optional: false,
    of: null,
  });
}

export const text = plain('text');
export const number = plain('number');
export const decimalText = plain('decimalText');
export const orderNumber = plain('orderNumber');
export const count = plain('count');
export const boolean = plain('boolean');
export const value = plain('value');

export function object<const As extends string, const Of extends Shape>(
  as: As,
  of: Of,
): Field<As, 'object', Of> {
  return { as, type: 'object', nullable: false, optional: false, of };
}

export function list<const As extends string, const Of extends Shape | null>(
  as: As,
  of: Of,
): Field<As, 'list', Of> {
  return { as, type: 'list', nullable: false, optional: false, of };
}

export function orNull<F extends Field>(of: F): F {
  return { ...of, nullable: true };
}

export function optional<F extends Field>(of: F): F {
  return { ...of, optional: true };
}

/** One record in our names. */
export function readRecord<S extends Shape>(shape: S, record: WireRecord): ReadRecord<S> {
  const odd = new Set<string>();
  const fields = fieldsOf(shape, record, { odd, path: '' }) as Fields<S>;
  const other = othersOf(shape, record);
  return { fields, odd: [...odd], ...(other === null ? {} : { other }) };
}

/** A record as it goes out: its fields, and beside them what the document does not list. */
export type Row<S extends Shape> = Fields<S> & {
  readonly other?: Readonly<Record<string, RawJson>>;
};

/** Many records. What is none is left out and named `[]`. */
export function readRows<S extends Shape>(
  shape: S,
  rows: readonly Wire[],
): { readonly rows: readonly Row<S>[]; readonly odd: readonly string[] } {
  const odd = new Set<string>();
  const read = rows.flatMap((row) => {
    if (!isRecord(row)) {
      odd.add('[]');
      return [];
    }
    const { fields, other, ...found } = readRecord(shape, row);
    for (const name of found.odd) odd.add(name);
    return [other === undefined ? fields : { ...fields, other }];
  });
  return { rows: read, odd: [...odd] };
}

/** The fields of an object or of a list's rows. */
export function shapeOf(of: Field): Shape | null {
  return of.of as Shape | null;
}

/** Names that the record has and the document does not. */
export function undocumented(shape: Shape, record: WireRecord): readonly string[] {
  return Object.keys(record).filter((name) => !Object.hasOwn(shape, name));
}

interface Reading {
  readonly odd: Set<string>;
  /** Where the record stands, in our names; empty or ending with a dot. */
  readonly path: string;
}

function fieldsOf(shape: Shape, record: WireRecord, { odd, path }: Reading): object {
  const entries = Object.entries(shape).map(([name, of]) => {
    const at = `${path}${of.as}`;
    const given = field(record, name);
    const found = valueOf(of, record, name, { odd, path: at });
    const allowed = given === undefined ? of.optional : given === null && of.nullable;
    if (found === null && !allowed) odd.add(at);
    return [of.as, found] as const;
  });
  return Object.fromEntries(entries);
}

/** Null when it is not there, or is not what the document says. */
function valueOf(of: Field, record: WireRecord, name: string, reading: Reading): unknown {
  const given = field(record, name);
  switch (of.type) {
    case 'text':
      // PostgreSQL's texts hold no NUL, and JSON may spell one.
      return typeof given === 'string' ? given.trim().replaceAll('\u0000', '\ufffd') : null;
    case 'number':
    case 'decimalText':
      return decimalField(record, name);
    case 'orderNumber':
      return orderNumberField(record, name);
    case 'count':
      return countOf(decimalField(record, name));
    case 'boolean':
      return typeof given === 'boolean' ? given : null;
    case 'value':
      return given === undefined ? null : rawJson(given);
    case 'object': {
      const shape = shapeOf(of);
      if (!isRecord(given)) return null;
      return shape === null
        ? rawJson(given)
        : fieldsOf(shape, given, { odd: reading.odd, path: `${reading.path}.` });
    }
    case 'list':
      return Array.isArray(given) ? rowsOf(shapeOf(of), given as readonly Wire[], reading) : null;
  }
}

/** Rows that are no records are left out and named, such as `asks[]`. */
function rowsOf(shape: Shape | null, rows: readonly Wire[], { odd, path }: Reading): unknown[] {
  if (shape === null) return rows.map((row) => rawJson(row));
  return rows.flatMap((row) => {
    if (isRecord(row)) return [fieldsOf(shape, row, { odd, path: `${path}[].` })];
    odd.add(`${path}[]`);
    return [];
  });
}

function countOf(decimal: string | null): number | null {
  const whole = decimal !== null && /^-?\d+$/.test(decimal) ? Number(decimal) : null;
  return Number.isSafeInteger(whole) ? whole : null;
}

function othersOf(shape: Shape, record: WireRecord): Readonly<Record<string, RawJson>> | null {
  const names = undocumented(shape, record);
  if (names.length === 0) return null;
  // Defines own properties, so a field called `__proto__` is a field.
  return Object.fromEntries(names.map((name) => [name, rawJson(record[name] ?? null)]));
}

/** A value as it was written: numbers keep their digits by being texts. */
export function rawJson(given: Wire, depth = 0): RawJson {
  if (given instanceof LosslessNumber) return given.value;
  if (typeof given !== 'object' || given === null) return given;
  if (depth >= RAW_DEPTH_MAX) return TOO_DEEP;
  if (Array.isArray(given)) {
    return (given as readonly Wire[]).map((item) => rawJson(item, depth + 1));
  }
  return Object.fromEntries(
    Object.entries(given as WireRecord).map(([name, item]) => [name, rawJson(item, depth + 1)]),
  );
}
