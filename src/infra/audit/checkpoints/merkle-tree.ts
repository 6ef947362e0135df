import { createHash } from 'node:crypto';

/**
 * The Merkle tree of RFC 6962 (section 2.1) over the audit trail. The leaf of entry n is its `hash`, which begins
 * with 0x00 as a leaf must; position n - 1. A node is SHA-256( 0x01 || left || right ).
 */

/** The perfect subtree over the 2^height leaves from position index * 2^height on. */
export interface Subtree {
  readonly height: number;
  readonly index: number;
}

/** Leaves from `start` up to, not including, `end`; the tree of a range that a proof names. */
export interface LeafRange {
  readonly start: number;
  readonly end: number;
}

export function nodeHash(left: Buffer, right: Buffer): Buffer {
  return createHash('sha256').update(NODE).update(left).update(right).digest();
}

const NODE = Buffer.of(1);
const EMPTY_ROOT = createHash('sha256').digest();

/** The hash of neighbouring subtrees that become smaller to the right. */
export function hashOfPeaks(hashes: readonly Buffer[]): Buffer {
  const last = hashes.at(-1);
  if (last === undefined) return EMPTY_ROOT;
  return hashes.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last);
}

/** The perfect subtrees that make up a range of a proof, left to right. */
export function peaksOf({ start, end }: LeafRange): readonly Subtree[] {
  const peaks: Subtree[] = [];
  for (let from = start; from < end;) {
    const height = Math.floor(Math.log2(end - from));
    const size = 2 ** height;
    peaks.push({ height, index: from / size });
    from += size;
  }
  return peaks;
}

/** What an inclusion proof consists of (RFC 6962, 2.1.1), nearest to the leaf first. */
export function inclusionRanges(position: number, size: number): readonly LeafRange[] {
  const ranges: LeafRange[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + largestPowerBelow(end - start);
    if (position < middle) {
      ranges.push({ start: middle, end });
      end = middle;
    } else {
      ranges.push({ start, end: middle });
      start = middle;
    }
  }
  return ranges.reverse();
}

/** What a consistency proof of two sizes, neither 0, consists of (RFC 6962, 2.1.2). */
export function consistencyRanges(older: number, newer: number): readonly LeafRange[] {
  const ranges: LeafRange[] = [];
  let [start, end] = [0, newer];
  while (older < end) {
    const middle = start + largestPowerBelow(end - start);
    if (older <= middle) {
      ranges.push({ start: middle, end });
      end = middle;
    } else {
      ranges.push({ start, end: middle });
      start = middle;
    }
  }
  // Whoever checks the proof knows the older root, which is the whole left part.
  if (start > 0) ranges.push({ start, end });
  return ranges.reverse();
}

/** The root that an inclusion proof leads to (RFC 9162, 2.1.3.2). */
export function rootOfInclusion(
  { leaf, position }: { readonly leaf: Buffer; readonly position: number },
  size: number,
  proof: readonly Buffer[],
): Buffer {
  const ranges = inclusionRanges(position, size);
  return proof.reduce((hash, sibling, at) => {
    const isRight = (ranges[at]?.start ?? 0) > position;
    return isRight ? nodeHash(hash, sibling) : nodeHash(sibling, hash);
  }, leaf);
}

/** Whether the tree of the one root begins that of the other (RFC 9162, 2.1.4.2). */
export function isConsistent(
  older: { readonly size: number; readonly root: Buffer },
  newer: { readonly size: number; readonly root: Buffer },
  proof: readonly Buffer[],
): boolean {
  const pieces = consistencyRanges(older.size, newer.size).map(({ start }, at) => ({
    start,
    hash: proof[at] ?? EMPTY_ROOT,
  }));
  // The older tree is the whole left part, or its last subtree comes first.
  const isPart = pieces.some(({ start }) => start < older.size);
  const first = isPart ? pieces.shift()?.hash : older.root;
  let [left, whole] = [first ?? EMPTY_ROOT, first ?? EMPTY_ROOT];
  for (const { start, hash } of pieces) {
    const isLeft = start < older.size;
    if (isLeft) left = nodeHash(hash, left);
    whole = isLeft ? nodeHash(hash, whole) : nodeHash(whole, hash);
  }
  return left.equals(older.root) && whole.equals(newer.root);
}

function largestPowerBelow(size: number): number {
  return 2 ** Math.ceil(Math.log2(size) - 1);
}

/** The root of a perfect subtree over 2^height leaves. */
export interface Peak {
  readonly height: number;
  readonly hash: Buffer;
}

/** The right edge of a growing tree: a few hashes, from which its root follows. */
export class CompactRange {
  private readonly peaks: Peak[] = [];

  /** `formed` is told of each perfect subtree as it becomes whole. */
  constructor(private readonly formed: (peak: Peak) => void = () => undefined) {}

  /** A leaf, or the subtree of the next 2^height leaves: their number so far must be a multiple of that. */
  append(hash: Buffer, height = 0): void {
    let peak: Peak = { height, hash };
    for (;;) {
      const left = this.peaks.at(-1);
      if (left?.height !== peak.height) break;
      this.peaks.pop();
      peak = { height: peak.height + 1, hash: nodeHash(left.hash, peak.hash) };
      this.formed(peak);
    }
    this.peaks.push(peak);
  }

  /** Highest first. */
  edge(): readonly Peak[] {
    return [...this.peaks];
  }

  root(): Buffer {
    return hashOfPeaks(this.peaks.map(({ hash }) => hash));
  }
}
