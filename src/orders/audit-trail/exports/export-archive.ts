import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Actor } from '../../../infra/audit/actor.js';
import { AuditLog } from '../../../infra/audit/audit-log.js';
import {
  EvidenceArchives,
  type ArchiveOrder,
  type ArchiveStream,
} from '../../../infra/audit/export/evidence-archive.js';
import { Database } from '../../../infra/database/database.js';
import type { AuditFilters } from '../find-entries.js';
import type { Reached } from '../../../infra/audit/export/export-pieces.js';
import { noteExport } from './export-entries.js';
import { ExportThread } from './export-thread.js';

/** The entries that meet the filters as an archive that can be verified elsewhere. Null: no checkpoint can be signed here. */
export class ExportArchive extends Query<ArchiveStream | null> {
  constructor(
    readonly filters: AuditFilters,
    readonly afterSequence: number,
    readonly actor: Actor,
    readonly reached: Reached = () => undefined,
  ) {
    super();
  }
}

@QueryHandler(ExportArchive)
export class ExportArchiveHandler implements IQueryHandler<ExportArchive> {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly archives: EvidenceArchives,
    private readonly thread: ExportThread,
  ) {}

  async execute({
    filters,
    afterSequence,
    actor,
    reached,
  }: ExportArchive): Promise<ArchiveStream | null> {
    const wanted = { filters, afterSequence, format: 'zip', actor } as const;
    const upTo = await noteExport(this.database, this.audit, wanted);
    const pieces: ArchiveOrder['pieces'] = (part, count) =>
      this.thread.pieces({ ...part, filters, afterSequence }, (progress) => {
        count(progress);
        reached(progress);
      });
    return this.archives.of({ by: actor, filters: { ...filters }, afterSequence, upTo, pieces });
  }
}
