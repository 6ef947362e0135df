import { CompactRange } from './merkle-tree.js';

/** Subtrees over 256^level entries are stored: fewer children would mean more rows, more would mean longer proofs. */
export const NODE_HEIGHT = 8;
export const CHILDREN = 2 ** NODE_HEIGHT;

/** The hashes of whole subtrees as they follow from the entries; those above level 1 from their children. */
export class TreeNodes {
  private readonly levels = new Map<number, Map<number, Buffer>>();

  /** Of level 1, each after the one before. */
  add(position: number, hash: Buffer, level = 1): void {
    const nodes = this.levels.get(level) ?? new Map<number, Buffer>();
    this.levels.set(level, nodes.set(position, hash));
    if ((position + 1) % CHILDREN !== 0) return;
    const children = this.stretch(level, position + 1 - CHILDREN, position + 1);
    if (children !== null) this.add((position + 1) / CHILDREN - 1, rootOf(children), level + 1);
  }

  get(level: number, position: number): Buffer | null {
    return this.levels.get(level)?.get(position) ?? null;
  }

  /** Neighbouring hashes of a level; null if one is missing. */
  stretch(level: number, start: number, end: number): Buffer[] | null {
    const hashes: Buffer[] = [];
    for (let position = start; position < end; position += 1) {
      const hash = this.get(level, position);
      if (hash === null) return null;
      hashes.push(hash);
    }
    return hashes;
  }
}

export function parentsOf(children: readonly Buffer[]): readonly Buffer[] {
  return Array.from({ length: children.length / CHILDREN }, (_, at) =>
    rootOf(children.slice(at * CHILDREN, (at + 1) * CHILDREN)),
  );
}

export function rootOf(leaves: readonly Buffer[]): Buffer {
  const tree = new CompactRange();
  for (const leaf of leaves) tree.append(leaf);
  return tree.root();
}
