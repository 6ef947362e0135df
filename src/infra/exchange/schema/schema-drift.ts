import { LosslessNumber } from 'lossless-json';
import { inBatches } from '../../runtime/batches.js';
import { ENDPOINTS, type EndpointName } from './endpoints.js';
import { bodySchema, ERROR, isRefusal } from './envelopes.js';
import {
  documentedType,
  schemaWithin,
  undocumented,
  type Field,
  type RecordSchema,
} from './wire-schema.js';
import { field, isRecord, plainDecimal, type Wire, type WireRecord } from './wire.js';

/**
 * Describes how a reply differs from the interface document: the path, the type found and the documented
 * type. The texts contain names and types but never values, so the same drift always gives the same text.
 * The result is bounded, because the exchange decides how long a reply is.
 */
const DIFFERENCES_MAX = 50;
/** Only this many rows of a long list are compared. */
export const ROWS_COMPARED = 5_000;
const NAME_LENGTH_MAX = 60;
const STATUS_WORDS_MAX = 20;
const STATUS_WORD_LENGTH_MAX = 40;

/** The document does not show the bodies of these statuses, so nothing in them can differ. */
const BODY_NOT_SHOWN = new Set([402, 429]);
/** "Values seen in responses", section "States and transitions". */
const STATUS_WORDS = new Set(['Posted', 'Amended', 'Cancelled', 'Open']);

export async function schemaDrift(
  endpoint: EndpointName,
  status: number,
  body: Wire | undefined,
): Promise<readonly string[]> {
  if (BODY_NOT_SHOWN.has(status)) return [];
  const fine = status >= 200 && status < 300;
  const found = fine || status === 403 ? [] : [`status ${status}: not shown`];
  if (body === undefined) return [...found, 'body: no JSON'];
  if (fine || isRefusal(body)) found.push(...(await driftInBatches(endpoint, body)));
  else found.push('body: not the error envelope');
  return [...found, ...unlistedStatusWords(body)];
}

/**
 * Compares the rows of a broker's list or a day's trades batch by batch, each as if it were the whole
 * list. If there is more drift than fits, the first rows win.
 */
async function driftInBatches(endpoint: EndpointName, body: Wire): Promise<readonly string[]> {
  const data = isRecord(body) ? field(body, 'data') : undefined;
  if (!isRecord(body) || !Array.isArray(data) || data.length === 0)
    return bodyDrift(endpoint, body);
  const found = new Set<string>();
  for await (const batch of inBatches((data as readonly Wire[]).slice(0, ROWS_COMPARED))) {
    for (const one of bodyDrift(endpoint, { ...body, data: batch })) found.add(one);
    if (found.size >= DIFFERENCES_MAX) break;
  }
  return [...found].slice(0, DIFFERENCES_MAX);
}

/** Order statuses that the document does not list. */
function unlistedStatusWords(body: Wire): readonly string[] {
  const data = isRecord(body) ? field(body, 'data') : undefined;
  const rows: readonly Wire[] = Array.isArray(data) ? (data as readonly Wire[]) : [data ?? null];
  const words = new Set<string>();
  for (const row of rows.slice(0, ROWS_COMPARED)) {
    const word = isRecord(row) ? field(row, 'Status') : undefined;
    if (typeof word !== 'string' || STATUS_WORDS.has(word)) continue;
    if (words.size >= STATUS_WORDS_MAX) break;
    words.add(word.slice(0, STATUS_WORD_LENGTH_MAX).replace(/[^\x20-\x7e]/g, '?'));
  }
  return [...words].sort().map((word) => `Status: the word "${word}"`);
}

/** Each difference once, in the order of the document; undocumented fields come last. */
export function bodyDrift(endpoint: EndpointName, body: Wire): readonly string[] {
  const { envelope, record } = ENDPOINTS[endpoint];
  const found = new Set<string>();
  if (isRecord(body)) {
    const schema = isRefusal(body) ? ERROR : bodySchema(envelope, record);
    compare(schema, body, { found, path: '' });
  } else {
    found.add(`body: ${typeOf(body)}, documented object`);
  }
  return [...found];
}

interface Comparison {
  readonly found: Set<string>;
  readonly path: string;
}

function compare(schema: RecordSchema, record: WireRecord, { found, path }: Comparison): void {
  for (const [name, of] of Object.entries(schema)) {
    compareField(of, field(record, name), { found, path: `${path}${name}` });
  }
  for (const name of undocumented(schema, record)) {
    note(found, `${path}${printable(name)}: not documented`);
  }
}

function compareField(of: Field, given: Wire | undefined, { found, path }: Comparison): void {
  if (given === undefined) {
    if (!of.optional) note(found, `${path}: missing`);
    return;
  }
  if (given === null && of.nullable) return;
  const wrong = mismatch(of, given);
  if (wrong !== null) {
    note(
      found,
      `${path}: ${wrong}, documented ${documentedType(of)}${of.nullable ? ' or null' : ''}`,
    );
    return;
  }
  const schema = schemaWithin(of);
  if (schema === null) return;
  if (isRecord(given)) compare(schema, given, { found, path: `${path}.` });
  if (!Array.isArray(given)) return;
  for (const row of (given as readonly Wire[]).slice(0, ROWS_COMPARED)) {
    if (found.size >= DIFFERENCES_MAX) return;
    if (isRecord(row)) compare(schema, row, { found, path: `${path}[].` });
    else note(found, `${path}[]: ${typeOf(row)}, documented object`);
  }
}

/** The type found, if it is not the documented one. */
function mismatch(of: Field, given: Wire): string | null {
  const seen = typeOf(given);
  if (of.kind === 'value') return seen === 'null' ? seen : null;
  if (of.kind !== 'count') return seen === documentedType(of) ? null : seen;
  if (!(given instanceof LosslessNumber)) return seen;
  return plainDecimal(given.value)?.includes('.') === false ? null : 'number with a fraction';
}

function typeOf(given: Wire): string {
  if (given === null) return 'null';
  if (given instanceof LosslessNumber) return 'number';
  if (Array.isArray(given)) return 'list';
  return typeof given === 'string' ? 'text' : typeof given;
}

function note(found: Set<string>, difference: string): void {
  if (found.size < DIFFERENCES_MAX) found.add(difference);
}

function printable(name: string): string {
  const plain = name.slice(0, NAME_LENGTH_MAX).replace(/[^\x20-\x7e]/g, '?');
  return name.length > NAME_LENGTH_MAX ? `${plain}…` : plain;
}
