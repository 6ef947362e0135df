import { createHash } from 'node:crypto';
import { signNote } from '../checkpoints/signed-note.js';
import type { Signer } from '../checkpoints/signing-key.js';
import type { ArchivedFile } from './zip-archive.js';

const FORMAT = 2;

/** What an archive is, and what each of its other files has; `docs/audit-format.md` describes the fields. */
export interface ArchiveManifest {
  /** Whether a `manifest.note` stands beside it. */
  readonly signed: boolean;
  readonly kind: 'whole' | 'selection';
  readonly createdAt: string;
  readonly createdBy: string;
  readonly onBehalfOf: string | null;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly afterSequence: number;
  readonly upTo: number;
  readonly entries: number;
  readonly firstSequence: number | null;
  readonly lastSequence: number | null;
  /** Lines of `checkpoints.ndjson` and of `proofs.ndjson`. */
  readonly checkpoints: number;
  readonly proofs: number;
  /** The note of the one that covers all. */
  readonly checkpoint: string;
  readonly verifierKey: string;
  readonly files: readonly ArchivedFile[];
}

/** The verifier takes these bytes alone: a field that is there twice is read in one way here, and in another elsewhere. */
export function manifestText(manifest: ArchiveManifest): string {
  return `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`;
}

/** The first line is no name of a trail, and the second no number: this can be taken neither for a checkpoint nor for another note. */
export function manifestNote(manifest: string, { origin, key }: Signer): string {
  const digest = createHash('sha256').update(manifest).digest('hex');
  return signNote(`${origin}/manifest\n${digest}\n`, origin, key);
}
