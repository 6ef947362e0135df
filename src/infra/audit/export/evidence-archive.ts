import { Injectable } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ThreadPrograms } from '../../database/threads/reading-thread.js';
import { Clock, instant } from '../../runtime/clock.js';
import type { Actor } from '../actor.js';
import type { TextFormat } from '../audit-export.js';
import type { AuditCheckpointRow } from '../checkpoints/audit-tree.entity.js';
import { SignedCheckpoints } from '../checkpoints/signed-checkpoints.js';
import { verifierKeyOf } from '../checkpoints/signed-note.js';
import { SigningKey, type Signer } from '../checkpoints/signing-key.js';
import { manifestNote, manifestText } from './archive-manifest.js';
import { archiveReadme, VERIFIER } from './archive-readme.js';
import type { ExportProgress, Proofs, Reached } from './export-pieces.js';
import { zipOf, type ArchivedFile, type ArchiveFile, type ClosingFile } from './zip-archive.js';

/** Read at a time. */
const CHECKPOINTS = 500;

export interface ArchiveOrder {
  readonly by: Actor;
  /** What the entries were chosen by; without any, and from the first entry on, it is the whole trail. */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly afterSequence: number;
  /** The last entry of a selection; the whole trail goes up to the checkpoint. */
  readonly upTo: number;
  /** The entries up to that one, oldest first; asked for once for each file that has them. */
  readonly pieces: (part: ArchivePart, reached: Reached) => AsyncIterable<string | Buffer>;
}

export interface ArchivePart {
  readonly format: TextFormat | Proofs;
  readonly upTo: number;
}

export type ArchiveStream = Readable;

/** What an archive hangs on. */
interface Cover {
  readonly checkpoint: AuditCheckpointRow;
  /** The first key of the trail, and the one in force at the checkpoint. */
  readonly firstKey: string;
  readonly keyInForce: string;
  /** Holds the key in force; null where that is not at hand, and then the manifest is not signed. */
  readonly signer: Signer | null;
}

/** How much the files of an archive have, known once they are written. */
interface Counted {
  progress: ExportProgress | null;
  checkpoints: number;
}

/**
 * Everything in one zip that somebody needs who verifies entries without us: the entries, a signed checkpoint that covers
 * them, what leads from the one to the other, and the verifier. `docs/audit-format.md` describes the files.
 *   - The whole trail comes with all signed checkpoints: that it holds shows that nothing was left out.
 *   - A selection comes with a proof for each entry: that it holds shows that each is in the trail, not that these are all.
 */
@Injectable()
export class EvidenceArchives {
  constructor(
    private readonly checkpoints: SignedCheckpoints,
    private readonly key: SigningKey,
    private readonly clock: Clock,
    private readonly programs: ThreadPrograms,
  ) {}

  /**
   * Signs a checkpoint if none covers the last entry, unless the database is only read. Null: none covers it, and this
   * instance cannot sign one.
   */
  async of(order: ArchiveOrder): Promise<ArchiveStream | null> {
    const cover = await this.cover(order.upTo);
    if (cover === null) return null;
    const createdAt = this.clock.now();
    const isWhole = order.afterSequence === 0 && Object.keys(order.filters).length === 0;
    const { checkpoint, firstKey, keyInForce, signer } = cover;
    // A whole trail leads from its first key to all later ones; proofs stand on the one that signed their checkpoint.
    const verifierKey = isWhole ? firstKey : keyInForce;
    const isSigned = signer !== null;
    const readme = archiveReadme({ isWhole, isSigned, verifierKey });
    const counted: Counted = { progress: null, checkpoints: 0 };
    const content = isWhole
      ? this.trail(order, checkpoint, counted)
      : selection(order, checkpoint, counted);
    const files = [
      { name: 'README.txt', pieces: () => [readme] },
      ...content,
      ...(await this.verifier()),
    ];
    const manifest = (archived: readonly ArchivedFile[]): string =>
      manifestText({
        signed: isSigned,
        kind: isWhole ? 'whole' : 'selection',
        createdAt: instant(createdAt),
        createdBy: order.by.name,
        onBehalfOf: order.by.onBehalfOf ?? null,
        filters: order.filters,
        afterSequence: order.afterSequence,
        upTo: isWhole ? checkpoint.size : order.upTo,
        ...summaryOf(counted, isWhole),
        checkpoint: checkpoint.note,
        verifierKey,
        files: archived,
      });
    return zipOf(files, closingFiles(manifest, signer), new Date(createdAt));
  }

  private async cover(upTo: number): Promise<Cover | null> {
    const found = await this.coverNow(upTo);
    // A key that was rotated between the two looks has its own checkpoint by the next one.
    return found?.signer === null ? this.coverNow(upTo) : found;
  }

  private async coverNow(upTo: number): Promise<Cover | null> {
    const checkpoint = await this.checkpoints.take();
    if (checkpoint === null || checkpoint.size < upTo) return null;
    const keys = (await this.key.keys()).filter(({ sequence }) => sequence <= checkpoint.size);
    const [firstKey, keyInForce] = [keys.at(0)?.verifierKey, keys.at(-1)?.verifierKey];
    if (firstKey === undefined || keyInForce === undefined) return null;
    // The user of a command may not be one who can read the key.
    const held = await this.key.held().catch(() => null);
    const isInForce = held !== null && verifierKeyOf(held.origin, held.key) === keyInForce;
    return { checkpoint, firstKey, keyInForce, signer: isInForce ? held : null };
  }

  private trail(
    order: ArchiveOrder,
    { size }: AuditCheckpointRow,
    counted: Counted,
  ): ArchiveFile[] {
    const part = { format: 'ndjson', upTo: size } as const;
    const count: Reached = (progress) => void Object.assign(counted, { progress });
    return [
      { name: 'trail.ndjson', pieces: () => order.pieces(part, count) },
      { name: 'checkpoints.ndjson', pieces: () => this.signedUpTo(size, counted) },
    ];
  }

  /** Newest first; a restore may have left several of a size, of which the last one counts. */
  private async *signedUpTo(size: number, counted: Counted): AsyncGenerator<string> {
    for (let below = size + 1; ;) {
      const page = await this.checkpoints.recent(CHECKPOINTS, below);
      counted.checkpoints += page.length;
      yield page.map(({ at, note }) => `${JSON.stringify({ at, note })}\n`).join('');
      const last = page.at(-1);
      if (last === undefined || page.length < CHECKPOINTS) return;
      below = last.size;
    }
  }

  /** The build has put it beside the programs; sources that run by themselves have none. */
  private async verifier(): Promise<readonly ArchiveFile[]> {
    const { folder } = this.programs;
    if (folder === null) return [];
    const text = await readFile(new URL(VERIFIER, folder), 'utf8');
    return [{ name: VERIFIER, pieces: () => [text] }];
  }
}

/** A proof for each entry, and the same entries for a spreadsheet. */
function selection(
  { upTo, pieces }: ArchiveOrder,
  { size, note: checkpoint }: AuditCheckpointRow,
  counted: Counted,
): ArchiveFile[] {
  const count: Reached = (progress) => void Object.assign(counted, { progress });
  return [
    { name: 'proofs.ndjson', pieces: () => pieces({ format: { size, checkpoint }, upTo }, count) },
    { name: 'entries.csv', pieces: () => pieces({ format: 'csv', upTo }, () => undefined) },
  ];
}

function closingFiles(manifest: ClosingFile['text'], signer: Signer | null): ClosingFile[] {
  const files = [{ name: 'manifest.json', text: manifest }];
  if (signer === null) return files;
  const note: ClosingFile['text'] = (archived) => manifestNote(manifest(archived), signer);
  return [...files, { name: 'manifest.note', text: note }];
}

function summaryOf({ progress, checkpoints }: Counted, isWhole: boolean) {
  const { entries = 0, first: firstSequence = null, last: lastSequence = null } = progress ?? {};
  return { entries, firstSequence, lastSequence, checkpoints, proofs: isWhole ? 0 : entries };
}
