import { Injectable } from '@nestjs/common';
import { AuditEntryRow } from '../audit-entry.entity.js';
import type { AuditCheckpointRow } from './audit-tree.entity.js';
import { AuditTree } from './audit-tree.js';
import { Database } from '../../database/database.js';
import { exportedEntry } from '../audit-export.js';
import { signedHead, SignedCheckpoints } from './signed-checkpoints.js';

/** As `docs/audit-format.md` describes; hashes in base64. */
export interface AuditProof {
  /** Of an entry (`inclusion`), or of an older checkpoint (`consistency`). */
  readonly kind: 'inclusion' | 'consistency';
  /**
   * The hashes, in base64.
   * @example ["n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg="]
   */
  readonly proof: readonly string[];
  /**
   * A signed checkpoint; the newest, unless another was asked for.
   * @example "marina/…\n3\n…\n\n— marina/… …\n"
   */
  readonly checkpoint: string;
  /** Of a proof of inclusion: the entry as in an export. */
  readonly entry?: object;
  /**
   * Of a proof of consistency: the older checkpoint.
   * @example "marina/…\n2\n…\n\n— marina/… …\n"
   */
  readonly older?: string;
}

/** What was asked for is covered by a signed checkpoint, and the trail does not lead to its root: it was changed. */
export class ContradictedProof extends Error {
  constructor(what: string, size: number) {
    const root = `the root that was signed for ${size} entries`;
    super(`No proof: ${what} does not lead to ${root}. Verify the trail.`);
  }
}

/**
 * Proofs for whoever has a checkpoint and not the whole trail, none that does not hold. Null: no checkpoint covers
 * what was asked for.
 */
@Injectable()
export class AuditProofs {
  constructor(
    private readonly database: Database,
    private readonly tree: AuditTree,
    private readonly checkpoints: SignedCheckpoints,
  ) {}

  /** That an entry is in the trail. Signs a checkpoint first, if none covers the entry yet. */
  async ofEntry(sequence: number): Promise<AuditProof | null> {
    const [row] = await this.database.questions.find(AuditEntryRow, 'sequence = ?', [sequence]);
    if (row === undefined) return null;
    const [newest = null] = await this.checkpoints.recent(1, null);
    const covering =
      newest !== null && newest.size >= sequence ? newest : await this.checkpoints.take();
    if (covering === null || covering.size < sequence) return null;
    const proof = await this.tree.inclusionProof(row, signedHead(covering));
    if (proof === null) throw new ContradictedProof(`entry ${sequence}`, covering.size);
    const entry = exportedEntry(row);
    return { kind: 'inclusion', entry, proof: proof.map(base64), checkpoint: covering.note };
  }

  /** That the trail of an older checkpoint is the beginning of that of a newer one; null: of the newest. */
  async ofCheckpoint(size: number, newerSize: number | null = null): Promise<AuditProof | null> {
    const older = await this.signed(size);
    const newer =
      newerSize === null
        ? (await this.checkpoints.recent(1, null))[0]
        : await this.signed(newerSize);
    if (older === undefined || newer === undefined || older.size > newer.size) return null;
    const proof = await this.tree.consistencyProof(signedHead(older), signedHead(newer));
    if (proof === null) throw new ContradictedProof(`the trail of ${size} entries`, newer.size);
    const { note: checkpoint } = newer;
    return { kind: 'consistency', older: older.note, proof: proof.map(base64), checkpoint };
  }

  private async signed(size: number): Promise<AuditCheckpointRow | undefined> {
    const [checkpoint] = await this.checkpoints.recent(1, size + 1);
    return checkpoint?.size === size ? checkpoint : undefined;
  }
}

function base64(hash: Buffer): string {
  return hash.toString('base64');
}
