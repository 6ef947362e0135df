import { Injectable } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ThreadPrograms } from '../../database/threads/reading-thread.js';
import { Clock, instant } from '../../runtime/clock.js';
import type { Actor } from '../actor.js';
import type { TextFormat } from '../audit-export.js';
import type { AuditCheckpointRow } from '../checkpoints/audit-tree.entity.js';
import { SignedCheckpoints } from '../checkpoints/signed-checkpoints.js';
import { SigningKey } from '../checkpoints/signing-key.js';
import type { ExportProgress, Proofs, Reached } from './export-pieces.js';
import { zipOf, type ArchivedFile, type ArchiveFile } from './zip-archive.js';

const FORMAT = 1;
const VERIFIER = 'marina-verify.mjs';
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
    const covering = await this.checkpoints.take();
    if (covering === null || covering.size < order.upTo) return null;
    const createdAt = this.clock.now();
    const isWhole = order.afterSequence === 0 && Object.keys(order.filters).length === 0;
    // A whole trail leads from its first key to all later ones; proofs stand on the one that signed their checkpoint.
    const keys = (await this.key.keys()).filter(({ sequence }) => sequence <= covering.size);
    const verifierKey = (isWhole ? keys.at(0) : keys.at(-1))?.verifierKey;
    if (verifierKey === undefined) return null;
    let counted: ExportProgress | null = null;
    const count: Reached = (progress) => void (counted = progress);
    const content = isWhole
      ? this.trail(order, covering, count)
      : selection(order, covering, count);
    const verifier = await this.verifier();
    const files = [{ name: 'README.txt', pieces: () => [readme(isWhole, verifierKey)] }];
    const manifest = (archived: readonly ArchivedFile[]): string => {
      const { by, filters, afterSequence } = order;
      const about = {
        format: FORMAT,
        kind: isWhole ? 'whole' : 'selection',
        createdAt: instant(createdAt),
        createdBy: by.name,
        onBehalfOf: by.onBehalfOf ?? null,
        filters,
        afterSequence,
        upTo: isWhole ? covering.size : order.upTo,
        ...summaryOf(counted),
        checkpoint: covering.note,
        verifierKey,
        files: archived,
      };
      return `${JSON.stringify(about, null, 2)}\n`;
    };
    const last = { name: 'manifest.json', text: manifest };
    return zipOf([...files, ...content, ...verifier], last, new Date(createdAt));
  }

  private trail(order: ArchiveOrder, { size }: AuditCheckpointRow, count: Reached): ArchiveFile[] {
    const part = { format: 'ndjson', upTo: size } as const;
    return [
      { name: 'trail.ndjson', pieces: () => order.pieces(part, count) },
      { name: 'checkpoints.ndjson', pieces: () => this.signedUpTo(size) },
    ];
  }

  /** Newest first; a restore may have left several of a size, of which the last one counts. */
  private async *signedUpTo(size: number): AsyncGenerator<string> {
    for (let below = size + 1; ;) {
      const page = await this.checkpoints.recent(CHECKPOINTS, below);
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
  count: Reached,
): ArchiveFile[] {
  return [
    { name: 'proofs.ndjson', pieces: () => pieces({ format: { size, checkpoint }, upTo }, count) },
    { name: 'entries.csv', pieces: () => pieces({ format: 'csv', upTo }, () => undefined) },
  ];
}

function summaryOf(counted: ExportProgress | null): object {
  const { entries = 0, first = null, last = null } = counted ?? {};
  return { entries, firstSequence: first, lastSequence: last };
}

function readme(isWhole: boolean, verifierKey: string): string {
  const shows = isWhole
    ? `trail.ndjson is the whole audit trail. If it holds, nothing in it was added, changed or left out up to the
newest checkpoint that holds.`
    : `proofs.ndjson has entries of the audit trail with a proof for each; entries.csv has the same entries for a
spreadsheet. If the proofs hold, each of these entries is in the trail as it stands here. They do not show that no other
entry meets the filters of manifest.json: for that, ask for the whole trail.`;
  return `${shows}

To verify it you need Node.js 20 or newer and the files of this archive, nothing else:

    node ${VERIFIER} --archive . --key '${verifierKey}'

Take the key from a source of your own: whoever can make an archive can name a key of his own in it. The same holds for
${VERIFIER}, which is in the source code of Marina as verifier/${VERIFIER}.
`;
}
