import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Reading } from '../../database/reads.js';
import {
  exportedEntry,
  exportHead,
  exportText,
  trailPages,
  type ExportFormat,
} from '../audit-export.js';
import type { AuditEntryRow } from '../audit-entry.entity.js';
import { ContradictedProof } from '../checkpoints/audit-proofs.js';
import { ProvenTree } from '../checkpoints/proven-tree.js';
import { readHead } from '../checkpoints/signed-note.js';
import { parquetOf } from './parquet-export.js';

type Pages = AsyncIterable<readonly AuditEntryRow[]>;

/** How far an export has read. */
export interface ExportProgress {
  /** The last entry that was looked at, and the last one that there will be. */
  readonly sequence: number;
  readonly upTo: number;
  /** How many entries it has by now, and which are the first and the last of them. */
  readonly entries: number;
  readonly first: number | null;
  readonly last: number | null;
}

/** Is told after each page. */
export type Reached = (progress: ExportProgress) => void;

/** In place of a format: each entry with the proof that it is in the tree of this signed checkpoint. */
export interface Proofs {
  readonly size: number;
  readonly checkpoint: string;
}

/** An export, piece by piece as its pages are read. */
export function exportPieces(
  pages: Pages,
  format: ExportFormat | Proofs,
  tree: Pick<ProvenTree, 'inclusionProof'>,
): AsyncIterable<string | Buffer> {
  if (typeof format === 'object') return proofsOf(pages, format, tree);
  return format === 'parquet' ? parquetOf(pages) : textOf(pages, format);
}

async function* proofsOf(
  pages: Pages,
  { checkpoint }: Proofs,
  tree: Pick<ProvenTree, 'inclusionProof'>,
): AsyncGenerator<string> {
  const head = readHead(checkpoint);
  if (head === null) throw new Error('The checkpoint of the proofs is none');
  for await (const rows of pages) {
    const lines: string[] = [];
    for (const row of rows) {
      const hashes = await tree.inclusionProof(row, head);
      if (hashes === null) throw new ContradictedProof(`entry ${row.sequence}`, head.size);
      const proof = hashes.map((hash) => hash.toString('base64'));
      const entry = exportedEntry(row);
      lines.push(`${JSON.stringify({ kind: 'inclusion', entry, proof, checkpoint })}\n`);
    }
    yield lines.join('');
  }
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
  const pages = countedPages(
    reading,
    Number.MAX_SAFE_INTEGER,
    (far) => void (entries = far.entries),
  );
  for await (const piece of exportPieces(pages, format, new ProvenTree(reading)))
    if (!target.write(piece)) await once(target, 'drain');
  return entries;
}

/** The trail up to this entry, oldest first. */
export async function* countedPages(
  reading: Reading,
  upTo: number,
  reached: Reached,
): AsyncGenerator<readonly AuditEntryRow[]> {
  let entries = 0;
  let first: number | null = null;
  for await (const rows of trailPages(reading, upTo)) {
    entries += rows.length;
    first ??= rows[0]?.sequence ?? null;
    const last = rows.at(-1)?.sequence ?? null;
    reached({ sequence: last ?? upTo, upTo, entries, first, last });
    yield rows;
  }
}
