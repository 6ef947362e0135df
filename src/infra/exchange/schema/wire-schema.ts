import { LosslessNumber } from 'lossless-json';
import {
  decimalField,
  field,
  identifierField,
  isRecord,
  orderNumberField,
  quantityField,
  textField,
  type Wire,
  type WireRecord,
} from './wire.js';

/**
 * A small schema language for the interface document. The same schema decodes a record and detects how a
 * reply differs from the document (`schema-drift`).
 *
 * Decoding never guesses. A value that is missing or has another type becomes null, and its field is
 * listed as odd. The one exception: digits are accepted both as a number and as text.
 */

/** The documented type of a value, and how we read it. */
const KINDS = {
  /** May be empty. */
  text: { documented: 'text', read: anyText },
  /** An empty text counts as missing. */
  filledText: { documented: 'text', read: textField },
  /** Compared but never sent. */
  identifier: { documented: 'text', read: identifierField },
  /** A number of any size, read as exact decimal text. */
  number: { documented: 'number', read: decimalField },
  /** A number of units; may have thousands separators. */
  quantity: { documented: 'number', read: quantityField },
  /** A decimal that the document shows as text. */
  decimalText: { documented: 'text', read: decimalField },
  /** A number on the wire, but an identifier to us. */
  orderNumber: { documented: 'number', read: orderNumberField },
  /** A small whole number, such as a page or a year: the only kind that becomes a JS number. */
  count: { documented: 'whole number', read: countField },
  boolean: { documented: 'boolean', read: booleanField },
  /** Any value: the document does not show its type. */
  value: { documented: 'value', read: anyValue },
} as const;

type PlainKind = keyof typeof KINDS;
export type FieldKind = PlainKind | 'object' | 'list';

/**
 * How we use a field. A record without a `required` field is not evidence, and a `display` field never
 * decides anything.
 */
export type FieldUse = 'required' | 'evidence' | 'display';

export interface Field<
  As extends string = string,
  Kind extends FieldKind = FieldKind,
  Of = unknown,
  Use extends FieldUse = FieldUse,
> {
  /** Our name for the field. */
  readonly as: As;
  readonly kind: Kind;
  readonly nullable: boolean;
  /** May be absent: documented "when applicable" or only for some records. */
  readonly optional: boolean;
  readonly use: Use;
  /** The fields of an object or of a list's rows; null if the document does not show them. */
  readonly of: Of;
}

/** A documented record: its fields by their names on the wire. */
export type RecordSchema = Readonly<Record<string, Field>>;

/** JSON as the exchange wrote it, its numbers as text. */
export type RawJson =
  string | boolean | null | readonly RawJson[] | { readonly [name: string]: RawJson };

type Values<Of> = Of extends RecordSchema ? Fields<Of> : RawJson;

type Value<F> = F extends { kind: 'count' }
  ? number
  : F extends { kind: 'boolean' }
    ? boolean
    : F extends { kind: 'value' }
      ? RawJson
      : F extends { kind: 'object'; of: infer Of }
        ? Values<Of>
        : F extends { kind: 'list'; of: infer Of }
          ? readonly Values<Of>[]
          : string;

/** A record in our names. */
export type Fields<S extends RecordSchema> = {
  readonly [W in keyof S as S[W]['as']]: Value<S[W]> | null;
};

/** A record we rely on: without display fields, and with every required field present. */
export type Evidence<S extends RecordSchema> = {
  readonly [W in keyof S as S[W]['use'] extends 'display' ? never : S[W]['as']]:
    Value<S[W]> | (S[W]['use'] extends 'required' ? never : null);
};

export interface DecodedRecord<S extends RecordSchema> {
  readonly fields: Fields<S>;
  /** Our names of the documented fields that were missing or of another type. */
  readonly odd: readonly string[];
  /** Undocumented fields under their own names; absent when there are none. */
  readonly other?: Readonly<Record<string, RawJson>>;
}

/** A record as our API returns it: its fields, and undocumented ones in `other`. */
export type Row<S extends RecordSchema> = Fields<S> & {
  readonly other?: Readonly<Record<string, RawJson>>;
};

function plain<const Kind extends PlainKind>(kind: Kind) {
  return <const As extends string>(as: As): Field<As, Kind, null, 'evidence'> =>
    newField(as, kind, null);
}

function newField<As extends string, Kind extends FieldKind, Of>(
  as: As,
  kind: Kind,
  of: Of,
): Field<As, Kind, Of, 'evidence'> {
  return { as, kind, of, nullable: false, optional: false, use: 'evidence' };
}

export const text = plain('text');
export const filledText = plain('filledText');
export const identifier = plain('identifier');
export const number = plain('number');
export const quantity = plain('quantity');
export const decimalText = plain('decimalText');
export const orderNumber = plain('orderNumber');
export const count = plain('count');
export const boolean = plain('boolean');
export const value = plain('value');

export function object<const As extends string, const Of extends RecordSchema>(
  as: As,
  of: Of,
): Field<As, 'object', Of, 'evidence'> {
  return newField(as, 'object', of);
}

export function list<const As extends string, const Of extends RecordSchema | null>(
  as: As,
  of: Of,
): Field<As, 'list', Of, 'evidence'> {
  return newField(as, 'list', of);
}

export function orNull<F extends Field>(of: F): F {
  return { ...of, nullable: true };
}

export function optional<F extends Field>(of: F): F {
  return { ...of, optional: true };
}

export function required<F extends Field>(of: F): Omit<F, 'use'> & { readonly use: 'required' } {
  return { ...of, use: 'required' };
}

export function forDisplay<F extends Field>(of: F): Omit<F, 'use'> & { readonly use: 'display' } {
  return { ...of, use: 'display' };
}

/** Null when a required field is missing or unreadable. */
export function decodeEvidence<S extends RecordSchema>(
  schema: S,
  record: WireRecord,
): Evidence<S> | null {
  const decoded: Record<string, unknown> = {};
  for (const [name, of] of Object.entries(schema)) {
    if (of.use === 'display') continue;
    const found = valueOf(of, record, name, UNNOTED);
    if (found === null && of.use === 'required') return null;
    decoded[of.as] = found;
  }
  return decoded as Evidence<S>;
}

/** The wire names of required fields that are missing or unreadable. */
export function unreadableIn(schema: RecordSchema, record: WireRecord): readonly string[] {
  return Object.entries(schema).flatMap(([name, of]) =>
    of.use === 'required' && valueOf(of, record, name, UNNOTED) === null ? [name] : [],
  );
}

/** One record in our names. */
export function decodeRecord<S extends RecordSchema>(
  schema: S,
  record: WireRecord,
): DecodedRecord<S> {
  const odd = new Set<string>();
  const fields = fieldsOf(schema, record, { odd, path: '' }) as Fields<S>;
  const other = othersOf(schema, record);
  return { fields, odd: [...odd], ...(other === null ? {} : { other }) };
}

/** Decodes rows. A row that is not an object is left out and listed in `odd` as `[]`. */
export function decodeRows<S extends RecordSchema>(
  schema: S,
  rows: readonly Wire[],
): { readonly rows: readonly Row<S>[]; readonly odd: readonly string[] } {
  const odd = new Set<string>();
  const decoded = rows.flatMap((row) => {
    if (!isRecord(row)) {
      odd.add('[]');
      return [];
    }
    const { fields, other, ...found } = decodeRecord(schema, row);
    for (const name of found.odd) odd.add(name);
    return [other === undefined ? fields : { ...fields, other }];
  });
  return { rows: decoded, odd: [...odd] };
}

/** The type shown in the document. */
export function documentedType({ kind }: Field): string {
  return kind === 'object' || kind === 'list' ? kind : KINDS[kind].documented;
}

/** The fields of an object or of a list's rows. */
export function schemaWithin(of: Field): RecordSchema | null {
  return of.of as RecordSchema | null;
}

/** Names in the record that the document does not list. */
export function undocumented(schema: RecordSchema, record: WireRecord): readonly string[] {
  return Object.keys(record).filter((name) => !Object.hasOwn(schema, name));
}

interface Decoding {
  readonly odd: Pick<Set<string>, 'add'>;
  /** Path of the record in our names; empty or ending with a dot. */
  readonly path: string;
}

/** For decoding without collecting odd fields. */
const UNNOTED: Decoding = { odd: new Set<string>(), path: '' };

function fieldsOf(schema: RecordSchema, record: WireRecord, { odd, path }: Decoding): object {
  const entries = Object.entries(schema).map(([name, of]) => {
    const at = `${path}${of.as}`;
    const given = field(record, name);
    const found = valueOf(of, record, name, { odd, path: at });
    const allowed = given === undefined ? of.optional : given === null && of.nullable;
    if (found === null && !allowed) odd.add(at);
    return [of.as, found] as const;
  });
  return Object.fromEntries(entries);
}

/** Null when the field is missing or not of the documented type. */
function valueOf(of: Field, record: WireRecord, name: string, decoding: Decoding): unknown {
  const { kind } = of;
  if (kind !== 'object' && kind !== 'list') return KINDS[kind].read(record, name);
  const given = field(record, name);
  const schema = schemaWithin(of);
  if (kind === 'list') {
    return Array.isArray(given) ? rowsOf(schema, given as readonly Wire[], decoding) : null;
  }
  if (!isRecord(given)) return null;
  if (schema === null) return rawJson(given);
  return fieldsOf(schema, given, { odd: decoding.odd, path: `${decoding.path}.` });
}

/** Leaves out rows that are not objects and lists them in `odd`, for example as `asks[]`. */
function rowsOf(
  schema: RecordSchema | null,
  rows: readonly Wire[],
  { odd, path }: Decoding,
): unknown[] {
  if (schema === null) return rows.map((row) => rawJson(row));
  return rows.flatMap((row) => {
    if (isRecord(row)) return [fieldsOf(schema, row, { odd, path: `${path}[].` })];
    odd.add(`${path}[]`);
    return [];
  });
}

function anyText(record: WireRecord, name: string): string | null {
  const given = field(record, name);
  // JSON may contain a NUL, which PostgreSQL's text type cannot store.
  return typeof given === 'string' ? given.trim().replaceAll('\u0000', '\ufffd') : null;
}

function countField(record: WireRecord, name: string): number | null {
  const decimal = decimalField(record, name);
  const whole = decimal !== null && /^-?\d+$/.test(decimal) ? Number(decimal) : null;
  return Number.isSafeInteger(whole) ? whole : null;
}

function booleanField(record: WireRecord, name: string): boolean | null {
  const given = field(record, name);
  return typeof given === 'boolean' ? given : null;
}

function anyValue(record: WireRecord, name: string): RawJson {
  const given = field(record, name);
  return given === undefined ? null : rawJson(given);
}

function othersOf(
  schema: RecordSchema,
  record: WireRecord,
): Readonly<Record<string, RawJson>> | null {
  const names = undocumented(schema, record);
  if (names.length === 0) return null;
  // `fromEntries` defines own properties, so a field called `__proto__` is safe.
  return Object.fromEntries(names.map((name) => [name, rawJson(record[name] ?? null)]));
}

/** Undocumented fields are shown down to this depth. */
const RAW_DEPTH_MAX = 8;
const TOO_DEEP = '(nested too deeply to be shown)';

/** A value as written. Numbers become texts, so that they keep all their digits. */
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
