import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Reading } from '../../database/reads.js';
import { exportHead, exportText, trailPages, type ExportFormat } from '../audit-export.js';
import type { AuditEntryRow } from '../audit-entry.entity.js';
import { parquetOf } from './parquet-export.js';

type Pages = AsyncIterable<readonly AuditEntryRow[]>;

/** An export, piece by piece as its pages are read. */
export function exportPieces(pages: Pages, format: ExportFormat): AsyncIterable<string | Buffer> {
  return format === 'parquet' ? parquetOf(pages) : textOf(pages, format);
}

async function* textOf(
  pages: Pages,
  format: Exclude<ExportFormat, 'parquet'>,
): AsyncGenerator<string> {
  const head = exportHead(format);
  if (head !== '') yield head;
  for await (const rows of pages) yield exportText(rows, format);
}

/** Writes the whole trail as hashed, oldest entry first. Returns the number of entries. */
export async function exportTrail(
  reading: Reading,
  format: ExportFormat,
  target: Writable,
): Promise<number> {
  let entries = 0;
  const counted = async function* (): AsyncGenerator<readonly AuditEntryRow[]> {
    for await (const rows of trailPages(reading)) {
      entries += rows.length;
      yield rows;
    }
  };
  for await (const piece of exportPieces(counted(), format))
    if (!target.write(piece)) await once(target, 'drain');
  return entries;
}
