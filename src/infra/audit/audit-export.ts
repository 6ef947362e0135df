import { csvRows } from '../csv.js';
import type { Reading } from '../database/reads.js';
import { AuditEntryRow } from './audit-entry.entity.js';

const BATCH = 2_000;
/** The fields of an entry in an export: all that is hashed, and the hash. */
export const EXPORTED_COLUMNS = [
  'sequence', 'stream', 'streamSequence', 'at', 'clockOffsetMs', 'actor', 'keyId', 'onBehalfOf',
  'sourceAddress', 'requestId', 'type', 'cause', 'approval', 'body', 'previousHash', 'hash', 'schemaVersion',
] as const satisfies readonly (keyof AuditEntryRow)[]; // prettier-ignore

/** A line each. */
export type TextFormat = 'ndjson' | 'csv';
export type ExportFormat = TextFormat | 'parquet';

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
export function exportHead(format: TextFormat): string {
  return format === 'csv' ? csvRows([EXPORTED_COLUMNS]) : '';
}

/** The entries with all that is hashed, a line each. */
export function exportText(rows: readonly AuditEntryRow[], format: TextFormat): string {
  return format === 'csv'
    ? csvRows(rows.map((row) => EXPORTED_COLUMNS.map((name) => row[name])))
    : rows.map((row) => `${JSON.stringify(exportedEntry(row))}\n`).join('');
}

/** All that is hashed, and the hash. */
export function exportedEntry(row: AuditEntryRow): object {
  return Object.fromEntries(EXPORTED_COLUMNS.map((name) => [name, row[name]]));
}
