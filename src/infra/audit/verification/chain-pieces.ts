import { CompactRange } from '../checkpoints/merkle-tree.js';
import { CHILDREN, NODE_HEIGHT } from '../checkpoints/tree-nodes.js';

/**
 * The chain in pieces that threads verify at the same time. Whether an entry holds depends on itself and on the
 * stored hash of the entry before, so the lowest bad entry of all pieces is the first bad one of the chain, if each
 * piece begins with the hash that the one before ended with.
 */

/** A hash of the right edge of a tree: of a perfect subtree over 2^height entries, in hexadecimal. */
export interface EdgeHash {
  readonly height: number;
  readonly hash: string;
}

/** The beginning of the trail, every entry of which was verified. */
export interface VerifiedPrefix {
  /** Its number of entries. */
  readonly size: number;
  /** Of its last entry. */
  readonly hash: string;
  /** Of its tree, highest first. */
  readonly edge: readonly EdgeHash[];
}

/** What a thread is asked: entries `after` + 1 up to `end`. */
export interface Piece {
  readonly after: number;
  readonly end: number;
  /** The last entry of the chain. */
  readonly head: number;
  /** Of these sizes, if they are in the piece, the edge of the tree is wanted. */
  readonly sizes: readonly number[];
  /** Of the tree of `after` entries in the first piece; later ones begin with an empty one. */
  readonly edge: readonly EdgeHash[];
}

/** What a thread answers. */
export interface PieceVerdict {
  readonly after: number;
  /** The stored hash of entry `after`; null: there is no such entry. */
  readonly before: string | null;
  /** The last entry that was read, of the whole chain; less than `end` at a bad entry or a missing tail. */
  readonly entries: number;
  /** The hash of the last entry that holds. */
  readonly last: string;
  readonly firstBad: number | null;
  readonly edge: readonly EdgeHash[];
  readonly edges: Readonly<Record<number, readonly EdgeHash[]>>;
  /** Of the subtrees over 256 entries that ended here, by position. */
  readonly subtrees: Readonly<Record<number, string>>;
}

/** Deals out the entries from `start` up to the head. All but the first piece begin at multiples of `pieceEntries`, a power of two. */
export function piecesOf(
  { size: start, edge }: Pick<VerifiedPrefix, 'size' | 'edge'>,
  { head, sizes, pieceEntries }: { head: number; sizes: readonly number[]; pieceEntries: number },
): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let after = start; after < head;) {
    const end = Math.min(head, (Math.floor(after / pieceEntries) + 1) * pieceEntries);
    const within = sizes.filter((size) => size > after && size <= end);
    pieces.push({ after, end, head, sizes: within, edge: after === start ? edge : [] });
    after = end;
  }
  return pieces;
}

export interface Joined {
  readonly entries: number;
  readonly last: string;
  readonly firstBad: number | null;
  readonly roots: Readonly<Record<number, string>>;
  readonly subtrees: Readonly<Record<number, string>>;
  readonly edge: readonly EdgeHash[];
}

/** Puts the verdicts of neighbouring pieces together, up to the first bad entry. `start` is what comes before them. */
export function join(start: VerifiedPrefix, verdicts: readonly PieceVerdict[]): Joined {
  const roots: Record<number, string> = {};
  const subtrees: Record<number, string> = {};
  let { size: entries, hash: last } = start;
  let edge: readonly EdgeHash[] = [];
  for (const verdict of verdicts) {
    // The tail is missing: nothing follows what was found of the piece before.
    if (verdict.after !== entries) break;
    if (verdict.before !== last) {
      return { entries: entries + 1, last, firstBad: entries + 1, roots, subtrees, edge };
    }
    for (const [size, within] of Object.entries(verdict.edges)) {
      roots[Number(size)] = treeOf([...edge, ...within])
        .root()
        .toString('hex');
    }
    Object.assign(subtrees, verdict.subtrees);
    // Pieces may be smaller than a subtree.
    edge = hexOf(treeOf([...edge, ...verdict.edge], subtrees));
    ({ entries, last } = verdict);
    if (verdict.firstBad !== null)
      return { entries, last, firstBad: verdict.firstBad, roots, subtrees, edge };
  }
  const all = { roots, subtrees, edge: verdicts.length === 0 ? start.edge : edge };
  return { entries, last, firstBad: null, ...all };
}

/** Empty for an edge of no entries. */
export function rootOf(edge: readonly EdgeHash[]): Buffer {
  return treeOf(edge).root();
}

/** Notes the subtrees over 256 entries that become whole. */
function treeOf(nodes: readonly EdgeHash[], subtrees: Record<number, string> = {}): CompactRange {
  let entries = 0;
  const tree = new CompactRange(({ height, hash }) => {
    if (height === NODE_HEIGHT) subtrees[entries / CHILDREN - 1] = hash.toString('hex');
  });
  for (const { height, hash } of nodes) {
    entries += 2 ** height;
    tree.append(Buffer.from(hash, 'hex'), height);
  }
  return tree;
}

function hexOf(tree: CompactRange): readonly EdgeHash[] {
  return tree.edge().map(({ height, hash }) => ({ height, hash: hash.toString('hex') }));
}
