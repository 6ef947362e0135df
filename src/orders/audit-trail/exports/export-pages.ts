import type { ExportFormat } from '../../../infra/audit/audit-export.js';
import { ProvenTree } from '../../../infra/audit/checkpoints/proven-tree.js';
import {
  exportPieces,
  type ExportProgress,
  type Proofs,
  type Reached,
} from '../../../infra/audit/export/export-pieces.js';
import type { Questions } from '../../../infra/database/reads.js';
import { entryPages } from './entry-pages.js';
import { findEntries, type AuditFilters } from '../find-entries.js';

/** Entries that are read and written at a time; each proof reads hashes besides. */
const PAGE = 1_000;
const PAGE_WITH_PROOFS = 100;

export interface ExportOrder {
  readonly filters: AuditFilters;
  readonly afterSequence: number;
  readonly upTo: number;
  readonly format: ExportFormat | Proofs;
}

/** `Next` begins an export that is not known yet if it has an order; `End` forgets one that nobody takes any more. */
export type ExportQuestion =
  | { readonly kind: 'Next'; readonly id: number; readonly order: ExportOrder | null }
  | { readonly kind: 'End'; readonly id: number };

export interface ExportPiece {
  readonly bytes: Uint8Array;
  /** How far the export is with it. */
  readonly progress: ExportProgress;
}

interface UnderWay {
  readonly pieces: AsyncIterator<string | Buffer>;
  progress: ExportProgress;
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
    return { bytes: Buffer.from(next.value), progress: found.progress };
  }

  private begin({ id, order }: ExportQuestion & { readonly kind: 'Next' }): UnderWay {
    if (order === null) throw new Error('The thread that made this export has ended');
    const { filters, afterSequence, upTo, format } = order;
    const reached: Reached = (progress) => void Object.assign(begun, { progress });
    const size = typeof format === 'object' ? PAGE_WITH_PROOFS : PAGE;
    const pages = entryPages(
      (range) => this.asked.read((manager) => findEntries(manager, filters, range)),
      { afterSequence, upTo, size, reached },
    );
    const tree = new ProvenTree({
      query: (...asked) => this.asked.query(...asked),
      find: (...asked) => this.asked.find(...asked),
    });
    const pieces = exportPieces(pages, format, tree)[Symbol.asyncIterator]();
    const progress = { sequence: afterSequence, upTo, entries: 0, first: null, last: null };
    const begun: UnderWay = { pieces, progress };
    this.underWay.set(id, begun);
    return begun;
  }

  private get asked(): Questions {
    if (this.questions === null) throw new Error('Nothing was asked');
    return this.questions;
  }
}
