import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Actor } from '../../infra/audit/actor.js';
import type { ExportFormat } from '../../infra/audit/audit-export.js';
import { exportPieces } from '../../infra/audit/export/export-pieces.js';
import { AuditLog } from '../../infra/audit/audit-log.js';
import { Database } from '../../infra/database/database.js';
import { TrailPace } from './trail-pace.js';
import { findEntries, type AuditFilters, type FoundEntry } from './find-entries.js';

const STREAM = 'audit';
/** Read at a time: small, so that orders do not wait for an export. */
const BATCH = 250;

/**
 * How far an export has read: the sequence of the last entry of a page, that of the last one that there will be, and how
 * many entries it has by now.
 */
export type Reached = (sequence: number, upTo: number, entries: number) => void;

/** The entries that meet the filters, oldest first, up to the one that says who exported them. */
export class ExportEntries extends Query<AsyncIterable<string | Buffer>> {
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
    private readonly pace: TrailPace,
  ) {}

  async execute(wanted: ExportEntries): Promise<AsyncIterable<string | Buffer>> {
    const { filters, afterSequence, format, reached } = wanted;
    const upTo = await noteExport(this.database, this.audit, wanted);
    const { database, pace } = this;
    const pages = entryPages(database, { filters, afterSequence, upTo, reached, pace });
    return exportPieces(pages, format);
  }
}

interface Export {
  readonly filters: AuditFilters;
  readonly afterSequence: number;
  readonly format: ExportFormat | 'zip';
  readonly actor: Actor;
}

interface PageOrder extends Pick<Export, 'filters' | 'afterSequence'> {
  readonly upTo: number;
  readonly reached: Reached;
  readonly pace: TrailPace;
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

/** Reads on only when the caller has taken what there was. */
export async function* entryPages(
  database: Database,
  { filters, afterSequence, upTo, reached, pace }: PageOrder,
): AsyncGenerator<readonly FoundEntry[]> {
  let entries = 0;
  for (let after = afterSequence; ;) {
    const range = { after, before: upTo + 1, descending: false, limit: BATCH };
    const rows = await pace.read(() =>
      database.questions.read((manager) => findEntries(manager, filters, range)),
    );
    const end = rows.at(-1);
    entries += rows.length;
    reached(end?.sequence ?? upTo, upTo, entries);
    if (end === undefined) return;
    yield rows;
    if (rows.length < BATCH) return;
    after = end.sequence;
  }
}
