import { LosslessNumber } from 'lossless-json';
import { shapeOf, undocumented, type Field, type FieldType, type Shape } from './shape.js';
import { field, isRecord, plainDecimal, type Wire, type WireRecord } from './wire.js';

/**
 * How a reply differs from the document, in words that stay the same from reply to reply: where, what
 * stands there, what is documented. No value is ever told, only names and types. Bounded, because
 * the exchange decides how long a reply is.
 */
export const DEVIATIONS_MAX = 50;
/** Of a longer list only so many rows are looked at. */
export const ROWS_LOOKED_AT = 5_000;
const NAME_LENGTH_MAX = 60;

const DOCUMENTED: Readonly<Record<FieldType, string>> = {
  text: 'text',
  number: 'number',
  decimalText: 'text',
  orderNumber: 'number',
  count: 'whole number',
  boolean: 'boolean',
  value: 'value',
  object: 'object',
  list: 'list',
};

/** Each deviation once, in the order of the document, what is not documented last. */
export function deviationsFrom(shape: Shape, body: Wire): readonly string[] {
  const found = new Set<string>();
  if (isRecord(body)) compare(shape, body, { found, path: '' });
  else found.add(`body: ${typeOf(body)}, documented object`);
  return [...found];
}

interface Comparison {
  readonly found: Set<string>;
  readonly path: string;
}

function compare(shape: Shape, record: WireRecord, { found, path }: Comparison): void {
  for (const [name, of] of Object.entries(shape)) {
    compareField(of, field(record, name), { found, path: `${path}${name}` });
  }
  for (const name of undocumented(shape, record)) {
    note(found, `${path}${printable(name)}: not documented`);
  }
}

function compareField(of: Field, given: Wire | undefined, { found, path }: Comparison): void {
  if (given === undefined) {
    if (!of.optional) note(found, `${path}: missing`);
    return;
  }
  if (given === null && of.nullable) return;
  const wrong = mismatch(of.type, given);
  if (wrong !== null) {
    note(
      found,
      `${path}: ${wrong}, documented ${DOCUMENTED[of.type]}${of.nullable ? ' or null' : ''}`,
    );
    return;
  }
  const shape = shapeOf(of);
  if (shape === null) return;
  if (isRecord(given)) compare(shape, given, { found, path: `${path}.` });
  if (!Array.isArray(given)) return;
  for (const row of (given as readonly Wire[]).slice(0, ROWS_LOOKED_AT)) {
    if (found.size >= DEVIATIONS_MAX) return;
    if (isRecord(row)) compare(shape, row, { found, path: `${path}[].` });
    else note(found, `${path}[]: ${typeOf(row)}, documented object`);
  }
}

function mismatch(type: FieldType, given: Wire): string | null {
  const seen = typeOf(given);
  if (type === 'value') return seen === 'null' ? seen : null;
  if (type !== 'count') return seen === DOCUMENTED[type] ? null : seen;
  if (!(given instanceof LosslessNumber)) return seen;
  return plainDecimal(given.value)?.includes('.') === false ? null : 'number with a fraction';
}

function typeOf(given: Wire): string {
  if (given === null) return 'null';
  if (given instanceof LosslessNumber) return 'number';
  if (Array.isArray(given)) return 'list';
  return typeof given === 'string' ? 'text' : typeof given;
}

function note(found: Set<string>, deviation: string): void {
  if (found.size < DEVIATIONS_MAX) found.add(deviation);
}

function printable(name: string): string {
  const plain = name.slice(0, NAME_LENGTH_MAX).replace(/[^\x20-\x7e]/g, '?');
  return name.length > NAME_LENGTH_MAX ? `${plain}…` : plain;
}
