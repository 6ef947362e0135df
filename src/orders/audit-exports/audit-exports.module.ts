import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AuditExportsController } from './audit-exports.controller.js';
import { AuditExports } from './audit-exports.js';

/** Exports of the trail that are written in the background, and downloaded when they are done. */
@Module({
  imports: [CqrsModule],
  controllers: [AuditExportsController],
  providers: [AuditExports],
  exports: [AuditExports],
})
export class AuditExportsModule {}
