import { ENDPOINTS, type EndpointName } from '../../../../src/infra/exchange/schema/endpoints.js';
import { contentsOf } from '../../../../src/infra/exchange/schema/envelopes.js';
import {
  decodeRows,
  type RecordSchema,
} from '../../../../src/infra/exchange/schema/wire-schema.js';
import { isRecord, parseWire, type Wire } from '../../../../src/infra/exchange/schema/wire.js';
import { DOCUMENTED_REPLIES } from './documented-replies.js';

export type Read = ReturnType<typeof decodeRows<RecordSchema>>;

export const SHAPES: Readonly<Record<EndpointName, { readonly record: RecordSchema }>> = ENDPOINTS;

export function wire(text: string): Wire {
  const body = parseWire(text);
  if (body === undefined) throw new Error(`not JSON: ${text.slice(0, 200)}`);
  return body;
}

export function recordsIn(name: EndpointName, body: Wire): readonly Wire[] {
  const contents = contentsOf(ENDPOINTS[name].envelope, body);
  if (contents === null) throw new Error('not the documented envelope');
  return contents.kind === 'rows' ? contents.rows : [contents.record];
}

export const read = (name: EndpointName, body: Wire): Read =>
  decodeRows(SHAPES[name].record, recordsIn(name, body));

/** The documented reply with some fields of its record replaced; null removes a field. */
export function changed(name: EndpointName, fields: Readonly<Record<string, string | null>>): Wire {
  const body = wire(DOCUMENTED_REPLIES[name].body);
  const record = recordsIn(name, body)[0];
  if (!isRecord(record)) throw new Error('no record');
  const kept = Object.entries(record).filter(([field]) => fields[field] !== null);
  const added = Object.entries(fields).flatMap(([field, token]) =>
    token === null ? [] : [[field, wire(token)] as const],
  );
  return replaced(body, record, Object.fromEntries([...kept, ...added]));
}

function replaced(node: Wire, old: Wire, now: Wire): Wire {
  if (node === old) return now;
  if (Array.isArray(node)) return (node as readonly Wire[]).map((item) => replaced(item, old, now));
  if (!isRecord(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, item]) => [key, replaced(item, old, now)]),
  );
}
