import type { ExportFormat } from '../../../infra/audit/audit-export.js';
import { exportPieces } from '../../../infra/audit/export/export-pieces.js';
import type { Questions } from '../../../infra/database/reads.js';
import { entryPages } from './entry-pages.js';
import { findEntries, type AuditFilters } from '../find-entries.js';

/** Entries that are read and written at a time. */
const PAGE = 1_000;

export interface ExportOrder {
  readonly filters: AuditFilters;
  readonly afterSequence: number;
  readonly upTo: number;
  readonly format: ExportFormat;
}

/** `Next` begins an export that is not known yet if it has an order; `End` forgets one that nobody takes any more. */
export type ExportQuestion =
  | { readonly kind: 'Next'; readonly id: number; readonly order: ExportOrder | null }
  | { readonly kind: 'End'; readonly id: number };

export interface ExportPiece {
  readonly bytes: Uint8Array;
  /** The last entry that was read for it, and how many entries there were by then. */
  readonly sequence: number;
  readonly entries: number;
}

interface UnderWay {
  readonly pieces: AsyncIterator<string | Buffer>;
  sequence: number;
  entries: number;
}

/** The exports under way in one thread, each made a piece at a time, as it is asked for. */
export class ExportPages {
  private readonly underWay = new Map<number, UnderWay>();
  /** Of the question that is being answered: each has a snapshot of its own. */
  private questions: Questions | null = null;

  /** Null: there are no more pieces. */
  async answer(questions: Questions, question: ExportQuestion): Promise<ExportPiece | null> {
    if (question.kind === 'End') {
      this.underWay.delete(question.id);
      return null;
    }
    this.questions = questions;
    const found = this.underWay.get(question.id) ?? this.begin(question);
    const next = await found.pieces.next();
    if (next.done === true) {
      this.underWay.delete(question.id);
      return null;
    }
    const { sequence, entries } = found;
    return { bytes: Buffer.from(next.value), sequence, entries };
  }

  private begin({ id, order }: ExportQuestion & { readonly kind: 'Next' }): UnderWay {
    if (order === null) throw new Error('The thread that made this export has ended');
    const { filters, afterSequence, upTo, format } = order;
    const reached = (sequence: number, _: number, entries: number): void =>
      void Object.assign(begun, { sequence, entries });
    const pages = entryPages(
      (range) => {
        if (this.questions === null) throw new Error('Nothing was asked');
        return this.questions.read((manager) => findEntries(manager, filters, range));
      },
      { afterSequence, upTo, size: PAGE, reached },
    );
    const pieces = exportPieces(pages, format)[Symbol.asyncIterator]();
    const begun: UnderWay = { pieces, sequence: afterSequence, entries: 0 };
    this.underWay.set(id, begun);
    return begun;
  }
}
