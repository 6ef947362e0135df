import type { Reading } from '../../database/reads.js';
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
export const CHILDREN = 2 ** STORED_HEIGHT;

/** Reads hashes of the tree of the trail. Subtrees that are not stored are computed. Null: the trail lacks entries. */
export class TreeHashes {
  constructor(private readonly reading: Reading) {}

  root(size: number): Promise<Buffer | null> {
    return this.hashOf({ start: 0, end: size });
  }

  /** Hashes that lead from an entry to the root of this size (RFC 6962, 2.1.1). */
  inclusionProof(sequence: number, size: number): Promise<readonly Buffer[] | null> {
    return this.hashesOf(inclusionRanges(sequence - 1, size));
  }

  /** Hashes that show that the tree of the older size begins that of the newer (RFC 6962, 2.1.2). */
  consistencyProof(older: number, newer: number): Promise<readonly Buffer[] | null> {
    return this.hashesOf(consistencyRanges(older, newer));
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
  async stretch(level: number, start: number, end: number): Promise<Buffer[] | null> {
    const rows = await this.reading.query<{ hash: string }>(
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

export function parentsOf(children: readonly Buffer[]): readonly Buffer[] {
  return Array.from({ length: children.length / CHILDREN }, (_, at) =>
    rootOf(children.slice(at * CHILDREN, (at + 1) * CHILDREN)),
  );
}

function rootOf(leaves: readonly Buffer[]): Buffer {
  const tree = new CompactRange();
  for (const leaf of leaves) tree.append(leaf);
  return tree.root();
}
