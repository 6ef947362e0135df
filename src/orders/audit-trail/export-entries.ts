import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Actor } from '../../infra/audit/actor.js';
import { exportHead, exportText, type ExportFormat } from '../../infra/audit/audit-export.js';
import { AuditLog } from '../../infra/audit/audit-log.js';
import { Database } from '../../infra/database/database.js';
import { nextTurn } from '../../infra/runtime/batches.js';
import { findEntries, type AuditFilters } from './find-entries.js';

const STREAM = 'audit';
/** Read at a time: small, so that orders do not wait for an export. */
const BATCH = 250;

/** The entries that meet the filters, oldest first, up to the one that says who exported them. */
export class ExportEntries extends Query<AsyncIterable<string>> {
  constructor(
    readonly filters: AuditFilters,
    readonly afterSequence: number,
    readonly format: ExportFormat,
    readonly actor: Actor,
  ) {
    super();
  }
}

@QueryHandler(ExportEntries)
export class ExportEntriesHandler implements IQueryHandler<ExportEntries> {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
  ) {}

  /** Nothing leaves before the trail says so. */
  async execute(wanted: ExportEntries): Promise<AsyncIterable<string>> {
    const { filters, afterSequence, format, actor } = wanted;
    // Accounts are only in the index beside the trail.
    const { accountNumber, ...named } = filters;
    const about = accountNumber === undefined ? {} : { accountNumber };
    const body = {
      format,
      afterSequence,
      filters: { ...named },
      ofOneAccount: 'accountNumber' in about,
    };
    const fact = { type: 'AUDIT_EXPORTED', body };
    const topic = { stream: STREAM, about };
    const last = await this.database.units.run((unit) =>
      this.audit.appendNow(unit, topic, actor, fact),
    );
    return this.pages(wanted, last);
  }

  /** Reads on only when the caller has taken what there was. */
  private async *pages(
    { filters, afterSequence, format }: ExportEntries,
    last: number,
  ): AsyncGenerator<string> {
    const head = exportHead(format);
    if (head !== '') yield head;
    for (let after = afterSequence; ;) {
      const range = { after, before: last + 1, descending: false, limit: BATCH };
      // A reader on the same machine takes each page at once, and the event loop would never turn.
      await nextTurn();
      const rows = await this.database.read((manager) => findEntries(manager, filters, range));
      if (rows.length > 0) yield exportText(rows, format);
      const end = rows.at(-1);
      if (end === undefined || rows.length < BATCH) return;
      after = end.sequence;
    }
  }
}
