import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Actor } from '../../../infra/audit/actor.js';
import type { ExportFormat } from '../../../infra/audit/audit-export.js';
import { AuditLog } from '../../../infra/audit/audit-log.js';
import { Database } from '../../../infra/database/database.js';
import type { Reached } from '../../../infra/audit/export/export-pieces.js';
import { ExportThread } from './export-thread.js';
import type { AuditFilters } from '../find-entries.js';

const STREAM = 'audit';

/** The entries that meet the filters, oldest first, up to the one that says who exported them. */
export class ExportEntries extends Query<AsyncIterable<Buffer>> {
  constructor(
    readonly filters: AuditFilters,
    readonly afterSequence: number,
    readonly format: ExportFormat,
    readonly actor: Actor,
    readonly reached: Reached = () => undefined,
  ) {
    super();
  }
}

@QueryHandler(ExportEntries)
export class ExportEntriesHandler implements IQueryHandler<ExportEntries> {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly thread: ExportThread,
  ) {}

  async execute(wanted: ExportEntries): Promise<AsyncIterable<Buffer>> {
    const { filters, afterSequence, format, reached } = wanted;
    const upTo = await noteExport(this.database, this.audit, wanted);
    return this.thread.pieces({ filters, afterSequence, upTo, format }, reached);
  }
}

interface Export {
  readonly filters: AuditFilters;
  readonly afterSequence: number;
  readonly format: ExportFormat | 'zip';
  readonly actor: Actor;
}

/** Nothing leaves before the trail says so. Returns the sequence of the entry that does. */
export function noteExport(
  database: Database,
  audit: AuditLog,
  { filters, afterSequence, format, actor }: Export,
): Promise<number> {
  // Accounts are only in the index beside the trail.
  const { accountNumber, ...named } = filters;
  const about = accountNumber === undefined ? {} : { accountNumber };
  const ofOneAccount = 'accountNumber' in about;
  const body = { format, afterSequence, filters: { ...named }, ofOneAccount };
  const fact = { type: 'AUDIT_EXPORTED', body };
  const topic = { stream: STREAM, about };
  return database.units.runAlone((unit) => audit.appendNow(unit, topic, actor, fact));
}
