import type { Checkpoint } from '../../infra/audit/checkpoints/audit-checkpoint.js';
import type { TrailVerdict } from '../../infra/audit/verification/trail-verification.js';
import type { Instant, Sha256, Whole } from '../../infra/formats.js';

/** A copy of the head of the chain outside the database. */
export interface CheckpointView extends Checkpoint {
  /** False: the chain lacks it, so the database was restored from a backup or changed. */
  readonly contained: boolean;
}

export interface SignedCheckpointView {
  /** Entries in the tree, which is the sequence of the last. */
  readonly size: Whole;
  /** Root of the Merkle tree (RFC 6962). */
  readonly root: Sha256;
  /** When it was signed. */
  readonly at: Instant;
  /**
   * The checkpoint as it was signed (c2sp.org/tlog-checkpoint).
   * @example "marina/…\n3\n…\n\n— marina/… …\n"
   */
  readonly note: string;
}

export interface VerificationView extends TrailVerdict {
  /** The newest copy of the head outside the database; null: there is none yet. */
  readonly checkpoint: CheckpointView | null;
}
