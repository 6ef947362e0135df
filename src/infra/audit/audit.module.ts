import { Global, Module } from '@nestjs/common';
import { AuditCheckpoint } from './audit-checkpoint.js';
import { ChainVerification } from './chain-verification.js';
import { AuditLog } from './audit-log.js';
import { AuditTail } from './audit-tail.js';

/** The append-only audit trail, signals about new entries, and the checkpoint outside the database. */
@Global()
@Module({
  providers: [AuditLog, AuditTail, AuditCheckpoint, ChainVerification],
  exports: [AuditLog, AuditTail, AuditCheckpoint, ChainVerification],
})
export class AuditModule {}
