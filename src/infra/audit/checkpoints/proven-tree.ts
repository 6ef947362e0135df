import type { Reading } from '../../database/reads.js';
import { nextTurn } from '../../runtime/batches.js';
import { hashOf, hasEmptyText, type ChainedEntry } from '../audit-chain.js';
import { foreignNodes } from './foreign-nodes.js';
import {
  CompactRange,
  hashOfPeaks,
  isConsistent,
  rootOfInclusion,
  type Peak,
} from './merkle-tree.js';
import type { TreeHead } from './signed-note.js';
import { ComputedNodes, hashAt, leavesOf, TreeHashes } from './tree-hashes.js';

/** Entries whose hashes are read at a time. */
const BATCH = 4_096;

type Head = Pick<TreeHead, 'size' | 'root'>;

/** What leads to a signed root, and where it was read. */
interface Leading<T> {
  readonly found: T;
  readonly hashes: TreeHashes;
}

/**
 * The Merkle tree of the trail, as far as it leads to roots that were signed. Anybody who can write the database can
 * add rows to the stored tree, and no signature covers them: what follows from them counts if it leads to a signed
 * root. Otherwise they are ignored, and all is computed from the entries. Null: these do not lead there either.
 */
export class ProvenTree {
  private readonly computed: ComputedNodes;
  private readonly stored: TreeHashes;
  private readonly fromEntries: TreeHashes;
  /** The stored tree has led elsewhere, and the entries have not. */
  private hasIgnored = false;

  constructor(protected readonly reading: Reading) {
    this.computed = new ComputedNodes(reading);
    this.stored = new TreeHashes(reading);
    this.fromEntries = new TreeHashes(reading, this.computed);
  }

  /** The perfect subtrees that the signed tree consists of, highest first. */
  async edge(head: Head): Promise<readonly Peak[] | null> {
    return (await this.leadingEdge(head))?.found ?? null;
  }

  /** Hashes that lead from an entry, as it was hashed, to a signed root (RFC 6962, 2.1.1). */
  async inclusionProof(entry: ChainedEntry, head: Head): Promise<readonly Buffer[] | null> {
    if (hasEmptyText(entry)) return null;
    const { size, root } = head;
    const { sequence } = entry;
    const leaf = { leaf: Buffer.from(hashOf(entry), 'hex'), position: sequence - 1 };
    const proof = await this.leading(
      size,
      (hashes) => hashes.inclusionProof(sequence, size),
      (found) => rootOfInclusion(leaf, size, found).equals(root),
    );
    return proof?.found ?? null;
  }

  /** Hashes that show that the one signed tree begins the other (RFC 6962, 2.1.2). */
  async consistencyProof(older: Head, newer: Head): Promise<readonly Buffer[] | null> {
    const proof = await this.leading(
      newer.size,
      (hashes) => hashes.consistencyProof(older.size, newer.size),
      (found) => isConsistent(older, newer, found),
    );
    return proof?.found ?? null;
  }

  /** The root of this size, where the tree begins with what was signed: all that follows is computed from the entries. */
  async rootAfter(edge: readonly Peak[], size: number): Promise<Buffer | null> {
    const tree = new CompactRange();
    for (const { hash, height } of edge) tree.append(hash, height);
    let start = edge.reduce((sum, { height }) => sum + 2 ** height, 0);
    for (; start < size; start += BATCH) {
      const leaves = await leavesOf(this.reading, start, Math.min(size, start + BATCH));
      if (leaves === null) return null;
      for (const leaf of leaves) tree.append(leaf);
      await nextTurn();
    }
    return tree.root();
  }

  /** What is stored of the tree of this size and is not of its entries, in words; nothing while all of it leads to what was signed. */
  async foreign(size: number): Promise<readonly string[]> {
    return this.hasIgnored ? foreignNodes(this.reading, await this.computed.upTo(size)) : [];
  }

  protected leadingEdge({ size, root }: Head): Promise<Leading<readonly Peak[]> | null> {
    return this.leading(
      size,
      (hashes) => hashes.edge(size),
      (edge) => hashOfPeaks(edge.map(({ hash }) => hash)).equals(root),
    );
  }

  private async leading<T>(
    size: number,
    read: (hashes: TreeHashes) => Promise<T | null>,
    leads: (found: T) => boolean,
  ): Promise<Leading<T> | null> {
    // Whole subtrees may be stored of entries that were cut off.
    if ((await hashAt(this.reading, size)) === null) return null;
    for (const hashes of [this.stored, this.fromEntries]) {
      const found = await read(hashes);
      if (found === null) return null;
      if (!leads(found)) continue;
      this.hasIgnored ||= hashes === this.fromEntries;
      return { found, hashes };
    }
    return null;
  }
}
