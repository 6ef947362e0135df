import { Global, Module } from '@nestjs/common';
import { AuditCheckpoint } from './checkpoints/audit-checkpoint.js';
import { LastFullVerification } from './verification/last-full-verification.js';
import { ChainVerification } from './verification/chain-verification.js';
import { AuditLog } from './audit-log.js';
import { AuditProofs } from './checkpoints/audit-proofs.js';
import { EvidenceArchives } from './export/evidence-archive.js';
import { ExportFiles } from './export/export-files.js';
import { HandedOverEntries } from './command-entries/handed-over-entries.js';
import { AuditTail } from './audit-tail.js';
import { AuditTree } from './checkpoints/audit-tree.js';
import { ClockSteps } from './service-life/clock-steps.js';
import { CheckpointMetrics } from './checkpoints/checkpoint-metrics.js';
import { SignedCheckpoints } from './checkpoints/signed-checkpoints.js';
import { SigningKey } from './checkpoints/signing-key.js';
import { ServiceLife } from './service-life/service-life.js';
import { TrailVerification } from './verification/trail-verification.js';
import { VerificationEntries } from './verification/verification-entries.js';

const PROVIDERS = [
  AuditLog,
  AuditTail,
  AuditTree,
  AuditCheckpoint,
  SigningKey,
  SignedCheckpoints,
  CheckpointMetrics,
  ChainVerification,
  LastFullVerification,
  TrailVerification,
  VerificationEntries,
  AuditProofs,
  EvidenceArchives,
  ExportFiles,
  ServiceLife,
  ClockSteps,
  HandedOverEntries,
];

/** The append-only audit trail, its tree, signals about new entries, and the checkpoints outside the database. */
@Global()
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class AuditModule {}
