import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { nextTurn } from '../../runtime/batches.js';
import { CHILDREN, parentsOf, TreeHashes } from './tree-hashes.js';

/** Stored in one unit of work. */
const BATCH_NODES = 16;

/**
 * The Merkle tree of the trail as the database holds it. Whoever wants a root or a proof first has the subtrees
 * stored that the trail has grown since; writers of entries do nothing for it. Null: the trail has not that many
 * entries.
 */
@Injectable()
export class AuditTree {
  private readonly hashes: TreeHashes;

  constructor(private readonly database: Database) {
    this.hashes = new TreeHashes(database.reading);
  }

  async root(size: number): Promise<Buffer | null> {
    await this.store(size);
    return this.hashes.root(size);
  }

  /** Hashes that lead from an entry to the root of this size (RFC 6962, 2.1.1). */
  async inclusionProof(sequence: number, size: number): Promise<readonly Buffer[] | null> {
    await this.store(size);
    return this.hashes.inclusionProof(sequence, size);
  }

  /** Hashes that show that the tree of the older size begins that of the newer (RFC 6962, 2.1.2). */
  async consistencyProof(older: number, newer: number): Promise<readonly Buffer[] | null> {
    await this.store(newer);
    return this.hashes.consistencyProof(older, newer);
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
    const children = await this.hashes.stretch(level - 1, start * CHILDREN, end * CHILDREN);
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
}
