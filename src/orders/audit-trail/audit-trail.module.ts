import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AuditEventsHandler, AuditEndHandler } from './audit-events.js';
import { AuditController } from './audit.controller.js';
import { DownloadTurn } from './exports/download-turn.js';
import { ExportEntriesHandler } from './exports/export-entries.js';
import { ExportThread } from './exports/export-thread.js';
import { FindTrailNamesHandler } from './find-trail-names.js';
import { TrailPace } from './trail-pace.js';
import { ExportArchiveHandler } from './exports/export-archive.js';
import { SignCheckpointHandler } from './sign-checkpoint.js';
import { UnknownTypesHandler } from './unknown-types.js';
import { LiveEntries } from './stream/live-entries.js';
import { StreamController } from './stream/stream.controller.js';

/** The audit trail for readers: pages, stream, narrative. */
@Module({
  imports: [CqrsModule],
  controllers: [AuditController, StreamController],
  providers: [
    AuditEventsHandler,
    AuditEndHandler,
    FindTrailNamesHandler,
    UnknownTypesHandler,
    ExportEntriesHandler,
    ExportThread,
    DownloadTurn,
    ExportArchiveHandler,
    TrailPace,
    SignCheckpointHandler,
    LiveEntries,
  ],
})
export class AuditTrailModule {}
