import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { csvRows } from '../csv.js';
import type { Reading } from '../database/reads.js';
import { AuditEntryRow } from './audit-entry.entity.js';

const BATCH = 2_000;
const COLUMNS = [
  'sequence', 'stream', 'streamSequence', 'at', 'clockOffsetMs', 'actor', 'keyId', 'onBehalfOf',
  'sourceAddress', 'requestId', 'type', 'cause', 'approval', 'body', 'previousHash', 'hash', 'schemaVersion',
] as const satisfies readonly (keyof AuditEntryRow)[]; // prettier-ignore

export type ExportFormat = 'ndjson' | 'csv';

/** Writes the whole trail as hashed, oldest entry first. Returns the number of entries. */
export async function exportTrail(
  reading: Reading,
  format: ExportFormat,
  target: Writable,
): Promise<number> {
  if (format === 'csv') target.write(exportHead(format));
  let entries = 0;
  for await (const rows of trailPages(reading)) {
    if (!target.write(exportText(rows, format))) await once(target, 'drain');
    entries += rows.length;
  }
  return entries;
}

/** The trail up to this entry, oldest first. */
export async function* trailPages(
  reading: Reading,
  last = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<readonly AuditEntryRow[]> {
  for (let after = 0; after < last;) {
    const condition = 'sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?';
    const rows = await reading.find(AuditEntryRow, condition, [after, last, BATCH]);
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.sequence ?? last;
  }
}

/** What comes before the first entry. */
export function exportHead(format: ExportFormat): string {
  return format === 'csv' ? csvRows([COLUMNS]) : '';
}

/** The entries with all that is hashed, a line each. */
export function exportText(rows: readonly AuditEntryRow[], format: ExportFormat): string {
  return format === 'csv'
    ? csvRows(rows.map((row) => COLUMNS.map((name) => row[name])))
    : rows.map((row) => `${JSON.stringify(exportedEntry(row))}\n`).join('');
}

/** All that is hashed, and the hash. */
export function exportedEntry(row: AuditEntryRow): object {
  return Object.fromEntries(COLUMNS.map((name) => [name, row[name]]));
}
