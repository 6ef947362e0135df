import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { nextTurn } from '../../runtime/batches.js';
import {
  CompactRange,
  consistencyRanges,
  hashOfPeaks,
  inclusionRanges,
  peaksOf,
  type LeafRange,
  type Subtree,
} from './merkle-tree.js';

/** Children of a stored subtree: 2^8. Fewer would mean more rows, more would mean more hashing for each proof. */
const STORED_HEIGHT = 8;
const CHILDREN = 2 ** STORED_HEIGHT;
/** Stored in one unit of work. */
const BATCH_NODES = 16;

/**
 * The Merkle tree of the trail as the database holds it. Whoever wants a root or a proof first has the subtrees
 * stored that the trail has grown since; writers of entries do nothing for it. Null: the trail has not that many
 * entries.
 */
@Injectable()
export class AuditTree {
  constructor(private readonly database: Database) {}

  async root(size: number): Promise<Buffer | null> {
    await this.store(size);
    return this.hashOf({ start: 0, end: size });
  }

  /** Hashes that lead from an entry to the root of this size (RFC 6962, 2.1.1). */
  async inclusionProof(sequence: number, size: number): Promise<readonly Buffer[] | null> {
    await this.store(size);
    return this.hashesOf(inclusionRanges(sequence - 1, size));
  }

  /** Hashes that show that the tree of the older size begins that of the newer (RFC 6962, 2.1.2). */
  async consistencyProof(older: number, newer: number): Promise<readonly Buffer[] | null> {
    await this.store(newer);
    return this.hashesOf(consistencyRanges(older, newer));
  }

  /** Stores all whole subtrees of a trail of this size, if it can. */
  private async store(size: number): Promise<void> {
    if (this.database.isReadOnly) return;
    for (let level = 1, covered = CHILDREN; covered <= size; level += 1, covered *= CHILDREN) {
      const whole = Math.floor(size / covered);
      for (let next = await this.stored(level); next < whole;) {
        const end = Math.min(next + BATCH_NODES, whole);
        if (!(await this.storeNodes(level, next, end))) return;
        next = end;
        await nextTurn();
      }
    }
  }

  private async stored(level: number): Promise<number> {
    const [row] = await this.database.reading.query<{ last: number | null }>(
      'SELECT max(position) AS last FROM audit_tree WHERE level = ?',
      [level],
    );
    return (row?.last ?? -1) + 1;
  }

  /** False if the trail lacks entries. Instances may do the same at the same time. */
  private async storeNodes(level: number, start: number, end: number): Promise<boolean> {
    const children = await this.stretch(level - 1, start * CHILDREN, end * CHILDREN);
    if (children === null) return false;
    const nodes = parentsOf(children).map((hash) => hash.toString('hex'));
    await this.database.units.run(async (unit) => {
      for (const [at, hash] of nodes.entries()) {
        await unit.execute(
          'INSERT INTO audit_tree (level, position, hash) VALUES (?, ?, ?) ON CONFLICT (level, position) DO NOTHING',
          [level, start + at, hash],
        );
      }
    });
    return true;
  }

  private async hashesOf(ranges: readonly LeafRange[]): Promise<readonly Buffer[] | null> {
    const hashes: Buffer[] = [];
    for (const range of ranges) {
      const hash = await this.hashOf(range);
      if (hash === null) return null;
      hashes.push(hash);
    }
    return hashes;
  }

  private async hashOf(range: LeafRange): Promise<Buffer | null> {
    const hashes: Buffer[] = [];
    for (const peak of peaksOf(range)) {
      const hash = await this.subtree(peak);
      if (hash === null) return null;
      hashes.push(hash);
    }
    return hashOfPeaks(hashes);
  }

  private async subtree({ height, index }: Subtree): Promise<Buffer | null> {
    const level = Math.floor(height / STORED_HEIGHT);
    const width = 2 ** (height % STORED_HEIGHT);
    const hashes = await this.stretch(level, index * width, (index + 1) * width);
    return hashes === null ? null : rootOf(hashes);
  }

  /** Neighbouring hashes of a level; null if entries are missing. Those that are not stored are computed. */
  private async stretch(level: number, start: number, end: number): Promise<Buffer[] | null> {
    const rows = await this.database.reading.query<{ hash: string }>(
      level === 0
        ? 'SELECT hash FROM audit_entries WHERE sequence > ? AND sequence <= ? ORDER BY sequence'
        : `SELECT hash FROM audit_tree WHERE level = ${level} AND position >= ? AND position < ? ORDER BY position`,
      [start, end],
    );
    const stored = rows.map(({ hash }) => Buffer.from(hash, 'hex'));
    const missing = end - start - stored.length;
    if (missing === 0) return stored;
    if (level === 0) return null;
    const children = await this.stretch(level - 1, (end - missing) * CHILDREN, end * CHILDREN);
    return children === null ? null : [...stored, ...parentsOf(children)];
  }
}

function parentsOf(children: readonly Buffer[]): readonly Buffer[] {
  return Array.from({ length: children.length / CHILDREN }, (_, at) =>
    rootOf(children.slice(at * CHILDREN, (at + 1) * CHILDREN)),
  );
}

function rootOf(leaves: readonly Buffer[]): Buffer {
  const tree = new CompactRange();
  for (const leaf of leaves) tree.append(leaf);
  return tree.root();
}
