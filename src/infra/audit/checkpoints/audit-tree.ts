import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { nextTurn } from '../../runtime/batches.js';
import { ProvenTree } from './proven-tree.js';
import type { TreeHead } from './signed-note.js';
import { BATCH_NODES, type TreeHashes } from './tree-hashes.js';
import { CHILDREN, parentsOf } from './tree-nodes.js';

/**
 * The Merkle tree of the trail, whose whole subtrees are stored once they are signed, so that roots and proofs need few
 * hashes. Writers of entries do nothing for it.
 */
@Injectable()
export class AuditTree extends ProvenTree {
  constructor(private readonly database: Database) {
    super(database.reading);
  }

  /** Stores the whole subtrees of the tree that was signed. What is there already stays, whatever it is. */
  async store(head: Pick<TreeHead, 'size' | 'root'>): Promise<void> {
    for (let level = 1, covered = CHILDREN; covered <= head.size; level += 1, covered *= CHILDREN) {
      // With those of the level below, which may have been stored just now.
      const leading = await this.leadingEdge(head);
      if (leading === null) return;
      await this.storeLevel(level, Math.floor(head.size / covered), leading.hashes);
    }
  }

  private async storeLevel(level: number, whole: number, hashes: TreeHashes): Promise<void> {
    if ((await this.countOf(level, 0, whole)) === whole) return;
    for (let start = 0; start < whole; start += BATCH_NODES) {
      const end = Math.min(start + BATCH_NODES, whole);
      if ((await this.countOf(level, start, end)) === end - start) continue;
      const children = await hashes.stretch(level - 1, start * CHILDREN, end * CHILDREN);
      if (children === null) return;
      await this.storeNodes(level, start, parentsOf(children));
      await nextTurn();
    }
  }

  private async countOf(level: number, start: number, end: number): Promise<number> {
    const [row] = await this.reading.query<{ nodes: number }>(
      'SELECT count(*) AS nodes FROM audit_tree WHERE level = ? AND position >= ? AND position < ?',
      [level, start, end],
    );
    return row?.nodes ?? 0;
  }

  /** Instances may do the same at the same time. */
  private storeNodes(level: number, start: number, nodes: readonly Buffer[]): Promise<void> {
    return this.database.units.run(async (unit) => {
      for (const [at, hash] of nodes.entries())
        await unit.execute(
          'INSERT INTO audit_tree (level, position, hash) VALUES (?, ?, ?) ON CONFLICT (level, position) DO NOTHING',
          [level, start + at, hash.toString('hex')],
        );
    });
  }
}
