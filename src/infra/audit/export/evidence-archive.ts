import { Injectable } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ThreadPrograms } from '../../database/threads/reading-thread.js';
import { nextTurn } from '../../runtime/batches.js';
import { Clock, instant } from '../../runtime/clock.js';
import type { Actor } from '../actor.js';
import type { AuditEntryRow } from '../audit-entry.entity.js';
import { exportedEntry, exportHead, exportText } from '../audit-export.js';
import type { AuditCheckpointRow } from '../checkpoints/audit-tree.entity.js';
import { AuditTree } from '../checkpoints/audit-tree.js';
import { SignedCheckpoints } from '../checkpoints/signed-checkpoints.js';
import { SigningKey } from '../checkpoints/signing-key.js';
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
  /** The entries up to this one, oldest first; asked for once for each file that has them. */
  readonly pages: (upTo: number) => AsyncIterable<readonly AuditEntryRow[]>;
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
    private readonly tree: AuditTree,
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
    const upTo = isWhole ? covering.size : order.upTo;
    const counted = new CountedEntries(() => order.pages(upTo));
    const content = isWhole ? this.trail(counted, covering) : this.selection(counted, covering);
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
        upTo,
        ...counted.summary(),
        checkpoint: covering.note,
        verifierKey,
        files: archived,
      };
      return `${JSON.stringify(about, null, 2)}\n`;
    };
    const last = { name: 'manifest.json', text: manifest };
    return zipOf([...files, ...content, ...verifier], last, new Date(createdAt));
  }

  private trail(entries: CountedEntries, { size }: AuditCheckpointRow): readonly ArchiveFile[] {
    return [
      { name: 'trail.ndjson', pieces: () => entries.counted((rows) => exportText(rows, 'ndjson')) },
      { name: 'checkpoints.ndjson', pieces: () => this.signedUpTo(size) },
    ];
  }

  private selection(entries: CountedEntries, covering: AuditCheckpointRow): readonly ArchiveFile[] {
    const csv = async function* (): AsyncGenerator<string> {
      yield exportHead('csv');
      yield* entries.again((rows) => exportText(rows, 'csv'));
    };
    return [
      {
        name: 'proofs.ndjson',
        pieces: () => entries.counted((rows) => this.proofsOf(rows, covering)),
      },
      { name: 'entries.csv', pieces: csv },
    ];
  }

  private async proofsOf(
    rows: readonly AuditEntryRow[],
    { size, note: checkpoint }: AuditCheckpointRow,
  ): Promise<string> {
    const lines: string[] = [];
    for (const row of rows) {
      // Each reads some hashes; orders do not wait for a page of them.
      await nextTurn();
      const hashes = await this.tree.inclusionProof(row.sequence, size);
      if (hashes === null) throw new Error(`The trail has no entry ${row.sequence} any more`);
      const proof = hashes.map((hash) => hash.toString('base64'));
      const entry = exportedEntry(row);
      lines.push(`${JSON.stringify({ kind: 'inclusion', entry, proof, checkpoint })}\n`);
    }
    return lines.join('');
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

/** Pages of entries as text, and which entries they had. */
class CountedEntries {
  private entries = 0;
  private first: number | null = null;
  private last: number | null = null;

  constructor(private readonly pages: () => AsyncIterable<readonly AuditEntryRow[]>) {}

  async *counted(
    textOf: (rows: readonly AuditEntryRow[]) => string | Promise<string>,
  ): AsyncGenerator<string> {
    for await (const rows of this.pages()) {
      this.entries += rows.length;
      this.first ??= rows[0]?.sequence ?? null;
      this.last = rows.at(-1)?.sequence ?? this.last;
      yield await textOf(rows);
    }
  }

  async *again(textOf: (rows: readonly AuditEntryRow[]) => string): AsyncGenerator<string> {
    for await (const rows of this.pages()) yield textOf(rows);
  }

  summary(): object {
    return { entries: this.entries, firstSequence: this.first, lastSequence: this.last };
  }
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
