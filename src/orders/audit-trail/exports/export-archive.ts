import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Actor } from '../../../infra/audit/actor.js';
import { AuditLog } from '../../../infra/audit/audit-log.js';
import {
  EvidenceArchives,
  type ArchiveStream,
} from '../../../infra/audit/export/evidence-archive.js';
import { Database } from '../../../infra/database/database.js';
import { entryPages, type Reached } from './entry-pages.js';
import { noteExport } from './export-entries.js';
import { TrailPace } from '../trail-pace.js';
import {
  findEntries,
  type AuditFilters,
  type EntryRange,
  type FoundEntry,
} from '../find-entries.js';

/** Read at a time: small, so that orders do not wait for it. */
const PAGE = 250;

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
    private readonly pace: TrailPace,
  ) {}

  async execute({
    filters,
    afterSequence,
    actor,
    reached,
  }: ExportArchive): Promise<ArchiveStream | null> {
    const wanted = { filters, afterSequence, format: 'zip', actor } as const;
    const upTo = await noteExport(this.database, this.audit, wanted);
    const find = (range: EntryRange): Promise<readonly FoundEntry[]> =>
      this.pace.read(() =>
        this.database.questions.read((manager) => findEntries(manager, filters, range)),
      );
    const pages = (last: number): ReturnType<typeof entryPages> =>
      entryPages(find, { afterSequence, upTo: last, size: PAGE, reached });
    return this.archives.of({ by: actor, filters: { ...filters }, afterSequence, upTo, pages });
  }
}
