import type { Reading } from '../../database/reads.js';
import { nextTurn } from '../../runtime/batches.js';
import {
  consistencyRanges,
  hashOfPeaks,
  inclusionRanges,
  peaksOf,
  type LeafRange,
  type Peak,
  type Subtree,
} from './merkle-tree.js';
import { CHILDREN, NODE_HEIGHT, parentsOf, rootOf, TreeNodes } from './tree-nodes.js';

/** Nodes that are computed at a time: each takes 256 hashes of the level below. */
export const BATCH_NODES = 16;

/**
 * Null: it is no hash. Of another length none is: two of 31 and 33 bytes lead to the same parent as the two of 32 that they
 * were. SQLite takes bytes and numbers for a text as well.
 */
function bytesOf(stored: unknown): Buffer | null {
  const isHash = typeof stored === 'string' && /^[0-9a-f]{64}$/.test(stored);
  return isHash ? Buffer.from(stored, 'hex') : null;
}

/** Neighbouring hashes of a level from 1 on; null if entries are missing. */
interface Nodes {
  stretch(level: number, start: number, end: number): Promise<Buffer[] | null>;
}

/**
 * Reads hashes of the tree of the trail. What is stored is believed here: whoever signs or proves anything by these
 * hashes checks them first (`proven-tree.ts`). Null: the trail lacks entries.
 */
export class TreeHashes {
  private readonly nodes: Nodes;

  /** The stored subtrees, unless all are to be computed from the entries. */
  constructor(
    private readonly reading: Reading,
    computed: ComputedNodes | null = null,
  ) {
    this.nodes = computed ?? new StoredNodes(reading, this);
  }

  /** The perfect subtrees that the tree of this size consists of, highest first. */
  async edge(size: number): Promise<readonly Peak[] | null> {
    const peaks: Peak[] = [];
    for (const { height, index } of peaksOf({ start: 0, end: size })) {
      const hash = await this.subtree({ height, index });
      if (hash === null) return null;
      peaks.push({ height, hash });
    }
    return peaks;
  }

  /** Hashes that lead from an entry to the root of this size (RFC 6962, 2.1.1). */
  inclusionProof(sequence: number, size: number): Promise<readonly Buffer[] | null> {
    return this.hashesOf(inclusionRanges(sequence - 1, size));
  }

  /** Hashes that show that the tree of the older size begins that of the newer (RFC 6962, 2.1.2). */
  consistencyProof(older: number, newer: number): Promise<readonly Buffer[] | null> {
    return this.hashesOf(consistencyRanges(older, newer));
  }

  /** Neighbouring hashes of a level; null if entries are missing. */
  stretch(level: number, start: number, end: number): Promise<Buffer[] | null> {
    return level === 0 ? leavesOf(this.reading, start, end) : this.nodes.stretch(level, start, end);
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
    const level = Math.floor(height / NODE_HEIGHT);
    const width = 2 ** (height % NODE_HEIGHT);
    const hashes = await this.stretch(level, index * width, (index + 1) * width);
    return hashes === null ? null : rootOf(hashes);
  }
}

/** As the database holds them. Those that are not stored are computed from the level below. */
class StoredNodes implements Nodes {
  constructor(
    private readonly reading: Reading,
    private readonly below: Pick<TreeHashes, 'stretch'>,
  ) {}

  async stretch(level: number, start: number, end: number): Promise<Buffer[] | null> {
    const rows = await this.reading.query<{ position: number; hash: string }>(
      `SELECT position, hash FROM audit_tree WHERE level = ${level} AND position >= ? AND position < ?`,
      [start, end],
    );
    const stored = new Map<number, Buffer>();
    for (const row of rows) {
      const hash = bytesOf(row.hash);
      if (hash !== null) stored.set(row.position, hash);
    }
    const hashes: Buffer[] = [];
    for (let position = start; position < end; position = start + hashes.length) {
      const hash = stored.get(position);
      if (hash !== undefined) {
        hashes.push(hash);
        continue;
      }
      let next = position + 1;
      while (next < end && next - position < BATCH_NODES && !stored.has(next)) next += 1;
      const children = await this.below.stretch(level - 1, position * CHILDREN, next * CHILDREN);
      if (children === null) return null;
      hashes.push(...parentsOf(children));
      if (next < end) await nextTurn();
    }
    return hashes;
  }
}

/**
 * As they follow from the entries alone. They are kept, because a trail of millions takes seconds, and forgotten when
 * the chain no longer has the last entry that they were computed from.
 */
export class ComputedNodes implements Nodes {
  private nodes = new TreeNodes();
  private entries = 0;
  private lastHash: string | null = null;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly reading: Reading) {}

  async stretch(level: number, start: number, end: number): Promise<Buffer[] | null> {
    const nodes = await this.upTo(end * CHILDREN ** level);
    return nodes.stretch(level, start, end);
  }

  /** Of these entries, as far as the trail has them. One at a time computes. */
  upTo(entries: number): Promise<TreeNodes> {
    const computed = this.last.then(() => this.compute(entries));
    this.last = computed.catch(() => undefined);
    return computed;
  }

  private async compute(upTo: number): Promise<TreeNodes> {
    if (this.entries > 0 && (await hashAt(this.reading, this.entries)) !== this.lastHash) {
      this.nodes = new TreeNodes();
      this.entries = 0;
    }
    const whole = Math.floor(upTo / CHILDREN) * CHILDREN;
    while (this.entries < whole) {
      const end = Math.min(whole, this.entries + BATCH_NODES * CHILDREN);
      const leaves = await leavesOf(this.reading, this.entries, end);
      const last = leaves?.at(-1);
      if (leaves === null || last === undefined) break;
      for (const [at, hash] of parentsOf(leaves).entries())
        this.nodes.add(this.entries / CHILDREN + at, hash);
      this.entries = end;
      this.lastHash = last.toString('hex');
      await nextTurn();
    }
    return this.nodes;
  }
}

/** The hashes of entries `start` + 1 up to `end`; null if one is missing, or no hash. */
export async function leavesOf(
  reading: Reading,
  start: number,
  end: number,
): Promise<Buffer[] | null> {
  const rows = await reading.query<{ hash: string }>(
    'SELECT hash FROM audit_entries WHERE sequence > ? AND sequence <= ? ORDER BY sequence',
    [start, end],
  );
  const hashes = rows.map(({ hash }) => bytesOf(hash)).filter((hash) => hash !== null);
  return hashes.length === end - start ? hashes : null;
}

/** Null: there is no such entry. */
export async function hashAt(reading: Reading, sequence: number): Promise<string | null> {
  const [row] = await reading.query<{ hash: string }>(
    'SELECT hash FROM audit_entries WHERE sequence = ?',
    [sequence],
  );
  return row?.hash ?? null;
}
